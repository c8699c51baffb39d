import type { CatalogueRunModel } from '@hub/database';
import { choice, period, shop } from '../engine/filters';
import { firstOf, list, time } from '../engine/list';
import type { ColumnOf } from '../engine/list-definition';
import { BY_TIME_AND_ID } from '../engine/places';
import { shopList } from '../shops/shop-list';
import { CATALOGUE_STATES } from '../shops/shop-labels';
import { listCatalogueRuns } from './catalogue-runs';

export type ListedCatalogueRun = CatalogueRunModel;

/** The columns of a catalogue run, in every list of them. */
export const CATALOGUE_RUN_COLUMNS: readonly ColumnOf<ListedCatalogueRun>[] = [
  { name: 'Asked for', head: true, cell: ({ requestedAt }) => requestedAt },
  { name: 'State', cell: ({ state, failure }) => ({ ...CATALOGUE_STATES[state], below: failure }) },
  { name: 'Why', only: 'text', cell: ({ failure }) => failure },
  { name: 'Finished', only: 'text', cell: ({ finishedAt }) => finishedAt },
  { name: 'Pages', number: true, cell: ({ pages }) => pages },
  { name: 'Products', number: true, cell: ({ products }) => products },
  { name: 'Variants', number: true, cell: ({ variants }) => variants },
  { name: 'Added', number: true, cell: ({ added }) => added },
  { name: 'Changed', number: true, cell: ({ changed }) => changed },
  { name: 'Retired', number: true, cell: ({ retired }) => retired },
  { name: 'Linked', number: true, cell: ({ linked }) => linked },
  { name: 'Faults', number: true, cell: ({ faultCount }) => faultCount },
  { name: 'Run id', only: 'text', cell: ({ id }) => id },
];

/** Runs of a shop's catalogue (D14). */
export const catalogueRunList = list<ListedCatalogueRun>()({
  path: '/catalogue-runs',
  title: 'Catalogue runs',
  command: {
    name: 'catalogue.runs',
    says: 'readings of the catalogue of a shop, with their counts',
    argument: '<shop>',
    under: 'runs',
  },
  section: 'shops',
  noun: 'catalogue run',
  about: 'Every reading of a shop’s catalogue, with its counts. The faults are those of the last one.',
  links: [{ text: 'Unlinked variants', href: '/unlinked', keeps: ['shop'] }],
  needs: { one: ['shop'], says: 'Name the shop whose catalogue runs are asked for.', until: shopList },
  filters: {
    shop: shop('Shop', 'of this shop'),
    state: choice(
      'State',
      (['queued', 'reading', 'waiting', 'accepted', 'refused', 'failed'] as const).map(
        (state) => [state, CATALOGUE_STATES[state].text] as const,
      ),
    ),
    ...period('Asked for'),
  },
  columns: CATALOGUE_RUN_COLUMNS,
  json: (run) => ({
    run: run.id,
    state: run.state,
    requested_at: time(run.requestedAt),
    started_at: time(run.startedAt),
    finished_at: time(run.finishedAt),
    pages: run.pages,
    products: run.products,
    variants: run.variants,
    added: run.added,
    changed: run.changed,
    unchanged: run.unchanged,
    retired: run.retired,
    reactivated: run.reactivated,
    linked: run.linked,
    unlinked: run.unlinked,
    failure: run.failure,
    fault_count: run.faultCount,
  }),
  place: BY_TIME_AND_ID,
  async read({ db }, { filter: { shop: shopId = 0, ...filter }, sort, after, limit }) {
    const found = await listCatalogueRuns(db, {
      ...filter,
      shopId,
      oldestFirst: sort === 'oldest',
      after,
      limit: limit + 1,
    });
    return firstOf(found, { limit, placeOf: ({ requestedAt: at, id }) => ({ at, id }) });
  },
});
