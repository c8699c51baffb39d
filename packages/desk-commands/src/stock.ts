import { DESK_REFUSAL_LABELS, liftBlock, listBlocks } from '@hub/support-desk';
import { z } from 'zod';
import { act, look } from './command';
import { CommandFault } from './command-fault';
import { Note, Text, time } from './fields';

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

/** The stock exists after all: waiting lines are served. */
export const stockLiftBlock = act({
  input: z.strictObject({ shop: Text, variant: Text, note: Note }),
  run: async ({ db, actor }, { shop, variant: variantId, note }) => {
    const end = await liftBlock(db, { shop, variantId, actor, note });
    if (end.kind === 'refused')
      throw new CommandFault('refused', [`not lifted: ${DESK_REFUSAL_LABELS[end.why]}`]);
    return { shop, variant_id: variantId, pieces: end.pieces };
  },
});
