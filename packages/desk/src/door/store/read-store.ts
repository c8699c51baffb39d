import type { Database } from '@hub/database';
import { pausesOfShop } from '../../shops/pauses';
import { z } from 'zod';
import type { Contact } from '../access/contact';

/** Calls to a shop's store that are suspended (D23). */
export const HeldCalls = z.object({
  calls: z.string().describe('`all`, or the one kind, such as `place_order`'),
  status: z.int().describe('what your store answered'),
  since: z.iso.datetime(),
  next_try_at: z.iso.datetime().describe('when one of them is tried; where it succeeds all go on'),
});
export type HeldCalls = z.output<typeof HeldCalls>;

/** A pause of a shop's shipping (D38). */
export const PauseView = z.object({
  by: z.enum(['operator', 'shop']).describe('who began it: you can end only your own'),
  reason: z.string(),
  begun_at: z.iso.datetime(),
  until: z.iso.datetime(),
});
export type PauseView = z.output<typeof PauseView>;

/** How the network calls a shop's store. */
export const StoreView = z.object({
  shop: z.string(),
  bearer_token_set_at: z.iso
    .datetime()
    .nullable()
    .describe('when one was set here; null: the sheet says which is sent'),
  pauses: z
    .array(PauseView)
    .describe('open pauses of your shipping, the one that ends last first: until then you get no new orders'),
  calls_held: z.array(HeldCalls).describe('calls that wait until your store lets one in again'),
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
    pauses: await readPauses(db, shop),
    calls_held: await readHeldCalls(db, shopId),
  };
}

/** Open pauses of a shop's shipping (D38). Of support it shows no names. */
export async function readPauses(db: Database, shop: string): Promise<PauseView[]> {
  const pauses = await pausesOfShop(db, shop);
  return pauses.map(({ side, reason, begunAt, endsAt }) => ({
    by: side === 'agent' ? 'operator' : 'shop',
    reason,
    begun_at: begunAt.toISOString(),
    until: endsAt.toISOString(),
  }));
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
