import type { z } from 'zod';
import type { Capability } from '../capability';
import type { ServiceErrorCode } from '../refusal';
import type { Outcome } from '../verdict';

/** The workers that own messages. */
export type WorkerName = 'catalogue' | 'inventory' | 'routing' | 'fulfilment' | 'cancellation' | 'returns';

/** The facts of an event kind, stated once: every list of events is derived from these. */
export interface EventDefinition<Name extends string = string, Data extends z.ZodType = z.ZodType> {
  name: Name;
  /** The worker that answers it. */
  owner: WorkerName;
  /** The capability of the sheet without which it is refused (D3, D25). */
  capability: Capability;
  /** Its meaning, for the documents. */
  summary: string;
  /** Its label on the desk's pages. */
  label: string;
  /** Schema of its `data`, in which personal fields are marked (D29). */
  data: Data;
  /** Schemas in it that the documents name, by those names. */
  parts: Readonly<Record<string, z.ZodType>>;
  /** Outcomes that a `200` to it may have (D4). */
  outcomes: readonly Outcome[];
  /** Codes with which it may be refused, besides those of any event. */
  errors: readonly ServiceErrorCode[];
  /** How long its store waits for the verdict (D5). */
  answerWithinMs: number;
}

/** D5: a cancellation makes calls to other stores, and declares it. */
const ANSWER_WITHIN_MS = 10_000;

type Usual = 'answerWithinMs' | 'parts';

export function defineEvent<const Name extends string, Data extends z.ZodType>(
  facts: Omit<EventDefinition<Name, Data>, Usual> & Partial<Pick<EventDefinition<Name, Data>, Usual>>,
): EventDefinition<Name, Data> {
  return { answerWithinMs: ANSWER_WITHIN_MS, parts: {}, ...facts };
}
