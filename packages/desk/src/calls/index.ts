export { callAnswer, callOutcome, callTone, operationName } from './call-labels';
export { showCall, type ShownCall } from './show-call';
