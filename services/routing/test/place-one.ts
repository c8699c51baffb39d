import { inSqlTransaction, inTransaction } from '@hub/database';
import type { Settlement } from '@hub/messaging';
import { pickDueShippingOrders } from '@hub/orders/records';
import type { ShopCalls } from '@hub/shops';
import { placingWrite, recordEnd } from '../src/placing/placing-write';
import { takeShippingOrder } from '../src/placing/take-shipping-order';
import type { RoutingWorld } from './routing-world';

/** A process that places shipping orders, at a time the test sets. */
export interface PlacingProcess {
  calls: Pick<ShopCalls, 'send'>;
  now: () => number;
  waitsMs: readonly number[];
  leaseMs: number;
}

/** Claims one shipping order, calls, records the end: each step separately, as the engine does. */
export async function placeOne(
  { db, logger }: RoutingWorld,
  shippingOrderId: string,
  { calls, now, waitsMs, leaseMs }: PlacingProcess,
): Promise<Settlement> {
  const work = () => ({
    db,
    logger,
    now: now(),
    transact: <T>(run: Parameters<typeof inTransaction<T>>[1]) => inTransaction(db, run),
    transactSql: <T>(run: Parameters<typeof inSqlTransaction<T>>[1]) => inSqlTransaction(db, run),
  });
  const named = { shippingOrderId, correlation: 'C-1', now: now() };
  const leaseUntil = new Date(now() + leaseMs);
  const taken = await inTransaction(db, (tx) => takeShippingOrder(tx, named, () => leaseUntil));
  if (taken.kind === 'left') return taken.settlement;
  const { claim } = taken;
  const write = { claim, shopId: claim.shopId, failing: false, correlation: 'C-1', dueAt: new Date(now()) };
  const outcome = await placingWrite({ calls, context: work(), waitsMs }).call(write);
  return recordEnd(work(), { write, outcome }, waitsMs);
}

/** What the engine finds due, picked. */
export async function pickAllDue({ db }: RoutingWorld, now: number): Promise<string[]> {
  const shops = await db.shop.findMany({ select: { id: true } });
  const slots = shops.map(({ id }) => ({ shopId: id, fresh: 50, failing: 50 }));
  const due = await inSqlTransaction(db, (tx) => pickDueShippingOrders(tx, slots, now));
  return due.map(({ shippingOrderId }) => shippingOrderId);
}
