import { keepingShopSheets, keptBackOf, Prisma, VariantState, type Sql } from '@hub/database';
import { z } from 'zod';
import { lockingDailyNumbers } from '../routing/daily-numbers';
import { notingFalls, type ArticleFall, type LockedVariant, type VariantKey } from '@hub/stock';

const Rows = z.array(
  z.object({
    shopId: z.int(),
    variantId: z.string(),
    gtin: z.string().nullable(),
    state: z.enum(VariantState),
    barcode: z.string().nullable(),
    sku: z.string().nullable(),
    onHand: z.bigint(),
    committed: z.bigint(),
    keptBack: z.int(),
    noted: z.boolean(),
  }),
);

/** A chosen variant, locked: its free pieces stay free until the transaction ends. */
export type ChosenVariant = LockedVariant & z.output<typeof Rows>[number];

/** A line's choice: a quantity of an article, at a shop's variant. */
export interface ChosenPieces extends VariantKey, ArticleFall {
  /** Its shop has an `orders_per_day`. */
  limited: boolean;
}

/**
 * In one statement, locks the sheets of chosen shops against change and their daily numbers (D19), and chosen variants in the
 * one order (shop, variant id). It then counts what is taken of their articles if nothing else follows from it (`noted`, D16). The
 * statement that writes checks whether a sheet is still the one that was decided on (`saveArrivals`).
 */
export async function lockChosen(tx: Sql, chosen: readonly ChosenPieces[]): Promise<ChosenVariant[]> {
  const limited = chosen.flatMap((one) => (one.limited ? one.shopId : []));
  return Rows.parse(
    await tx.$queryRaw`
      WITH kept AS MATERIALIZED (${keepingShopSheets(chosen.map(({ shopId }) => shopId))}),
      counting AS MATERIALIZED (
        ${lockingDailyNumbers(limited)} WHERE (SELECT count(*) FROM kept) > 0),
      locked AS MATERIALIZED (
      SELECT v.shop_id AS "shopId", v.variant_id AS "variantId", v.gtin, v.state::text AS state, v.barcode, v.sku,
        v.on_hand AS "onHand", v.committed, ${keptBackOf('v')} AS "keptBack"
      FROM variant v
      WHERE (SELECT count(*) FROM kept) > 0 AND (SELECT count(*) FROM counting) >= 0 AND (v.shop_id, v.variant_id) IN (
        SELECT * FROM unnest(
          ${chosen.map(({ shopId }) => shopId)}::int[],
          ${chosen.map(({ variantId }) => variantId)}::text[]
        )
      )
      ORDER BY v.shop_id, v.variant_id
      FOR UPDATE OF v
      ), ${notingFalls(fallsOf(chosen), Prisma.sql`locked`)}
      SELECT l.*, EXISTS (SELECT FROM noted n WHERE n.gtin = l.gtin) AS noted FROM locked l`,
  );
}

/** Each article once: a statement updates a row only once. */
function fallsOf(chosen: readonly ChosenPieces[]): ArticleFall[] {
  const falls = new Map<string, ArticleFall>();
  for (const { gtin, pieces } of chosen)
    falls.set(gtin, { gtin, pieces: pieces + (falls.get(gtin)?.pieces ?? 0) });
  return [...falls.values()];
}
