export { acceptCatalogue, pullCatalogue } from './catalogue-actions';
export { type HealthOfDay, readCatalogueHealth } from './catalogue-health';
export { CATALOGUE_RUN_COLUMNS, type ListedCatalogueRun } from './catalogue-run-list';
export { listCatalogueRuns } from './catalogue-runs';
