import { keepingShopSheets, VariantState, type Sql } from '@hub/database';
import { z } from 'zod';
import type { VariantKey } from '@hub/stock';

const Rows = z.array(
  z.object({
    shopId: z.int(),
    variantId: z.string(),
    gtin: z.string().nullable(),
    state: z.enum(VariantState),
    barcode: z.string().nullable(),
    sku: z.string().nullable(),
    free: z.bigint(),
  }),
);

/** A chosen variant under its lock: what is free is free until the transaction ends. */
export type ChosenVariant = z.output<typeof Rows>[number];

/**
 * Keeps the sheets of chosen shops as they are, then locks chosen variants in the one order (shop, variant id): in one
 * statement. Whether a sheet is still the one that was decided on, the statement that writes tells (`saveArrivals`).
 */
export async function lockChosen(tx: Sql, chosen: readonly VariantKey[]): Promise<ChosenVariant[]> {
  return Rows.parse(
    await tx.$queryRaw`
      WITH kept AS MATERIALIZED (${keepingShopSheets(chosen.map(({ shopId }) => shopId))})
      SELECT v.shop_id AS "shopId", v.variant_id AS "variantId", v.gtin, v.state::text AS state, v.barcode, v.sku,
        v.on_hand - v.committed AS free
      FROM variant v
      WHERE (SELECT count(*) FROM kept) > 0 AND (v.shop_id, v.variant_id) IN (
        SELECT * FROM unnest(
          ${chosen.map(({ shopId }) => shopId)}::int[],
          ${chosen.map(({ variantId }) => variantId)}::text[]
        )
      )
      ORDER BY v.shop_id, v.variant_id
      FOR UPDATE OF v`,
  );
}
