import { listAddress } from '../engine/address';
import type { Said } from '../engine/cell';
import { shop } from '../engine/filters';
import { keptByDatabase } from '../engine/kept-for-a-minute';
import { list, partOf } from '../engine/list';
import { BY_NUMBER } from '../engine/places';
import { countLinkProposals, type WaitingLinks } from './count-link-proposals';

const waitingIn = keptByDatabase((db) => countLinkProposals(db));

/** How many proposals wait for a decision, by shop. */
export const waitingLinkList = list<WaitingLinks>()({
  path: '/links/waiting',
  title: 'Undecided pairs, by shop',
  command: { name: 'link.waiting' },
  section: 'shops',
  noun: 'shop with undecided pairs',
  about: 'A pair counts in both of its shops. Counted at most a minute ago.',
  filters: { shop: shop('Shop', 'of this shop alone') },
  sorts: [],
  columns: [
    {
      name: 'Shop',
      head: true,
      cell: ({ shop: slug, name }) => ({ text: name, href: listAddress('/links', { shop: slug }) }),
    },
    { name: 'Slug', only: 'text', cell: ({ shop: slug }) => slug },
    { name: 'Sure', number: true, cell: (row) => counted(row, 'sure') },
    { name: 'Likely', number: true, cell: (row) => counted(row, 'likely') },
    { name: 'Possible', number: true, cell: (row) => counted(row, 'possible') },
    { name: 'The other shop agrees', number: true, cell: ({ agreed }) => agreed },
  ],
  json: (row) => row,
  place: BY_NUMBER,
  calm: 'No pair waits for a decision. To see what was decided, choose a shop.',
  async read({ db, now }, { asked, after, limit }) {
    const shops = await waitingIn(db, '', now);
    const fits = (row: WaitingLinks) => asked['shop'] === undefined || row.shop === asked['shop'];
    return partOf(shops.filter(fits), { after, limit });
  },
});

function counted(row: WaitingLinks, confidence: 'sure' | 'likely' | 'possible'): Said {
  const { shop: slug, [confidence]: count } = row;
  return { text: count, href: count === 0 ? undefined : listAddress('/links', { shop: slug, confidence }) };
}
