export { recordActions } from './actions/record-actions';
export { actOnAlerts, ALERT_REFUSAL_WORDS, listAlerts, type AlertSummary } from './alerts/alerts';
export { actOnDeadLetters } from './dead-letters/act-on-dead-letters';
export { REFUSAL_WORDS, type DeadLetterAction } from './dead-letters/decide-action';
export {
  freezeDeadLetters,
  groupDeadLetters,
  listDeadLetters,
  type DeadLetterFilter,
  type DeadLetterSummary,
} from './dead-letters/find-dead-letters';
export { identityOf } from './dead-letters/identity';
export { readMessage, typeOfQueue, type Message } from './dead-letters/read-message';
export { revealDeadLetter, showDeadLetter, type ShownDeadLetter } from './dead-letters/show-dead-letter';
export { findWork, resumeWork } from './dead-letters/resume-work';
