import { bySize, type StoredTable } from './stored-table';

const RECORD = 'A record of going live is never changed (D32).';
const SETTLED_BY = 'Orders of its time are settled by it (D24).';
const REMOVED_SHOP = 'the removal of its shop';

/** Tables whose rows are shops, their articles, and processes. */
export const NETWORK_TABLES: Readonly<Record<string, StoredTable>> = {
  shop: bySize('nothing: a removed shop stays named by its orders'),
  shop_secret: bySize('a sheet without it'),
  shop_location: bySize('a sheet without it'),
  shop_version: { grows: 'action', bytes: 1_000, why: 'Who applied which sheet is a record (D25).' },
  shop_pause: { grows: 'action', bytes: 300, why: 'It explains why a shop got no orders (D38).' },
  split_rate: bySize('a sheet without it'),
  vat_rate: { grows: 'action', rows: 0.01, bytes: 100, why: SETTLED_BY },
  product: bySize('nothing: a retired one stays named by orders'),
  variant: bySize('nothing: a retired one stays named by orders'),
  stock_level: bySize('nothing: with its variant'),
  network_quantity: bySize(REMOVED_SHOP),
  article_calculation: bySize('nothing: one for each article'),
  article_link: bySize('the end of the link'),
  link_proposal: bySize('nothing, once decided: what was refused is not proposed again'),
  listed_product: bySize('a catalogue run without the product'),
  listing_key: bySize('a catalogue run without the product'),
  link_search: bySize('nothing: one for each shop'),
  catalogue_run: {
    grows: 'catalogue run',
    bytes: 600,
    kept: '90 days; the latest of a shop stays',
    removedBy: "catalogue's sweep `prune catalogue runs`",
  },
  catalogue_fault: {
    grows: 'catalogue run',
    rows: 100,
    bytes: 250,
    kept: 'with its run',
    removedBy: "catalogue's sweep `prune catalogue runs`",
  },
  staged_page: { grows: 'catalogue run', kept: 'until its run is applied', removedBy: 'the end of its run' },
  staged_product: {
    grows: 'catalogue run',
    kept: 'until its run is applied',
    removedBy: 'the end of its run',
  },
  staged_variant: {
    grows: 'catalogue run',
    kept: 'until its run is applied',
    removedBy: 'the end of its run',
  },
  shop_work: bySize('the end of the work'),
  shop_circuit: { grows: 'size', kept: '1 day after its worker ended', rules: ['circuits'] },
  golive_rehearsal: { grows: 'action', bytes: 20_000, why: RECORD },
  golive_entry: { grows: 'action', bytes: 500, why: RECORD },
  rehearsal_run: bySize('the end of the rehearsal'),
  rehearsal_write: bySize('inventory, when the rehearsal is over'),
  process: bySize('its process, or another one when it reports no more'),
  process_heartbeat: bySize('its process, or another one when it reports no more'),
  sweep_progress: bySize('nothing: one for each sweep'),
  sweep_round: bySize('nothing: one for each sweep'),
  installation: bySize('nothing: one row'),
  encryption_state: bySize('nothing: one row'),
  certificate_key: bySize('nothing: one row'),
  body_key: {
    grows: 'action',
    rows: 0.01,
    bytes: 200,
    why: 'Bodies that are still kept are encrypted under it (D34).',
  },
  contract_step: bySize('nothing: one for each migration that removed something'),
  _prisma_migrations: bySize('nothing: one for each migration'),
};
