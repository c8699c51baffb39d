import { CALL_DESCRIPTIONS } from './call-descriptions';
import { EVENT_DESCRIPTIONS } from './event-descriptions';

/**
 * What each named schema is (`is`), and what its fields mean, in plain language, for implementers of the other side. A
 * field without a text, or a text without a field, fails the tests.
 */
export const DESCRIPTIONS = { ...CALL_DESCRIPTIONS, ...EVENT_DESCRIPTIONS };
