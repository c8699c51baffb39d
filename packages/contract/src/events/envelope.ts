import { z } from 'zod';
import { EventId } from '../ids';
import { Instant } from '../instant';
import { EVENT_NAMES } from './events';

/** The fields of the envelope by type alone: what D3 checks before any value. Of `data` each worker reads its own. */
export const EnvelopeFields = z.object({
  spec_version: z.string(),
  event: z.string(),
  event_id: EventId,
  occurred_at: Instant,
  data: z.looseObject({}),
});

/** The envelope of every event. */
export const Envelope = EnvelopeFields.extend({ spec_version: z.literal('1'), event: z.enum(EVENT_NAMES) });
export type Envelope = z.output<typeof Envelope>;
