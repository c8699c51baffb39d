import { z } from 'zod';
import type { EventName } from '../events/events';
import type { ServiceErrorCode, StoreErrorCode } from '../refusal';
import type { Outcome } from '../verdict';
import captured from './examples.json';

/**
 * What stores and service really sent each other in a journey, with made-up ids and times; a journey compares it
 * (`e2e/test/integrators.e2e.test.ts`, which also writes it again).
 */
export const EXAMPLES = captured;

/** A body of the examples; throws if it was not captured. */
type Body = Readonly<Record<string, unknown>>;
const Bodies = z.record(z.string(), z.looseObject({}));
const Calls = z.record(
  z.string(),
  z.object({ request: z.looseObject({}).optional(), receipt: z.looseObject({}) }),
);

const events = Bodies.parse(captured.events);
const outcomes = Bodies.parse(captured.outcomes);
const refusals = Bodies.parse(captured.refusals);
const storeErrors = Bodies.parse(captured.storeErrors);
const calls = Calls.parse(captured.calls);

/** The answer to a store's own signature, by what was wrong with it. */
export const EXPLANATION_EXAMPLES: Body = Bodies.parse(captured.explanations);

export const exampleEvent = (event: EventName): Body => found(events, event);
/** `return.created` as a selling platform sends it. */
export const exampleOwnReturn = (): Body => found(events, 'return.created of an own order');
export const exampleOutcome = (outcome: Outcome): Body => found(outcomes, outcome);
export const exampleRefusal = (code: ServiceErrorCode): Body => found(refusals, code);
export const exampleStoreError = (code: StoreErrorCode): Body => found(storeErrors, code);
export const exampleCall = (endpoint: string) => found(calls, endpoint);

function found<T>(bodies: Readonly<Record<string, T>>, name: string): T {
  const body = bodies[name];
  if (body === undefined) throw new Error(`examples.json has no ${name}`);
  return body;
}
