import type { z } from 'zod';
import type { Capability } from '../capability';

/** The workers that messages belong to. */
export type WorkerName = 'catalogue' | 'inventory' | 'routing' | 'fulfilment' | 'cancellation' | 'returns';

/** All that is known of an event kind, stated once: every list of events is derived from these. */
export interface EventDefinition<Name extends string = string, Data extends z.ZodType = z.ZodType> {
  name: Name;
  /** The worker that answers it. */
  owner: WorkerName;
  /** The switch of the sheet without which it is refused (D3, D25). */
  capability: Capability;
  /** What it says, for the documents. */
  summary: string;
  /** What it is called on the desk's pages. */
  label: string;
  /** Schema of its `data`; personal fields are marked in it (D29). */
  data: Data;
  /** How long its store waits for the verdict (D5). */
  answerWithinMs: number;
}

/** D5: a cancellation takes calls to other stores, and says so. */
const ANSWER_WITHIN_MS = 10_000;

export function defineEvent<const Name extends string, Data extends z.ZodType>(
  facts: Omit<EventDefinition<Name, Data>, 'answerWithinMs'> & { answerWithinMs?: number },
): EventDefinition<Name, Data> {
  return { answerWithinMs: ANSWER_WITHIN_MS, ...facts };
}
