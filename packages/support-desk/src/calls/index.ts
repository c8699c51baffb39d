export { callList } from './call-list';
export { callAnswer, callOutcome, callTone, operationName } from './call-words';
export { type CallFilter, type CallListPage, type CallListQuery, type ListedCall } from './list-calls';
export { showCall, type CallAttempt, type ShownCall } from './show-call';
