import { rows, type Database } from '@hub/database';
import { z } from 'zod';

const PAGE = 100;

/** A variant of the shop: the shop's own stock, and what its store shows as `HUB_Network`. */
export const QuantityView = z.object({
  variant_id: z.string(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  linked: z.boolean().describe('whether it is an article of the network'),
  on_hand: z.int().describe("at the shop's own locations, as it was reported"),
  written: z.int().nullable().describe('the last quantity that PUT /inventory wrote and the store confirmed'),
  reported: z.int().nullable().describe('what the store shows as HUB_Network, as it was reported last'),
  reported_at: z.iso.datetime().nullable(),
  in_sync: z.boolean().describe('false: a write is due'),
  failures: z.int().describe('writes that failed in a row'),
  last_failure: z.string().nullable(),
});
export type QuantityView = z.output<typeof QuantityView>;

const QuantityRow = QuantityView.extend({ on_hand: z.bigint(), reported_at: z.date().nullable() });

/**
 * Quantities of a shop's active variants, by variant id. Without the next write: it reveals what other shops have,
 * before a call has delivered it.
 */
export async function listQuantities(
  db: Database,
  of: { shopId: number; after?: string | undefined; outOfSync: boolean },
): Promise<{ quantities: QuantityView[]; next: string | null }> {
  const { shopId, after = '', outOfSync } = of;
  const found = await rows(
    QuantityRow,
    db.$queryRaw`
    SELECT v.variant_id, v.sku, v.barcode, v.gtin IS NOT NULL AS linked, v.on_hand, n.written, n.reported, n.reported_at,
      coalesce(n.state = 'in_step', true) AS in_sync, coalesce(n.failures, 0) AS failures, n.last_failure
    FROM variant v LEFT JOIN network_quantity n ON n.shop_id = v.shop_id AND n.variant_id = v.variant_id
    WHERE v.shop_id = ${shopId} AND v.state = 'active' AND v.variant_id > ${after}
      AND (NOT ${outOfSync} OR n.state <> 'in_step')
    ORDER BY v.variant_id LIMIT ${PAGE + 1}`,
  );
  const quantities = found.slice(0, PAGE).map((row) => ({
    ...row,
    on_hand: Number(row.on_hand),
    reported_at: row.reported_at?.toISOString() ?? null,
  }));
  return { quantities, next: found.length > PAGE ? (quantities.at(-1)?.variant_id ?? null) : null };
}
