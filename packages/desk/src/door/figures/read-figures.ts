import type { Database } from '@hub/database';
import { csvHead, csvRow } from '../../engine/csv';
import { readShopFigures } from '../../figures/shops/read-shop-figures';
import { SHOP_FIGURE_DEFINITIONS, SHOP_FIGURES, type ShopFigure } from '../../figures/shops/shop-figures';
import { z } from 'zod';

const Value = z
  .number()
  .nullable()
  .describe('null: there was nothing that it could be of; a time is that within which half were done');

export const FigureView = z.object({
  figure: z.enum(SHOP_FIGURES),
  label: z.string(),
  means: z.string(),
  unit: z.enum(['seconds', 'orders', 'returns', 'reports', 'calls']),
  value: Value.describe('of the last 30 days'),
  of: z.int().describe('of how many'),
  days: z.array(z.object({ day: z.iso.date(), value: Value, of: z.int() })).describe('the oldest first'),
});
export type FigureView = z.output<typeof FigureView>;

export const FiguresView = z.object({
  shop: z.string().describe('your slug'),
  figures: z.array(FigureView),
});

/** How a shop does, by its own figures of 30 days. */
export async function readFigures(
  db: Database,
  { shopId, slug, now }: { shopId: number; slug: string; now: number },
): Promise<z.output<typeof FiguresView>> {
  const found = await readShopFigures(db, { shopIds: [shopId], now });
  return { shop: slug, figures: (found.get(shopId) ?? []).map(figureView) };
}

function figureView({ figure, unit, value, of, days }: ShopFigure): FigureView {
  const { label, says: means } = SHOP_FIGURE_DEFINITIONS[figure];
  return { figure, label, means, unit, value, of, days: [...days] };
}

/** The same as a file: a row for each figure, a column for each day. */
export function figuresAsCsv({ shop, figures }: z.output<typeof FiguresView>): string {
  const days = figures[0]?.days.map(({ day }) => day) ?? [];
  const head = csvHead(['shop', 'figure', 'unit', '30_days', 'of', ...days]);
  const rows = figures.map(({ figure, unit, value, of, days: ofDays }) =>
    csvRow([shop, figure, unit, value, of, ...ofDays.map((one) => one.value)]),
  );
  return [head, ...rows].join('');
}
