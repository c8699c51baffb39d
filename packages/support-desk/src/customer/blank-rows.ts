import type { Tx } from '@hub/database';

/**
 * Of an order's address only the country is kept, here and in what was sent to shipping shops (D30). With it the relay
 * addresses of the orders lead nowhere any more.
 */
export async function blankOrders(tx: Tx, sellerOrderIds: readonly string[]): Promise<void> {
  const ids = [...sellerOrderIds];
  await tx.$executeRaw`
    UPDATE seller_order SET blanked_at = now(), latitude = NULL, longitude = NULL,
      ship_to = jsonb_build_object('country_code', destination_country)
    WHERE id = ANY (${ids}::uuid[])`;
  await tx.$executeRaw`
    UPDATE shipping_order SET payload = jsonb_set(payload, '{ship_to}',
      jsonb_build_object('country_code', payload #> '{ship_to,country_code}'))
    WHERE seller_order_id = ANY (${ids}::uuid[]) AND payload ? 'ship_to'`;
}

/** What a customer said of goods that came back. */
export async function blankReturns(tx: Tx, returnIds: readonly string[]): Promise<void> {
  const ids = [...returnIds];
  await tx.$executeRaw`
    UPDATE "return" SET blanked_at = now(), customer_note = NULL WHERE id = ANY (${ids}::uuid[])`;
  await tx.$executeRaw`
    UPDATE return_line SET reason = NULL WHERE return_id = ANY (${ids}::uuid[]) AND reason IS NOT NULL`;
}
