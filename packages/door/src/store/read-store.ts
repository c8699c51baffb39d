import type { Database } from '@hub/database';
import { z } from 'zod';
import type { Contact } from '../access/contact';

const Held = z.object({
  calls: z.string().describe('`all`, or the one kind, such as `place_order`'),
  status: z.int().describe('what your store answered'),
  since: z.iso.datetime(),
  next_try_at: z.iso.datetime().describe('when one of them is tried; where it succeeds all go on'),
});
export type HeldCalls = z.output<typeof Held>;

/** How the network calls a shop's store. */
export const StoreView = z.object({
  shop: z.string(),
  bearer_token_set_at: z.iso
    .datetime()
    .nullable()
    .describe('when one was set here; null: the sheet says which is sent'),
  calls_held: z.array(Held).describe('calls that wait until your store lets one in again'),
});
export type StoreView = z.output<typeof StoreView>;

export async function readStore(db: Database, { shop, shopId }: Contact): Promise<StoreView> {
  const { doorTokenSetAt } = await db.shop.findUniqueOrThrow({
    where: { id: shopId },
    select: { doorTokenSetAt: true },
  });
  return {
    shop,
    bearer_token_set_at: doorTokenSetAt?.toISOString() ?? null,
    calls_held: await readHeldCalls(db, shopId),
  };
}

/** Calls to a shop's store held by its `401` or `403` (D23). */
export async function readHeldCalls(db: Database, shopId: number): Promise<HeldCalls[]> {
  const holds = await db.callHold.findMany({ where: { shopId }, orderBy: { since: 'asc' } });
  return holds.map(({ operation, status, since, nextProbeAt }) => ({
    calls: operation,
    status,
    since: since.toISOString(),
    next_try_at: nextProbeAt.toISOString(),
  }));
}
