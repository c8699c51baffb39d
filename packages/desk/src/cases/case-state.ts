import type { StateLabel } from '../engine/cell';
import { figure } from '../words/amount';
import { counted } from '../words/counted';
import type { ListedCase } from './list-cases';

export const CASES = '/cases';

/** Its state, and who has it. */
export function caseState({ state, owner, closedBy, mergedInto }: ListedCase): StateLabel {
  switch (state) {
    case 'open':
      return owner === null ? { text: 'open', tone: 'bad' } : { text: `with ${owner}`, tone: 'warn' };
    case 'snoozed':
      return { text: owner === null ? 'snoozed' : `snoozed, with ${owner}`, tone: 'quiet' };
    case 'closed':
      if (mergedInto !== null) return { text: 'merged into another case', tone: 'quiet' };
      return closedBy === null
        ? { text: 'closed: all its problems are resolved', tone: 'good' }
        : { text: `closed by ${closedBy}`, tone: 'quiet' };
  }
}

/** Such as `2 of 5 items affected`: the others are solved. An item is an order, or a message or alert of no known order. */
export function extent({ orders, inDifficulty }: Pick<ListedCase, 'orders' | 'inDifficulty'>): string {
  return inDifficulty === orders
    ? `${counted(orders, 'item')} affected`
    : `${figure(inDifficulty)} of ${counted(orders, 'item')} affected`;
}
