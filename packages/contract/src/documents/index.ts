export { EVENT_ERROR_ADVICE, answersOf, OUTCOME_ADVICE, STORE_ERROR_ADVICE } from './answers';
export { DESCRIPTIONS } from './descriptions';
export { EXAMPLES, exampleCall, exampleEvent, exampleOwnReturn } from './examples';
