import { listBlocks } from '../stock/blocks';
import { z } from 'zod';
import { look } from './command';
import { Text, time } from './fields';

const AT_ONCE = 1_000;

/** Stock that counts as absent (D17), the oldest first. */
export const stockBlocks = look({
  input: z.strictObject({ shop: Text.optional() }),
  run: async ({ db }, { shop }) =>
    (await listBlocks(db, { shop, limit: AT_ONCE })).map((block) => ({
      shop: block.shop,
      variant_id: block.variantId,
      article: block.gtin,
      pieces: block.pieces,
      since: time(block.since),
    })),
});
