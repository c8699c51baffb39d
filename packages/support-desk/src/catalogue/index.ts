export {
  countUnlinked,
  listUnlinked,
  unlinkedQuery,
  type UnlinkedPlace,
  type UnlinkedQuery,
  type UnlinkedShop,
  type UnlinkedVariant,
} from './unlinked-variants';
export { acceptCatalogue, pullCatalogue } from './catalogue-actions';
export { listCatalogueRuns } from './catalogue-runs';
export { CATALOGUE_RUN_COLUMNS, catalogueRunList, type ListedCatalogueRun } from './catalogue-run-list';
export { readCatalogueHealth, type HealthOfDay } from './catalogue-health';
export { unlinkedList } from './unlinked-list';
