import { rows, type Tx } from '@hub/database';
import { z } from 'zod';

const Marker = z.object({
  eventId: z.string().nullable(),
  reason: z.string().nullable(),
  correlation: z.string().nullable(),
});

/** What remains of an `order.cancelled` that named an order before it was known (D12). */
export type Marker = z.output<typeof Marker>;

const AT_THE_DOOR = 'door:';

/** In place of an event's id, if a shop reported at its own door that it cannot ship (D35). */
export const saidAtDoor = (correlation: string): string => `${AT_THE_DOOR}${correlation}`;

/** Whether it was reported there: no one waits for an answer, and the door shows the outcome. */
export const isSaidAtDoor = (eventId: string): boolean => eventId.startsWith(AT_THE_DOOR);

/**
 * An `order.created` of that id arriving later is stored but held; a shipping order that gets that id later counts as
 * one that its shop cannot ship (D12). The latest event counts.
 */
export async function leaveMarker(
  tx: Tx,
  marker: {
    shopId: number;
    orderId: string;
    eventId: string;
    reason: string | undefined;
    correlation: string;
  },
): Promise<void> {
  const { shopId, orderId, eventId, correlation, reason = null } = marker;
  await tx.$executeRaw`
    INSERT INTO cancellation_marker (shop_id, order_id, event_id, reason, correlation)
    VALUES (${shopId}, ${orderId}, ${eventId}, ${reason}, ${correlation})
    ON CONFLICT (shop_id, order_id) DO UPDATE
    SET event_id = excluded.event_id, reason = excluded.reason, correlation = excluded.correlation`;
}

/** Takes the marker of an id, so that it counts once. Null: there is none, or it was taken. */
export async function takeMarker(tx: Tx, named: { shopId: number; orderId: string }): Promise<Marker | null> {
  const [marker] = await rows(
    Marker,
    tx.$queryRaw`
      DELETE FROM cancellation_marker WHERE shop_id = ${named.shopId} AND order_id = ${named.orderId}
      RETURNING event_id AS "eventId", reason, correlation`,
  );
  return marker ?? null;
}

const ForgottenMarker = z.object({ shippingOrderId: z.string(), correlation: z.string() });

/** Shipping orders with a marker older than that moment. */
export async function findForgottenMarkers(
  tx: Tx,
  { before, limit }: { before: Date; limit: number },
): Promise<z.output<typeof ForgottenMarker>[]> {
  return rows(
    ForgottenMarker,
    tx.$queryRaw`
      SELECT o.id AS "shippingOrderId", coalesce(m.correlation, gen_random_uuid()::text) AS correlation
      FROM cancellation_marker m JOIN shipping_order o ON o.shop_id = m.shop_id AND o.store_order_id = m.order_id
      WHERE m.created_at < ${before} LIMIT ${limit}`,
  );
}
