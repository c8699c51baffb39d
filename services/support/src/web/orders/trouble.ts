import { plainFailure, storeWordsOf, type OrderTimeline, type ShopOfOrder } from '@hub/support-desk';
import type { StoreSaying } from '../at-risk/said-of-risks';
import type { Role } from '../access/viewer';

/** A way out: the address of a page that asks before anything is done. */
export interface Step {
  href: string;
  name: string;
  /** Who may. */
  role: Role;
}

/** Something that is wrong with an order now. */
export interface Trouble {
  /** Bad: nothing goes on without somebody. */
  tone: 'bad' | 'warn';
  title: string;
  /** The shop that the title names. */
  shop?: ShopOfOrder | undefined;
  words: string;
  /** What the store itself said, and whose store it is; none: nothing. */
  said?: StoreSaying | undefined;
  /** What to do about it; empty where the steps say it all. */
  advice: string;
  steps: Step[];
}

/** Such as `The store answered 404.`, of what a worker noted down. Pure. @param failure null: nothing was noted */
export function failureWords(failure: string | null): string {
  if (!failure) return 'No reason is recorded.';
  const plain = plainFailure(failure);
  const text = `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** What the store said when it did not do what a call of this reference asked. Pure. */
export function saidOf(calls: OrderTimeline['calls'], reference: string | null): StoreSaying | undefined {
  const failed = calls.findLast((call) => call.reference === reference && call.outcome !== 'confirmed');
  const words = failed ? storeWordsOf(failed.response) : null;
  return failed && words !== null ? { store: failed.shopName, words } : undefined;
}
