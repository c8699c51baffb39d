import { isLoopGuarded, OrderId, type OrderCreated, type Verdict } from '@hub/contract';
import { keepShopSheets, lockSellerOrderId, type Tx } from '@hub/database';
import { COMMANDS, decided, enqueue, unrecorded, type EventEnd, type EventInput } from '@hub/messaging';
import { decideIntake, readIntakeFacts, type IntakeDecision } from '@hub/orders';
import { insertOrder, isOrderStored } from './intake-records';
import { tellOfIntake, tellTooManyLines } from './intake-alerts';

type Accepted = Extract<IntakeDecision, { kind: 'accepted' }>;

/** The loop guard, before anything else: an order of our own sent back is skipped, even a malformed one. */
export function screenOrderCreated(data: unknown): Verdict | null {
  return isLoopGuarded(data) ? { status: 200, outcome: 'skipped' } : null;
}

/**
 * The first accepted order is final: a replay, under any event id and with any content, is a duplicate (D31), so its
 * id is all that is looked at. From here on events of this order, its cancellation too, wait for one another.
 */
export async function recallOrderCreated(
  tx: Tx,
  event: { shopId: number; data: unknown },
): Promise<Verdict | null> {
  const orderId = orderIdOf(event.data);
  if (orderId === null) return null;
  const order = { shopId: event.shopId, orderId };
  await lockSellerOrderId(tx, order);
  return (await isOrderStored(tx, order)) ? { status: 200, outcome: 'duplicate' } : null;
}

/** Takes a paid order: stores it whole, and has its network lines routed. */
export async function handleOrderCreated(tx: Tx, event: EventInput<OrderCreated>): Promise<EventEnd> {
  const { shopId, data: order, now } = event;
  await keepShopSheets(tx, [shopId]);
  const decision = decideIntake(await readIntakeFacts(tx, shopId, order), order, now);
  if (decision.kind === 'refused') {
    if (decision.tooManyLines) await tellTooManyLines(tx, event);
    return decision.passing ? unrecorded(decision.refusal) : decided(decision.refusal);
  }
  await store(tx, event, decision);
  return decided({ status: 200, outcome: 'accepted' });
}

async function store(tx: Tx, event: EventInput<OrderCreated>, decision: Accepted): Promise<void> {
  const { shopId, data: order, correlation } = event;
  const sellerOrderId = await insertOrder(tx, { shopId, order, decision, correlation });
  await tellOfIntake(tx, { id: sellerOrderId, shopId }, decision);
  if (decision.heldBecause === null && decision.networkLines.size > 0)
    await enqueue(tx, COMMANDS.routeOrder, { payload: { sellerOrderId }, correlation });
}

function orderIdOf(data: unknown): string | null {
  const given = typeof data === 'object' && data !== null && 'order_id' in data ? data.order_id : null;
  const read = OrderId.safeParse(given);
  return read.success ? read.data : null;
}
