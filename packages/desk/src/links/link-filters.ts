import { LinkProposalState } from '@hub/database';
import { choice, choiceOrFirst, shop, text } from '../engine/filters';
import type { QueryOf } from '../engine/list-definition';
import { readArticle } from './article-without-barcode';
import type { LinkQuery } from './list-link-proposals';

/** The choices for the state of proposals; the first is the usual one. */
const STATES = {
  undecided: { name: 'undecided', states: ['open', 'agreed'] },
  agreed: { name: 'one shop agrees', states: ['agreed'] },
  confirmed: { name: 'linked', states: ['confirmed'] },
  refused: { name: 'refused', states: ['refused'] },
  undone: { name: 'undone', states: ['undone'] },
  any: { name: 'any state', states: Object.values(LinkProposalState) },
} as const;

/** What proposed links, and groups of them, are filtered by. */
export const LINK_FILTERS = {
  shop: shop('Shop', 'of this shop'),
  confidence: choice('How sure', [
    ['sure', 'sure: scores 95 % or more, and no other variant comes near'],
    ['likely', 'likely: look at both'],
    ['possible', 'possible: look closely'],
  ]),
  state: choiceOrFirst('State', [
    ['undecided', STATES.undecided.name],
    ['agreed', STATES.agreed.name],
    ['confirmed', STATES.confirmed.name],
    ['refused', STATES.refused.name],
    ['undone', STATES.undone.name],
    ['any', STATES.any.name],
  ]),
  article: text('Linked as article', {
    says: 'that make or made a variant this article',
    as: readArticle,
  }),
};

/** The same for the database. */
export function toLinkQuery(filter: QueryOf<typeof LINK_FILTERS>): Omit<LinkQuery, 'limit'> {
  const { shop: shopId, state, ...rest } = filter;
  return { ...rest, shopId, states: STATES[state].states };
}
