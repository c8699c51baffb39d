import { VariantId } from '@hub/contract';
import type { Sql } from '@hub/database';
import { z } from 'zod';
import type { PlaceKey } from './stock-facts';

/**
 * A refused stock event (D10): what the hub knows of its variant may be wrong until an accepted event or catalogue run
 * covers it.
 */
export interface StockRefusal extends PlaceKey {
  code: string;
}

/** Of a variant that is in no catalogue (`404`) the hub knows nothing that could be wrong. */
export function leavesStockWrong(status: number): boolean {
  return status === 409 || status === 422;
}

/** Whether an accepted event of a place covers a refusal. One that names no known location is covered by any. */
export function covers(place: PlaceKey, { shopId, variantId, locationId }: StockRefusal): boolean {
  const isOfVariant = shopId === place.shopId && variantId === place.variantId;
  return isOfVariant && (locationId === '' || locationId === place.locationId);
}

/** The statement that removes what accepted events cover: the same rule as `covers`. */
export async function coverRefusals(tx: Sql, places: readonly PlaceKey[]): Promise<void> {
  if (places.length === 0) return;
  await tx.$executeRaw`
    DELETE FROM stock_refusal f
    USING unnest(${places.map((one) => one.shopId)}::int[], ${places.map((one) => one.variantId)}::text[],
      ${places.map((one) => one.locationId)}::text[]) AS p (shop_id, variant_id, location_id)
    WHERE f.shop_id = p.shop_id AND f.variant_id = p.variant_id AND f.location_id IN ('', p.location_id)`;
}

/** @param refusals one for each code and place */
export async function keepRefusals(tx: Sql, refusals: readonly StockRefusal[]): Promise<void> {
  if (refusals.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO stock_refusal (shop_id, code, variant_id, location_id)
    SELECT * FROM unnest(${refusals.map((one) => one.shopId)}::int[], ${refusals.map((one) => one.code)}::text[],
      ${refusals.map((one) => one.variantId)}::text[], ${refusals.map((one) => one.locationId)}::text[])
      AS r (shop_id, code, variant_id, location_id)
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (shop_id, code, variant_id, location_id) DO UPDATE SET refused_at = now()`;
}

/** Keeps events that the schema refused. Their location is not read: an event of any covers them. */
export async function keepUnreadable(
  tx: Sql,
  events: readonly { shopId: number; data: unknown; code: string }[],
): Promise<void> {
  const refusals = events.map(({ shopId, data, code }) => ({
    shopId,
    code,
    variantId: NamedVariant.safeParse(data).data?.variant_id ?? '',
    locationId: '',
  }));
  const once = new Map(refusals.map((one) => [JSON.stringify(one), one]));
  await keepRefusals(tx, [...once.values()]);
}

const NamedVariant = z.object({ variant_id: VariantId });
