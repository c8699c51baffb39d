import { StorableText } from '@hub/contract';
import type { Database } from '@hub/database';
import { z } from 'zod';
import { CommandFault } from './command-fault';

export { time } from '../engine/list';

const LONGEST_TEXT = 500;
const MOST = 10_000;

/** A name or an id, as given. */
export const Text = z.string().min(1, 'must not be empty').max(LONGEST_TEXT).pipe(StorableText);
/** The maximum number. */
export const Limit = z.int().min(1).max(MOST, `at most ${MOST}`);
export const Moment = z.iso
  .datetime('must be a time such as 2026-11-22T10:00:00Z')
  .transform((at) => new Date(at));
/** Why, for the record; without personal data. */
export const Note = z.string().trim().min(1).max(1_000).pipe(StorableText).optional();
/** An order by any of its ids, and the shop if two use the same. */
export const NamedOrder = z.strictObject({ order: Text, shop: Text.optional() });

/** One of these, sent as text; for any other the fault lists them. */
export function oneOf<const T extends string>(values: readonly T[]) {
  return z.string().transform((text, context): T => {
    const found = values.find((value) => value === text);
    if (found !== undefined) return found;
    const message = `there is none of this name; there are: ${values.join(', ')}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

/** The shop of a slug, removed ones too; for an unknown one the fault lists the shops. */
export async function requireShop(db: Database, slug: string) {
  const shop = await db.shop.findUnique({ where: { slug }, include: { locations: true } });
  if (shop) return shop;
  const known = await db.shop.findMany({ select: { slug: true }, orderBy: { slug: 'asc' }, take: 20 });
  const names = known.map((entry) => entry.slug).join(', ');
  throw new CommandFault('unknown', [
    `no shop "${slug}"${names ? `; there are: ${names}` : '; none is registered yet'}`,
  ]);
}

/** The id of a shop, if one is named. */
export async function shopIdOf(db: Database, slug: string | undefined): Promise<number | undefined> {
  return slug === undefined ? undefined : (await requireShop(db, slug)).id;
}
