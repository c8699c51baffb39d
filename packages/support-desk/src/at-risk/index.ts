export { countAtRisk, countRisksByShop, countSituations, listAtRisk, type AtRisk } from './orders-at-risk';
export { resolveComeAgain, settleRecovered } from './settle-recovered';
export { readStoreWords, storeWordsOf } from './store-words';
export { alertsStillAtRisk, failedMessagesStillAtRisk } from './still-at-risk';
export { ORDER_ALERT_KINDS, RISK_SITUATIONS, whoMustAct, type RiskSituation } from './situations';
