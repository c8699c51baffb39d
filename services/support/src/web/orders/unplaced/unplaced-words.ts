import type { UnplacedSituation } from '@hub/support-desk';

const WORDS: Record<UnplacedSituation, string> = {
  waiting: 'no shop found',
  order_held: 'the order is held',
  placing: 'given to a shop, which does not have it yet',
  refused: 'the shop refused it',
  disputed: 'nobody knows whether the shop has it',
};

/** Where a paid line is that no shop has. Pure. */
export function unplacedWords(situation: UnplacedSituation): string {
  return WORDS[situation];
}
