import { randomUUID } from 'node:crypto';
import type { ReturnCreated } from '@hub/contract';
import { rows, type ReturnSide, type ReturnState, type Tx } from '@hub/database';
import { raiseAlert, resolveAlert, resolveAlerts } from '@hub/alerts';
import type { EventInput } from '@hub/messaging';
import { returnSubject, type ReturnDoubt } from '@hub/orders/returns';
import { z } from 'zod';
import type { ReturnedLine } from './decide-shipping-return';

/** Where a return belongs, and the event that reported it. */
export interface ReportedReturn {
  sellerOrderId: string;
  event: EventInput<ReturnCreated>;
}

/** Of a shipping shop, to be registered at the selling shop. */
interface ShippingReturn extends ReportedReturn {
  shippingOrderId: string;
  /** The selling shop. */
  calledShopId: number;
  reference: string;
  lines: ReturnedLine[];
}

const HeldReturn = z.object({ shippingOrderId: z.string().nullable() });

const DOUBTS: Record<ReturnDoubt, string> = {
  reported_by_selling_shop: 'the selling shop has reported it itself',
  stopped: 'its line was stopped, or is being stopped',
  returned_by_another_shop: 'another shipping shop has returned the line too',
};

/** A shipping shop's return that is to be registered at the selling shop. */
export async function storeDueReturn(tx: Tx, reported: ShippingReturn): Promise<void> {
  const nextAttemptAt = new Date(reported.event.now);
  await insertReturn(tx, { ...reported, side: 'shipping', state: 'due', nextAttemptAt });
}

/** A shipping shop's return that could cause a double refund: support decides (D13). */
export async function storeWaitingReturn(
  tx: Tx,
  reported: ShippingReturn & { doubts: readonly ReturnDoubt[] },
): Promise<void> {
  const id = await insertReturn(tx, { ...reported, side: 'shipping', state: 'waiting' });
  await alertWaiting(tx, { id, ...reported });
}

/** A selling platform's own report: recorded, no call, no refund (contract, Return). */
export async function storeRecordedReturn(
  tx: Tx,
  reported: ReportedReturn & { lines: ReturnedLine[] },
): Promise<void> {
  await insertReturn(tx, { ...reported, side: 'selling', state: 'recorded' });
}

/**
 * Returns of shipping shops that certainly never reached the selling platform, which has now reported them itself: its
 * report takes their place, and no replay sends them (D13).
 */
export async function replaceReturns(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.return.updateMany({
    where: { id: { in: [...ids] } },
    data: { state: 'recorded', nextAttemptAt: null, leaseUntil: null },
  });
  const subjects = ids.map(returnSubject);
  await resolveAlerts(tx, 'return_failed', subjects);
  await resolveAlerts(tx, 'return_waiting', subjects);
}

/**
 * Returns of shipping shops that the selling platform has just reported itself, where it may have ours too, or has
 * reported only some of their lines: support decides (D13).
 */
export async function holdReturns(tx: Tx, ids: readonly string[], reported: ReportedReturn): Promise<void> {
  for (const id of ids) {
    const { shippingOrderId } = await holdReturn(tx, id);
    await resolveAlert(tx, 'return_failed', returnSubject(id));
    const doubts = ['reported_by_selling_shop'] as const;
    await alertWaiting(tx, { id, shippingOrderId, doubts, ...reported });
  }
}

/** A call of it that is in flight may register it all the same. */
async function holdReturn(tx: Tx, id: string): Promise<{ shippingOrderId: string | null }> {
  const [held] = await rows(
    HeldReturn,
    tx.$queryRaw`
    UPDATE "return" SET state = 'waiting', next_attempt_at = NULL, outcome_unknown = outcome_unknown OR state = 'sending'
    WHERE id = ${id}::uuid RETURNING shipping_order_id AS "shippingOrderId"`,
  );
  if (!held) throw new Error('a return vanished');
  return held;
}

async function insertReturn(
  tx: Tx,
  stored: ReportedReturn & {
    side: ReturnSide;
    state: ReturnState;
    shippingOrderId?: string;
    calledShopId?: number;
    reference?: string;
    nextAttemptAt?: Date;
    lines: readonly ReturnedLine[];
  },
): Promise<string> {
  const { event, side, state, sellerOrderId, shippingOrderId, reference, nextAttemptAt, lines } = stored;
  const { calledShopId } = stored;
  const id = randomUUID();
  await tx.return.create({
    data: {
      id,
      side,
      shopId: event.shopId,
      eventId: event.eventId,
      sellerOrderId,
      shippingOrderId: shippingOrderId ?? null,
      reference: reference ?? null,
      calledShopId: calledShopId ?? null,
      state,
      customerNote: event.data.customer_note ?? null,
      nextAttemptAt: nextAttemptAt ?? null,
      outcomeUnknown: false,
      correlation: event.correlation,
    },
  });
  await tx.returnLine.createMany({
    data: lines.map(({ orderLineId, shippingOrderLineId, reportedLineId, quantity, reason }) => ({
      id: randomUUID(),
      returnId: id,
      orderLineId,
      shippingOrderLineId,
      reportedLineId,
      quantity,
      reason,
    })),
  });
  return id;
}

async function alertWaiting(
  tx: Tx,
  waiting: ReportedReturn & { id: string; shippingOrderId: string | null; doubts: readonly ReturnDoubt[] },
): Promise<void> {
  const { id, sellerOrderId, shippingOrderId, event, doubts } = waiting;
  const why = doubts.map((doubt) => DOUBTS[doubt]).join('; ');
  await raiseAlert(tx, {
    kind: 'return_waiting',
    subject: returnSubject(id),
    shopId: event.shopId,
    sellerOrderId,
    message: `A return is not registered at the selling shop, so that nothing is refunded twice: ${why}.`,
    detail: { returnId: id, shippingOrderId, doubts },
  });
}
