import { LINK_CONFIDENCES, readArticle, type LinkGroupPlace, type LinkQuery } from '@hub/support-desk';
import { z } from 'zod';
import type { Desk } from '../desk';
import { FilterText } from '../layout/filter-text';
import { PageError } from '../layout/page-error';
import { shopOfFilter } from '../layout/shop-of-filter';
import { oneOf } from '../lists/one-of';
import { LINK_FILTERS } from './link-labels';
import { readFilterFields } from '../lists/read-filter';

export const LINKS = '/links';

const Query = z.object({
  shop: FilterText,
  article: FilterText,
  confidence: oneOf(LINK_CONFIDENCES),
  state: oneOf(['undecided', 'agreed', 'confirmed', 'refused', 'undone']),
});
/** The filter of proposals as the address carries it. */
export type LinkListQuery = z.output<typeof Query>;

/** Reads the filter of an address or a form. Throws `PageError`. */
export function readLinkQuery(input: unknown): LinkListQuery {
  return readFilterFields(Query, input, 'proposal');
}

/** The same for the database; null: neither a shop nor an article is given. Throws `PageError` if it does not exist. */
export async function toLinkQuery(
  desk: Desk,
  { shop, article: named, confidence, state }: LinkListQuery,
): Promise<Omit<LinkQuery, 'limit'> | null> {
  if (shop === undefined && named === undefined) return null;
  const article = named === undefined ? undefined : readArticle(named);
  if (article === null) throw new PageError(400, 'That names no article.');
  const shopId = await shopOfFilter(desk, shop);
  return { shopId, article, confidence, states: LINK_FILTERS[state ?? 'undecided'].states };
}

/** The cursor of a list of groups, as its address carries it. */
export const GroupPlace = z
  .string()
  .regex(/^(0|1|0\.\d{1,20}|\d(\.\d{1,20})?e-\d{1,3})_\d{1,9}_[0-9a-f-]{36}$/)
  .transform((text): LinkGroupPlace => {
    const [best = '', pairs = '', id = ''] = text.split('_');
    return { best: Number(best), pairs: Number(pairs), id };
  })
  .optional();

/** The cursor of a list of groups. Throws `PageError`. */
export function readPlace(input: unknown): LinkGroupPlace | undefined {
  const read = GroupPlace.safeParse(input);
  if (!read.success) throw new PageError(400, 'This address names no place in the list.');
  return read.data;
}

export function writePlace({ best, pairs, id }: LinkGroupPlace): string {
  return `${best}_${pairs}_${id}`;
}
