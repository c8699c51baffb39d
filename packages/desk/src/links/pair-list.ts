import { firstOf, list, time } from '../engine/list';
import type { ColumnOf } from '../engine/list-definition';
import type { PlaceText } from '../engine/places';
import { z } from 'zod';
import { describeEvidence } from './describe-evidence';
import { LINK_COLUMNS } from './link-file';
import { LINK_FILTERS, toLinkQuery } from './link-filters';
import { LINK_STATES, scoreText } from './link-labels';
import { listLinkProposals, type LinkPlace, type ListedLinkProposal } from './list-link-proposals';
import { waitingLinkList } from './waiting-list';

/** As a score stands in an address. */
const SCORE = String.raw`0|1|0\.\d{1,20}|\d(?:\.\d{1,20})?e-\d{1,3}`;
const BY_SCORE: PlaceText<LinkPlace> = {
  write: ({ score, id }) => `${score}_${id}`,
  read(given) {
    const [, score, id] = new RegExp(`^(${SCORE})_(.*)$`).exec(given) ?? [];
    return score !== undefined && z.uuid().safeParse(id).success
      ? { score: Number(score), id: id ?? '' }
      : null;
  },
};

const inFile: readonly ColumnOf<ListedLinkProposal>[] = LINK_COLUMNS.map(({ name, text }) => ({
  name,
  only: 'file',
  cell: text,
}));

/** Pairs of variants that may be one article, one by one: the file is the one that decisions are written into. */
export const pairList = list<ListedLinkProposal>()({
  path: '/links/pairs',
  title: 'Proposed links, pair by pair',
  command: { name: 'link.list', says: 'how many wait by shop; of a shop or an article, which' },
  file: 'proposed-links',
  section: 'shops',
  noun: 'proposal',
  about: 'Pairs of variants that may be one article, the best first.',
  links: [{ text: 'By product', href: '/links', keeps: Object.keys(LINK_FILTERS) }],
  needs: { one: ['shop', 'article'], says: 'name a shop, or an article', until: waitingLinkList },
  filters: LINK_FILTERS,
  sorts: [],
  columns: [
    ...inFile,
    {
      name: 'Variant',
      head: true,
      only: 'shown',
      cell: ({ id, a }) => ({ text: called(a), href: `/links/${id}` }),
    },
    { name: 'Same as', only: 'shown', cell: ({ b }) => called(b) },
    { name: 'Score', only: 'shown', number: true, cell: ({ score }) => scoreText(score) },
    { name: 'How sure', only: 'shown', cell: ({ confidence }) => confidence },
    { name: 'State', only: 'shown', cell: ({ state }) => LINK_STATES[state] },
    { name: 'Proposal', only: 'shown', cell: ({ id }) => ({ text: id, isReference: true }) },
  ],
  json: describePair,
  place: BY_SCORE,
  async read({ db }, { filter, after, limit }) {
    const found = await listLinkProposals(db, { ...toLinkQuery(filter), after, limit: limit + 1 });
    return firstOf(found, { limit, placeOf: (pair) => pair });
  },
});

function called({ shop, title, variantTitle, size }: ListedLinkProposal['a']): string {
  return `${title}, ${variantTitle ?? size} (${shop})`;
}

/** A proposal as JSON, in every answer. */
export function describePair(pair: ListedLinkProposal) {
  const { id, state, score, confidence, evidence, agreedShop, decidedAt, decidedBy, a, b } = pair;
  return {
    proposal: id,
    state,
    agreed_by: [a, b].find(({ shopId }) => shopId === agreedShop)?.shop ?? null,
    score,
    confidence,
    ...describeEvidence(evidence),
    decided_at: time(decidedAt),
    decided_by: decidedBy,
    variants: [a, b].map((side) => ({
      shop: side.shop,
      variant_id: side.variantId,
      title: side.title,
      brand: side.brand,
      variant_title: side.variantTitle,
      size: side.size,
      barcode: side.barcode,
    })),
  };
}
