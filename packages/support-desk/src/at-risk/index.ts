export { countAtRisk, countSituations, listAtRisk, whoMustAct, type AtRisk } from './orders-at-risk';
export { resolveComeAgain, settleCalled, settleRecovered } from './settle-recovered';
export { readStoreWords, storeWordsOf } from './store-words';
export { alertsStillAtRisk, failedMessagesStillAtRisk } from './still-at-risk';
