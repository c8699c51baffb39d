import { randomUUID } from 'node:crypto';
import { LIMITS } from '@hub/contract';
import { rows, type CancellationKind, type Tx } from '@hub/database';
import type { EventInput } from '@hub/messaging';
import { z } from 'zod';
import type { CancellationFacts } from './order-facts';

/** A little less than the ingress waits (D5), to leave time for the answer. */
const ANSWER_WITHIN_MS = LIMITS.cancellationVerdictWaitMs - 1_000;

/** The fields of an `order.cancelled` that a cancellation keeps. */
export type CancellationEvent = Pick<
  EventInput<{ reason?: string | undefined }>,
  'shopId' | 'eventId' | 'data' | 'correlation' | 'replyTo' | 'now' | 'receivedAt'
>;

const FACTS = {
  id: true,
  kind: true,
  takenBack: true,
  state: true,
  shippingOrderId: true,
  requestedBy: true,
  eventId: true,
  requestedAt: true,
  reason: true,
  replyTo: true,
  replyCorrelation: true,
  replyUntil: true,
  earlierReplyTo: true,
  earlierReplyCorrelations: true,
  correlation: true,
} as const;

export async function insertCancellation(
  tx: Tx,
  of: { kind: CancellationKind; sellerOrderId: string; shippingOrderId: string | null },
  event: CancellationEvent,
): Promise<string> {
  const id = randomUUID();
  const { replyTo, replyCorrelation, replyUntil } = replyAddress(event);
  await tx.$executeRaw`
    INSERT INTO cancellation (id, kind, seller_order_id, shipping_order_id, requested_by, event_id, reason, correlation,
      reply_to, reply_correlation, reply_until)
    VALUES (${id}::uuid, ${of.kind}::cancellation_kind, ${of.sellerOrderId}::uuid, ${of.shippingOrderId}::uuid,
      ${event.shopId}, ${event.eventId}, ${event.data.reason ?? null}, ${event.correlation},
      ${replyTo}, ${replyCorrelation}, ${replyUntil})`;
  return id;
}

/**
 * The shop of an order that is taken back says that it cannot ship it: from now on it asks for the stop, and waits for the
 * answer. A shipping order has one cancellation of its own at most.
 */
export async function giveToShop(tx: Tx, cancellationId: string, event: CancellationEvent): Promise<void> {
  await tx.cancellation.update({
    where: { id: cancellationId },
    data: {
      takenBack: false,
      eventId: event.eventId,
      reason: event.data.reason ?? null,
      correlation: event.correlation,
      requestedAt: new Date(event.now),
      ...replyAddress(event),
    },
    select: { id: true },
  });
}

/** Every waiting delivery is answered (D12): this one, and earlier ones that still wait. */
export async function keepReplyAddress(
  tx: Tx,
  cancellationId: string,
  event: CancellationEvent,
): Promise<void> {
  if (event.replyTo === null) return;
  const { replyTo, replyCorrelation, replyUntil } = replyAddress(event);
  const now = new Date(event.now);
  await tx.$executeRaw`
    UPDATE cancellation SET
      earlier_reply_to = CASE WHEN reply_until > ${now} THEN earlier_reply_to || reply_to ELSE '{}' END,
      earlier_reply_correlations =
        CASE WHEN reply_until > ${now} THEN earlier_reply_correlations || reply_correlation ELSE '{}' END,
      reply_to = ${replyTo}, reply_correlation = ${replyCorrelation},
      reply_until = greatest(reply_until, ${replyUntil})
    WHERE id = ${cancellationId}::uuid`;
}

function replyAddress({ replyTo, correlation, receivedAt }: CancellationEvent) {
  if (replyTo === null) return { replyTo: null, replyCorrelation: null, replyUntil: null };
  return { replyTo, replyCorrelation: correlation, replyUntil: new Date(receivedAt + ANSWER_WITHIN_MS) };
}

/** The whole-order cancellation of an order; not one that was overruled. */
export async function findWholeOrderCancellation(
  tx: Tx,
  sellerOrderId: string,
): Promise<CancellationFacts | null> {
  const found = await tx.cancellation.findFirst({
    where: { sellerOrderId, kind: 'whole_order', state: { not: 'overruled' } },
    select: FACTS,
  });
  return found && factsOf(found);
}

/** The cancellations of an order that are under way. */
export async function readUnfinishedCancellations(
  tx: Tx,
  sellerOrderId: string,
): Promise<CancellationFacts[]> {
  const found = await tx.cancellation.findMany({
    where: { sellerOrderId, state: 'stopping' },
    orderBy: { requestedAt: 'asc' },
    select: FACTS,
  });
  return found.map(factsOf);
}

type Row = Omit<CancellationFacts, 'kind'> & { kind: CancellationKind; takenBack: boolean };

function factsOf({ takenBack, kind, ...cancellation }: Row): CancellationFacts {
  return { ...cancellation, kind: takenBack ? 'taken_back' : kind };
}

export async function endCancellation(
  tx: Tx,
  cancellationId: string,
  end: { state: 'stopped' | 'overruled'; now: number },
): Promise<void> {
  await tx.cancellation.update({
    where: { id: cancellationId },
    data: { state: end.state, finishedAt: new Date(end.now) },
  });
}

/** Ended cancellations of what an event names, whose answer may not have reached the shop. */
export async function readEndedCancellations(
  tx: Tx,
  of: { sellerOrderId: string; shippingOrderId: string | null },
): Promise<string[]> {
  const kind = of.shippingOrderId === null ? 'whole_order' : 'cannot_ship';
  const found = await tx.cancellation.findMany({
    where: { ...of, kind, state: { not: 'stopping' } },
    select: { id: true },
  });
  return found.map(({ id }) => id);
}

const UnansweredEvent = z.object({
  cancellationId: z.string(),
  shopId: z.int(),
  eventId: z.string(),
  subject: z.string(),
});

/** An event that an open cancellation has yet to answer. */
export type UnansweredEvent = z.output<typeof UnansweredEvent>;

/**
 * Locks the ledger rows of all events that wait for cancellations of this order: every event of its shop about the same
 * order that has no verdict. It does not matter which came first: of two at the same moment the later may be handled first. No event
 * waits for an order that is taken back (D38). Code that
 * records a verdict calls this before it locks the order, because a delivery also locks the ledger first.
 */
export async function lockUnansweredEvents(tx: Tx, sellerOrderId: string): Promise<UnansweredEvent[]> {
  return rows(
    UnansweredEvent,
    tx.$queryRaw`
    SELECT c.id AS "cancellationId", l.shop_id AS "shopId", l.event_id AS "eventId", l.subject
    FROM cancellation c
    JOIN seller_order o ON o.id = c.seller_order_id
    LEFT JOIN shipping_order s ON s.id = c.shipping_order_id
    JOIN event_ledger l ON l.shop_id = c.requested_by AND l.event = 'order.cancelled' AND l.status IS NULL
      AND l.day = '9999-12-31'
      AND l.subject = CASE c.kind WHEN 'whole_order' THEN o.order_id ELSE s.store_order_id END
    WHERE c.seller_order_id = ${sellerOrderId}::uuid AND c.state = 'stopping' AND NOT c.taken_back
    ORDER BY l.shop_id, l.event_id FOR UPDATE OF l`,
  );
}
