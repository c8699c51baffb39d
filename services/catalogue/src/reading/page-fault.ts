import { LIMITS, MORE_FAULTS } from '@hub/contract';

/** One fault of a page: where, and what is wrong, never the value (D14). */
export interface PageFault {
  productId: string | null;
  variantId: string | null;
  /** A path such as `products[3].variants[0].size`. */
  field: string;
  message: string;
}

const MORE: PageFault = { productId: null, variantId: null, ...MORE_FAULTS };

/** Adds faults of a page to those that are named. @returns whether no more of them are named (D36) */
export function nameFaults(named: PageFault[], found: Iterable<PageFault>): boolean {
  for (const fault of found) {
    if (named.length >= LIMITS.maxPageFaults) {
      named.push(MORE);
      return true;
    }
    named.push(fault);
  }
  return false;
}
