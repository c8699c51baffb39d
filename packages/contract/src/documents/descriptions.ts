import { CALL_DESCRIPTIONS } from './call-descriptions';
import { EVENT_DESCRIPTIONS } from './event-descriptions';

/**
 * What each named schema is (`is`), and what its fields mean, in plain words, for whoever writes the other side. A field
 * without a text, and a text without a field, are red.
 */
export const DESCRIPTIONS = { ...CALL_DESCRIPTIONS, ...EVENT_DESCRIPTIONS };
