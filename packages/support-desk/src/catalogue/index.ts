export {
  countUnlinked,
  listUnlinked,
  unlinkedQuery,
  type UnlinkedPlace,
  type UnlinkedQuery,
  type UnlinkedShop,
  type UnlinkedVariant,
} from './unlinked-variants';
export { acceptCatalogue, listCatalogueRuns, pullCatalogue, type ListedCatalogueRun } from './catalogue-runs';
export { readCatalogueHealth, type HealthOfDay } from './catalogue-health';
export { unlinkedList } from './unlinked-list';
