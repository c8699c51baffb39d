export { type AtRisk, countAtRisk, countSituations, listAtRisk } from './orders-at-risk';
export { problemOf, PROBLEMS, RISK_SITUATIONS, type RiskSituation } from './problems';
export { RISK_COLUMNS } from './risk-list';
export { actorLabel, promisedAt, riskAddress, riskName, whyAtRisk } from './risk-labels';
export { resolveComeAgain, settleCalled, settleRecovered } from './settle-recovered';
export { alertsStillAtRisk, failedMessagesStillAtRisk } from './still-at-risk';
export { readStoreMessages, storeMessageOf } from './store-message';
