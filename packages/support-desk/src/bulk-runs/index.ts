export { advanceBulkRuns, deferBulkRun } from './advance-run';
export { advanceRunsByEffect } from './advance-by-effect';
export { RUN_REFUSAL_LABELS } from './decide-by-effect';
export { canChange, changeBulkRun, RUN_CHANGES, type RunChange } from './change-run';
export { findBulkRun, listRunsOfSelection } from './list-runs';
export type { ListedRun } from './list-runs';
export { startBulkRun, type StartedRun } from './start-run';
export { RUN_COLUMNS, runList } from './run-list';
export { restOfRun, runProgress, runTitle, whyItStands } from './run-words';
