import type { EventName } from '@hub/contract';
import type { Check } from '../../check';
import { CheckFault, NotRun } from '../../check-ending';
import type { CheckContext } from '../../check-context';
import { keepArrival } from '../../http/evidence';
import type { Arrival, Fault } from '../../inbound/arrival';
import { causedEvent, type ExpectedEvent, whileExpected } from '../../inbound/caused-event';
import type { Inbox } from '../../inbound/inbox';
import { NO_PEOPLE, type People } from '../../people';
import type { Step } from '../../record';
import { RUN_CODE_FIELDS } from '../../run-code';
import { replay } from './replay';

/** Does it once per run, however many checks judge the result. */
export function oncePerRun<T>(
  act: (context: CheckContext) => Promise<T>,
): (context: CheckContext) => Promise<T> {
  const done = new WeakMap<CheckContext['run'], Promise<T>>();
  return (context) => {
    const earlier = done.get(context.run);
    if (earlier) return earlier;
    const now = act(context);
    done.set(context.run, now);
    return now;
  };
}

/** The events address of the run. Throws NotRun where it has none. */
export function requireInbox({ inbox }: CheckContext): Inbox {
  if (inbox) return inbox;
  throw new NotRun('the rehearsal has no address for events');
}

/** Something that makes the store send an event. */
export interface Cause {
  /** What its staff is asked for, as in "cancel order 7". */
  what: string;
  expected: ExpectedEvent;
  act: (people: People) => Promise<unknown>;
}

/**
 * Prompts the store's staff to do something, and waits for its event; null where none came. Throws NotRun where there
 * is no one to ask.
 */
export async function eventOf(context: CheckContext, cause: Cause): Promise<Arrival | null> {
  const inbox = requireInbox(context);
  const { people, evidence } = context;
  if (people === NO_PEOPLE) throw new NotRun(`it needs a person at the store: ${cause.what}`);
  const mark = inbox.mark;
  evidence.note(`asked of the store's people: ${cause.what}`);
  await whileExpected(inbox, cause.expected, () => cause.act(people));
  const arrival = await causedEvent(inbox, mark, cause.expected);
  if (!arrival && inbox.options.signal?.aborted)
    throw new NotRun('the rehearsal was ended before the event came');
  return arrival;
}

/** An event that a run requests from the store. */
export interface AskedEvent<Facts extends { arrival: Arrival | null }> {
  step: Step;
  event: EventName;
  /** Its name in the ids of checks. */
  name: string;
  /** When the contract requires it. */
  when: string;
  asked: (context: CheckContext) => Promise<Facts>;
}

/** The rules for every event: it arrives, signed, in the envelope, with valid data. */
export function eventChecks<Facts extends { arrival: Arrival | null }>(asked: AskedEvent<Facts>): Check[] {
  const { event } = asked;
  return [
    arrivesCheck(asked),
    partCheck(asked, 'signature', {
      what: 'signed',
      rule: `${event} is signed over its exact bytes with an agreed secret, in hex.`,
    }),
    partCheck(asked, 'envelope', {
      what: 'in_envelope',
      rule: `${event} comes in the envelope: spec_version "1", event, event_id, occurred_at in UTC and not in the future, data.`,
    }),
    partCheck(asked, 'data', {
      what: 'valid',
      rule: `The data of ${event} has every required field, each of the right form.`,
    }),
    eventCheck(
      asked,
      {
        what: 'replayed',
        rule: `The exact bytes of ${event}, sent again, get the verdict that they had, and nothing is done twice.`,
      },
      (arrival, _, context) => replay(context, requireInbox(context), arrival),
    ),
  ];
}

/** That it comes at all. */
export function arrivesCheck<Facts extends { arrival: Arrival | null }>(asked: AskedEvent<Facts>): Check {
  const { event, when } = asked;
  return {
    ...headOf(asked, 'arrives', `${event} is sent ${when}.`),
    async play(context) {
      const { arrival } = await asked.asked(context);
      if (arrival) return keepArrival(context.evidence, arrival);
      const { runCode } = context.target;
      const coded =
        event === 'order.created' ? `, with the code ${runCode} of this run in ${RUN_CODE_FIELDS}` : '';
      throw new CheckFault(
        `no new ${event}${coded} came${describeOthers(requireInbox(context))}`,
        `send ${event} ${when}, to the events address of this run`,
      );
    },
  };
}

/** One more rule of an event that came. */
export function eventCheck<Facts extends { arrival: Arrival | null }>(
  asked: AskedEvent<Facts>,
  { what, rule }: { what: string; rule: string },
  judge: (arrival: Arrival, facts: Facts, context: CheckContext) => Promise<void> | void,
): Check {
  return {
    ...headOf(asked, what, rule),
    async play(context) {
      const facts = await asked.asked(context);
      const { arrival } = facts;
      if (!arrival) throw new NotRun(`it needs the event: see ${asked.step}.${asked.name}_arrives`);
      keepArrival(context.evidence, arrival);
      await judge(arrival, facts, context);
    },
  };
}

function partCheck<Facts extends { arrival: Arrival | null }>(
  asked: AskedEvent<Facts>,
  part: keyof Arrival['faults'],
  named: { what: string; rule: string },
): Check {
  return eventCheck(asked, named, ({ faults }) => throwFault(faults[part]));
}

function throwFault(fault: Fault | null): void {
  if (fault) throw new CheckFault(fault.seen, fault.correct);
}

function headOf({ step, name }: { step: Step; name: string }, what: string, rule: string) {
  return { id: `${step}.${name}_${what}`, step, direction: 'from_store' as const, rule };
}

/** What else arrived at the address, to help find an event that did not. */
function describeOthers({ arrivals }: Inbox): string {
  if (arrivals.length === 0) return '; nothing has come to the events address so far';
  const refused = arrivals.filter(({ answer }) => answer.status !== 200 && answer.status !== 503);
  const last = refused.at(-1);
  const more = last ? `, ${refused.length} of them refused, the last with ${last.answer.status}` : '';
  return `; other events so far: ${arrivals.length}${more}`;
}
