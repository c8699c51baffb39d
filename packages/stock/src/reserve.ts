import type { Tx } from '@hub/database';
import { lockVariants, type LockedVariant } from './lock-variants';
import { LockedStock, type RequestedPieces } from './locked-stock';
import { atHolders } from './move-reservations';
import { keyText, type VariantKey } from './variant-key';

/** Pieces of a shipping shop's variant for a line of a shipping order. */
export interface ReservationRequest extends RequestedPieces {
  shippingOrderLineId: string;
}

/** The decrease of an article's (GTIN-14) free pieces. */
export interface ArticleFall {
  gtin: string;
  fallen: number;
}

export type Reserved =
  | { reserved: true; articles: ArticleFall[] }
  /** Nothing was reserved: these have too little free stock now, are retired, gone, or linked to another article. */
  | { reserved: false; short: VariantKey[] };

/**
 * Reserves stock in the transaction that decides (D17), all of it or nothing, under the variants' locks, so that the
 * last item is never promised twice. All lines of a decision go in one call. After a refusal decide again in a new
 * transaction: this one holds locks, and more of them out of order could deadlock.
 * @returns the decrease of articles' free stock, or the variants that fell short
 */
export async function reserve(tx: Tx, requests: readonly ReservationRequest[]): Promise<Reserved> {
  const locked = await lockVariants(tx, requests);
  const short = new LockedStock(locked).fallingShort(requests);
  if (short.length > 0) return { reserved: false, short };
  await insertReservations(tx, requests);
  return { reserved: true, articles: fallsOf(requests, locked) };
}

/**
 * Reserves for lines that their shop has already: of each variant all of it or, if too little is free, nothing, as then
 * the shop's own figure has decreased by them. Under the variants' locks.
 */
export async function reserveWhatIsFree(
  tx: Tx,
  lines: readonly ReservationRequest[],
): Promise<Extract<Reserved, { reserved: true }>> {
  const requests = await atHolders(tx, lines);
  const locked = await lockVariants(tx, requests);
  const short = new Set(new LockedStock(locked, { withKeptBack: true }).fallingShort(requests).map(keyText));
  const free = requests.filter((one) => !short.has(keyText(one)));
  if (free.length > 0) await insertReservations(tx, free);
  return { reserved: true, articles: fallsOf(free, locked) };
}

/** Pieces taken of each article. */
export function fallsOf(
  requests: readonly ReservationRequest[],
  locked: readonly LockedVariant[],
): ArticleFall[] {
  const articleOf = new Map(locked.map((variant) => [keyText(variant), variant.gtin]));
  const fallen = new Map<string, number>();
  for (const one of requests) {
    const gtin = articleOf.get(keyText(one)) ?? null;
    if (gtin !== null) fallen.set(gtin, (fallen.get(gtin) ?? 0) + one.quantity);
  }
  return [...fallen].map(([gtin, pieces]) => ({ gtin, fallen: pieces }));
}

/** Takes what is free, under the variants' locks. */
export async function insertReservations(tx: Tx, requests: readonly ReservationRequest[]): Promise<void> {
  await tx.$executeRaw`
    WITH requested AS (
      SELECT * FROM unnest(
        ${requests.map((one) => one.shippingOrderLineId)}::uuid[],
        ${requests.map((one) => one.shopId)}::int[],
        ${requests.map((one) => one.variantId)}::text[],
        ${requests.map((one) => one.quantity)}::int[]
      ) AS w (line_id, shop_id, variant_id, quantity)
    ), taken AS (
      UPDATE variant v SET committed = v.committed + t.pieces
      FROM (SELECT shop_id, variant_id, sum(quantity) AS pieces FROM requested GROUP BY shop_id, variant_id) t
      WHERE v.shop_id = t.shop_id AND v.variant_id = t.variant_id
    )
    INSERT INTO reservation (id, shop_id, variant_id, shipping_order_line_id, quantity, remaining)
    SELECT gen_random_uuid(), shop_id, variant_id, line_id, quantity, quantity FROM requested`;
}
