import type { PruneRows } from './retention';

/**
 * Of an order's address only the country is kept, here and in what was sent to shipping shops (D30). With it the relay
 * addresses of the order lead nowhere any more.
 */
export const blankOrders: PruneRows = async (tx, { before, rows }) => {
  const blanked = await tx.$queryRaw<{ id: string }[]>`
    UPDATE seller_order SET blanked_at = now(), latitude = NULL, longitude = NULL,
      ship_to = jsonb_build_object('country_code', destination_country)
    WHERE id IN (
      SELECT id FROM seller_order WHERE blanked_at IS NULL AND received_at < ${before}
      ORDER BY received_at LIMIT ${rows} FOR UPDATE SKIP LOCKED
    )
    RETURNING id`;
  await tx.$executeRaw`
    UPDATE shipping_order SET payload = jsonb_set(payload, '{ship_to}',
      jsonb_build_object('country_code', payload #> '{ship_to,country_code}'))
    WHERE seller_order_id = ANY (${blanked.map(({ id }) => id)}::uuid[]) AND payload ? 'ship_to'`;
  return blanked.length;
};

/** What a customer said of goods that came back. */
export const blankReturns: PruneRows = async (tx, { before, rows }) => {
  const blanked = await tx.$queryRaw<{ id: string }[]>`
    UPDATE "return" SET blanked_at = now(), customer_note = NULL
    WHERE id IN (
      SELECT id FROM "return" WHERE blanked_at IS NULL AND created_at < ${before}
      ORDER BY created_at LIMIT ${rows} FOR UPDATE SKIP LOCKED
    )
    RETURNING id`;
  await tx.$executeRaw`
    UPDATE return_line SET reason = NULL
    WHERE return_id = ANY (${blanked.map(({ id }) => id)}::uuid[]) AND reason IS NOT NULL`;
  return blanked.length;
};

/** A reason is any text, and may name somebody. */
export const blankCancellations: PruneRows = (tx, { before, rows }) => tx.$executeRaw`
  UPDATE cancellation SET reason = NULL
  WHERE id IN (
    SELECT id FROM cancellation WHERE reason IS NOT NULL AND requested_at < ${before}
    ORDER BY requested_at LIMIT ${rows} FOR UPDATE SKIP LOCKED
  )`;
