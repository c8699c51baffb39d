export type { Check } from './check';
export { CheckFault, NotRun } from './check-ending';
export { CHECKS } from './checks/checks';
export { NOBODY, type People, type SeenShippingOrder, type SoldOrder } from './people';
export { CheckResult, Evidence, RehearsalRecord, type Step, STEPS } from './record';
export { type Progress, rehearse, type RehearsalOptions } from './rehearse';
export { junitReport } from './report/junit';
export { terminalReporter } from './report/terminal';
export type { Target } from './target';
