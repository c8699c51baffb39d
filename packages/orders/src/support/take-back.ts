import { randomUUID } from 'node:crypto';
import { rows, StopState, type Tx } from '@hub/database';
import { COMMANDS, enqueue } from '@hub/messaging';
import { z } from 'zod';
import { requestStop } from '../records/shipping-order-ends';
import { stopReference } from '../records/stop-reference';
import { firstStopState } from '../states/stop-states';
import { decideTakeBack } from './decide-take-back';
import { lockByReference, type LockedShippingOrder } from './support-records';

/** What becomes of its lines once its shop has stopped it. */
export type TakenLines = 'reroute' | 'close';

export type TakenBack =
  | { kind: 'unknown' }
  | { kind: 'refused'; reason: string }
  | {
      kind: 'taken_back';
      /** False: it is being taken back already, or was. */
      changed: boolean;
      sellerOrderId: string;
      shop: string;
      lines: TakenLines;
    };

/** In place of an event's id: there is one stop of a shipping order, so a restored database calls under the same reference. */
const EVENT = 'taken back';
/** Sent to the shop (D21). */
const REASON = 'taken back by the network: do not ship it';

const StopRow = z.object({
  id: z.string(),
  takenBack: z.boolean(),
  state: z.enum(StopState),
  closesLines: z.boolean(),
});
type StopRow = z.output<typeof StopRow>;

/**
 * A lead takes a placed shipping order back (D38): its shop is asked to stop it with `POST /cancel`, and its lines move
 * once the shop has confirmed. The cancellation service carries it out. The caller records who took it back.
 * @param taken.reference the shipping order's `external_ref`
 */
export async function takeBack(
  tx: Tx,
  taken: { reference: string; lines: TakenLines; now: number },
): Promise<TakenBack> {
  const order = await lockByReference(tx, taken);
  if (!order) return { kind: 'unknown' };
  const stop = await readStop(tx, order.id);
  const returned = (await tx.return.count({ where: { shippingOrderId: order.id, side: 'shipping' } })) > 0;
  const decision = decideTakeBack({ ...order, returned, stop });
  if (decision.kind === 'refused') return decision;
  const { sellerOrderId, shopSlug: shop, correlation } = order;
  const begun = stop ?? (await begin(tx, order, taken));
  if (decision.kind !== 'unchanged')
    await enqueue(tx, COMMANDS.stopShippingOrder, { payload: { stopId: begun.id }, correlation });
  const lines = begun.closesLines ? 'close' : 'reroute';
  return { kind: 'taken_back', changed: decision.kind !== 'unchanged', sellerOrderId, shop, lines };
}

/** Its stop, written by others only under the lock of its order. */
async function readStop(tx: Tx, shippingOrderId: string): Promise<StopRow | null> {
  const [stop] = await rows(
    StopRow,
    tx.$queryRaw`
    SELECT t.id, c.taken_back AS "takenBack", t.state::text AS state, t.closes_lines AS "closesLines"
    FROM shipping_order_stop t JOIN cancellation c ON c.id = t.cancellation_id
    WHERE t.shipping_order_id = ${shippingOrderId}::uuid`,
  );
  return stop ?? null;
}

/** `beginDue`. */
async function begin(
  tx: Tx,
  order: LockedShippingOrder,
  { reference: externalRef, lines, now }: { reference: string; lines: TakenLines; now: number },
): Promise<Pick<StopRow, 'id' | 'closesLines'>> {
  const { id: shippingOrderId, sellerOrderId, shopId, correlation } = order;
  const state = firstStopState(order.state);
  if (state === null) throw new Error('a placed shipping order can be stopped');
  const [id, cancellationId] = [randomUUID(), randomUUID()];
  const closesLines = lines === 'close';
  await requestStop(tx, [shippingOrderId], now);
  await tx.cancellation.create({
    data: {
      id: cancellationId,
      kind: 'cannot_ship',
      takenBack: true,
      sellerOrderId,
      shippingOrderId,
      requestedBy: shopId,
      eventId: EVENT,
      reason: REASON,
      correlation,
    },
  });
  await tx.shippingOrderStop.create({
    data: {
      id,
      cancellationId,
      shippingOrderId,
      calledShopId: shopId,
      reference: stopReference({ externalRef }, EVENT),
      state,
      nextAttemptAt: new Date(now),
      closesLines,
    },
  });
  return { id, closesLines };
}
