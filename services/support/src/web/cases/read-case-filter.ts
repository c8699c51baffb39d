import type { CaseFilter } from '@hub/support-desk';
import { z } from 'zod';
import type { Viewer } from '../access/viewer';
import type { Desk } from '../desk';
import { FilterText } from '../layout/filter-text';
import { listAddress } from '../layout/list-address';
import { shopOfFilter } from '../layout/shop-of-filter';
import { Moment, momentOf } from '../lists/moment';
import { oneOf } from '../lists/one-of';
import { CASES } from './case-labels';
import { readListFilter } from '../lists/read-filter';

export const STATE_CHOICES = [
  ['', 'open'],
  ['snoozed', 'snoozed'],
  ['closed', 'closed'],
  ['left', 'closed by hand, not well'],
  ['any', 'any state'],
] as const;
export const OWNER_CHOICES = [
  ['', 'anyone'],
  ['me', 'mine'],
  ['calls_me', 'calling me in a note'],
  ['none', 'no one'],
] as const;

const Query = z.object({
  state: oneOf(['snoozed', 'closed', 'left', 'any']),
  owner: oneOf(['me', 'calls_me', 'none']),
  shop: FilterText,
  since: Moment,
  until: Moment,
  sort: oneOf(['oldest']),
});
/** The filter as the address carries it. */
export type CaseListFilter = z.output<typeof Query>;

/** Reads the filter of an address; by default open cases that are not snoozed. Throws `PageError`. */
export function readCaseFilter(input: unknown): CaseListFilter {
  return readListFilter(Query, input, 'case');
}

/** The same for the database. Throws `PageError` if there is no such shop. */
export async function toCaseFilter(
  desk: Desk,
  { state, owner, shop, since, until }: CaseListFilter,
  viewer: Viewer,
): Promise<CaseFilter> {
  return {
    state: state === 'any' || state === 'left' ? undefined : (state ?? 'open'),
    left: state === 'left',
    owner: owner === 'me' ? viewer.name : owner === 'none' ? null : undefined,
    mentions: owner === 'calls_me' ? viewer.name : undefined,
    shopId: await shopOfFilter(desk, shop),
    since: momentOf(since),
    until: momentOf(until),
  };
}

/** The address of a list. @param more parameters besides the filter */
export function casesAddress(filter: CaseListFilter, more: Record<string, string> = {}): string {
  return listAddress(CASES, { ...filter, ...more });
}
