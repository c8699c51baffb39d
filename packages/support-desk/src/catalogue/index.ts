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
export { listCatalogueRuns, type ListedCatalogueRun } from './catalogue-runs';
export { readCatalogueHealth, type HealthOfDay } from './catalogue-health';
export { unlinkedList } from './unlinked-list';
