export { callAnswer, callOutcome, callTone, operationName } from './call-words';
export { showCall, type ShownCall } from './show-call';
