import { readSettlement, settlementRows } from '@hub/support-desk';
import { z } from 'zod';
import { look } from '../command';
import { requireShop, Text } from '../fields';
import { readOnly } from '../read-only';
import { periodOf } from './period';

/** What a shop is owed and owes for what was shipped in a period (D24). */
export const settlement = look({
  input: z.strictObject({ shop: Text, from: Text, to: Text }),
  run: async ({ db }, { shop: slug, from, to }) => {
    const period = periodOf({ from, to });
    const shop = await requireShop(db, slug);
    const read = await readOnly(db, (tx) => readSettlement(tx, shop, period));
    return { shop: slug, ...settlementRows(read) };
  },
});
