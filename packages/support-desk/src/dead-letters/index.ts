export { MESSAGE_ACTIONS, MESSAGES_AT_ONCE } from './message-actions';
export {
  BULK,
  DEAD_LETTER_ACTIONS,
  REFUSAL_LABELS,
  requiresNote,
  type ActionRefusal,
  type DeadLetterAction,
} from './decide-action';
export {
  type DeadLetterFilter,
  type DeadLetterGroup,
  type DeadLetterPlace,
  type DeadLetterSummary,
} from './find-dead-letters';
export { identityOf } from './identity';
export { readMessage, typeOfQueue, type Message } from './read-message';
export { revealDeadLetter, showDeadLetter, type ShownDeadLetter } from './show-dead-letter';
export { findWork, resumeIn, resumeWork } from './resume-work';
export { editMessage, revertEdit } from './edit-dead-letter';
export type { EditFault } from './read-edit';
export { findSelection, freezeSelection, type DeadLetterSelection, type StoredSelection } from './selections';
export { forecastSelection, type SelectionForecast } from './forecast-selection';
export { listSelection, selectionProgress, type SelectionProgress } from './selection-progress';
export { describeMessage, MESSAGE_COLUMNS, messageFilterOf, messageList } from './message-list';
export { causeList } from './cause-list';
export { aboutOf, messageState } from './message-words';
