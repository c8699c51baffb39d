import { shopCell, type Said } from '../engine/cell';
import { firstOf, list, readFilters } from '../engine/list';
import type { Asked } from '../engine/list-definition';
import type { Looking } from '../engine/filters';
import type { PlaceText } from '../engine/places';
import { LINK_FILTERS, toLinkQuery } from './link-filters';
import { SCORE_EXPLAINED, scoreText } from './link-labels';
import { listLinkGroups, type LinkGroupPlace, type ListedLinkGroup } from './list-link-groups';
import type { LinkQuery } from './list-link-proposals';
import { pairList } from './pair-list';
import { waitingLinkList } from './waiting-list';

export const GROUP_PLACE = /^(0|1|0\.\d{1,20}|\d(\.\d{1,20})?e-\d{1,3})_\d{1,9}_[0-9a-f-]{36}$/;
/** Where a list of groups goes on, at the desk and at the door. */
export const BY_GROUP: PlaceText<LinkGroupPlace> = {
  write: ({ best, pairs, id }) => `${best}_${pairs}_${id}`,
  read(given) {
    if (!GROUP_PLACE.test(given)) return null;
    const [best = '', pairs = '', id = ''] = given.split('_');
    return { best: Number(best), pairs: Number(pairs), id };
  },
};

/** Two products in a row, with the number of their variant pairs: one decision covers them. */
export const groupList = list<ListedLinkGroup>()({
  path: '/links',
  title: 'Proposed links',
  file: pairList,
  section: 'shops',
  noun: 'proposal',
  about:
    'Variants of two shops that may be the same article, though no barcode says so. They are linked when both shops agree, or when a lead confirms; nothing is linked by itself.',
  explained: SCORE_EXPLAINED,
  links: [
    { text: 'Pair by pair', href: '/links/pairs', keeps: Object.keys(LINK_FILTERS) },
    { text: 'Import decisions from a file', href: '/links/import', role: 'lead' },
  ],
  needs: { one: ['shop', 'article'], says: 'name a shop, or an article', until: waitingLinkList },
  filters: LINK_FILTERS,
  sorts: [],
  columns: [
    { name: 'Product', head: true, cell: ({ id, a }) => ({ ...product(a), href: `/links/${id}` }) },
    { name: 'Shop', cell: ({ a }) => shopCell(a.shop, a.shopName) },
    { name: 'May be the same as', cell: ({ b }) => product(b) },
    { name: 'Of', cell: ({ b }) => shopCell(b.shop, b.shopName) },
    { name: 'Pairs', number: true, cell: ({ pairs }) => pairs },
    { name: 'Of them sure', number: true, cell: ({ sure }) => sure },
    {
      name: 'Score',
      number: true,
      cell: ({ lowest, best }) => [...new Set([lowest, best].map(scoreText))].join(' to '),
    },
  ],
  json: ({ id, pairs, sure, lowest, best, a, b }) => ({
    proposal: id,
    pairs,
    sure,
    lowest,
    best,
    products: [a, b],
  }),
  place: BY_GROUP,
  async read({ db }, { filter, after, limit }) {
    const found = await listLinkGroups(db, { ...toLinkQuery(filter), after, limit: limit + 1 });
    return firstOf(found, { limit, placeOf: (group) => group });
  },
  ticks: {
    key: ({ id }) => id,
    name: 'groups',
    path: '/links/decide',
    role: 'lead',
    label: 'Decide on groups',
    field: 'decision',
    buttons: ({ state = 'undecided' }) =>
      state === 'undecided' || state === 'agreed'
        ? [
            ['confirm', 'Link the ticked ones'],
            ['refuse', 'Refuse the ticked ones'],
          ]
        : [['undo', 'Undo for the ticked ones']],
    sendsFilter: true,
    says: 'If that is more than one pair, a page shows first what will happen.',
    otherwise: 'A lead may link, refuse and undo them; so may the two shops, at their own door.',
  },
});

function product({ title, brand }: ListedLinkGroup['a']): Said {
  return { text: title, otherwise: 'not offered any more', below: brand };
}

/** The filter of the list for the database. Throws `ListFault` if there is no such shop. */
export async function linkFilterOf(asked: Asked, looking: Looking): Promise<Omit<LinkQuery, 'limit'>> {
  return toLinkQuery(await readFilters(LINK_FILTERS, asked, looking));
}
