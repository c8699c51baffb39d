export { ALERTS } from './alerts';
export { Pace } from './pace';
export { alertmanagerConfig } from './routes';
export { ruleGroups, RUNBOOKS, WATCHDOG } from './rules';
export { prometheusConfig } from './scrape';
