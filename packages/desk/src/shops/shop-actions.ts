import { randomUUID } from 'node:crypto';
import { rows, type Database } from '@hub/database';
import { COMMANDS, enqueueAll } from '@hub/messaging';
import { resumeCalls as resumeHeldCalls } from '@hub/shops';
import { liftBlock as liftOneBlock, lockVariants } from '@hub/stock';
import { z } from 'zod';
import { DESK_REFUSAL_LABELS } from '../audit/refusal-labels';
import { action } from '../engine/action';

const Name = z.string().min(1).max(255);
const OpenBlock = z.object({ id: z.string(), remaining: z.int() });

/** Ends the hold on calls to a store that refused our credentials (D23): all held calls resume together. */
export const resumeCalls = action({
  names: { 'store.resume_calls': 'resumed calls to the store' },
  changes: true,
  command: 'shop.resume',
  hub: {
    says: 'resumes the calls to a store that refused our credentials: what waits for it goes on',
    takes: {
      shop: ['<slug>'],
    },
  },
  page: '/shops/:slug/resume-calls',
  input: z.strictObject({ shop: Name }),
  async ask({ db }, { shop }) {
    const name = await nameOf(db, shop);
    if (name === null) return null;
    return {
      title: `Resume all calls to ${name}`,
      happens: [
        'Everything that waits for its store is sent.',
        'If the store refuses our credentials again, all calls are suspended again.',
      ],
      warning: 'the store accepts our credentials again.',
      submit: 'Resume calls',
    };
  },
  async run(tx, { shop: slug }) {
    const shop = await tx.shop.findUnique({ where: { slug }, select: { id: true } });
    if (!shop)
      return { kind: 'unknown', says: `Calls are not resumed: ${DESK_REFUSAL_LABELS.unknown_shop}.` };
    if (!(await resumeHeldCalls(tx, shop.id)))
      return { kind: 'refused', says: `Calls are not resumed: ${DESK_REFUSAL_LABELS.not_held_calls}.` };
    return {
      kind: 'done',
      says: 'Calls to its store are resumed.',
      answer: { shop: slug, resumed: true },
      record: {
        subjects: [`shop:${slug}`],
        changes: [{ field: 'calls', before: 'suspended', after: 'not suspended' }],
      },
    };
  },
});

/**
 * Ends the blocks on a shop's variant (D17): its stock exists after all. Lines that wait for it are served, then
 * network quantities recalculated (D16).
 */
export const liftBlock = action({
  names: { 'stock.lift_block': 'lifted a block on stock' },
  changes: true,
  command: 'stock.lift-block',
  hub: {
    says: "ends the blocks on a shop's variant: the stock is there after all",
    takes: {
      shop: ['<shop>', 'the slug of the shop'],
      variant: ['<variant_id>', "the shop's own variant id"],
    },
  },
  page: '/shops/:slug/lift-block',
  input: z.strictObject({ shop: Name, variant: Name }),
  async ask({ db }, { shop, variant }) {
    const name = await nameOf(db, shop);
    if (name === null) return null;
    return {
      title: `Lift the block on variant ${variant}`,
      happens: [
        `The pieces of it that are blocked at ${name} are offered to the network again.`,
        'Lines that wait for the article are served first.',
      ],
      warning: `${name} really has these pieces and can ship them.`,
      submit: 'Lift the block',
    };
  },
  async run(tx, { shop: slug, variant: variantId }) {
    const shop = await tx.shop.findUnique({ where: { slug }, select: { id: true } });
    if (!shop)
      return { kind: 'unknown', says: `The block is not lifted: ${DESK_REFUSAL_LABELS.unknown_shop}.` };
    await lockVariants(tx, [{ shopId: shop.id, variantId }]);
    const blocks = await rows(
      OpenBlock,
      tx.$queryRaw`
      SELECT id, remaining FROM reservation
      WHERE shop_id = ${shop.id} AND variant_id = ${variantId} AND kind = 'block' AND remaining > 0
      ORDER BY created_at, id`,
    );
    if (blocks.length === 0)
      return { kind: 'refused', says: `The block is not lifted: ${DESK_REFUSAL_LABELS.no_block}.` };
    const articles = new Set<string>();
    for (const { id } of blocks) for (const gtin of await liftOneBlock(tx, id)) articles.add(gtin);
    const pieces = blocks.reduce((sum, { remaining }) => sum + remaining, 0);
    const payloads = [...articles].map((gtin) => ({ gtin }));
    await enqueueAll(tx, COMMANDS.recalculateArticle, { payloads, correlation: randomUUID() });
    return {
      kind: 'done',
      says: `The block is lifted: ${pieces} of ${variantId} are offered again.`,
      answer: { shop: slug, variant_id: variantId, pieces },
      record: {
        subjects: [`variant:${slug}/${variantId}`],
        detail: { pieces },
        changes: [{ field: 'blocked pieces', before: pieces, after: 0 }],
      },
    };
  },
});

async function nameOf(db: Database, slug: string): Promise<string | null> {
  return (await db.shop.findUnique({ where: { slug }, select: { name: true } }))?.name ?? null;
}
