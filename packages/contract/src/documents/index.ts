export { answersOf, EVENT_ERROR_ADVICE, OUTCOME_ADVICE, STORE_ERROR_ADVICE } from './answers';
export { DESCRIPTIONS } from './descriptions';
export { EXAMPLES, exampleCall, exampleEvent, exampleOwnReturn } from './examples';
export { dataSchemaName, wireSchemas } from './schemas';
export { STORE_ENDPOINT_TEXTS } from './store-api';
