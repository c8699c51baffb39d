import { refuse } from '../refuse';

const POSITION = /^\d{1,15}$/;

/**
 * A page of a catalogue that is held as a list: its cursor is a position. For a catalogue that does not change while it is read;
 * else `keyedPage`, so that nothing is left out where something before it goes.
 */
export function pageByPosition<Item>(
  all: readonly Item[],
  { limit, cursor }: { limit: number; cursor: string | null },
): { items: readonly Item[]; nextCursor: string | null } {
  if (cursor !== null && !POSITION.test(cursor))
    throw refuse.invalidRequest('cursor', 'is none of this store');
  const to = Number(cursor ?? 0) + limit;
  return { items: all.slice(to - limit, to), nextCursor: to < all.length ? String(to) : null };
}
