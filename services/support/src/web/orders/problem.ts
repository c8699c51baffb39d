import { plainFailure } from '@hub/desk/words';
import { storeMessageOf } from '@hub/desk/problems';
import type { OrderTimeline, ShopOfOrder } from '@hub/desk/orders';
import type { ShopMail } from '@hub/desk/shops';
import type { StoreSaying } from '../at-risk/said-of-risks';
import type { Role } from '../access/viewer';

/** A possible action: the address of a page that asks before it acts. */
export interface Step {
  href: string;
  name: string;
  /** The required role. */
  role: Role;
}

/** A current problem of an order. */
export interface Problem {
  /** Bad: nothing continues until a person acts. */
  tone: 'bad' | 'warn';
  title: string;
  /** The shop that the title names. */
  shop?: ShopOfOrder | undefined;
  /** Times in it are written as instants. */
  words: string;
  /** What the store itself answered, and whose store it is; undefined: nothing. */
  said?: StoreSaying | undefined;
  /** What to do about it; empty if the steps say everything. */
  advice: string;
  steps: Step[];
  /** Asks the shop that must act, ready to be sent. */
  ask?: { shopName: string; mail: ShopMail };
}

/** Such as `The store answered 404.`, from a worker's recorded failure. @param failure null: none was recorded */
export function failureText(failure: string | null): string {
  if (!failure) return 'No reason is recorded.';
  const plain = plainFailure(failure);
  const text = `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** What the store answered when a call of this reference was not confirmed. */
export function saidOf(calls: OrderTimeline['calls'], reference: string | null): StoreSaying | undefined {
  const failed = calls.findLast((call) => call.reference === reference && call.outcome !== 'confirmed');
  const words = failed ? storeMessageOf(failed.response) : null;
  return failed && words !== null ? { store: failed.shopName, words } : undefined;
}
