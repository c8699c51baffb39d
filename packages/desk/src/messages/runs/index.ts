export { advanceRunsByEffect } from './advance-by-effect';
export { advanceBulkRuns, deferBulkRun } from './advance-run';
export { canChange, changeBulkRun, RUN_CHANGES, type RunChange } from './change-run';
export { RUN_REFUSAL_LABELS } from './decide-by-effect';
export { findBulkRun, type ListedRun, listRunsOfSelection } from './list-runs';
export { RUN_COLUMNS, runList } from './run-list';
export { restOfRun, runProgress, runTitle, whyItStands } from './run-labels';
export { startBulkRun, type StartedRun } from './start-run';
