export { countAtRisk, countSituations, listAtRisk, whoMustAct, type AtRisk } from './orders-at-risk';
export { resolveComeAgain, settleCalled, settleRecovered } from './settle-recovered';
export { readStoreWords, storeWordsOf } from './store-words';
export { alertsStillAtRisk, failedMessagesStillAtRisk } from './still-at-risk';
export type { Actor } from '../problems/problem';
export { RISK_COLUMNS, riskList } from './risk-list';
export { actorLabel, promisedAt, riskAddress, riskName, whyAtRisk } from './risk-words';
