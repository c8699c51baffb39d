import { OUTCOMES, type Outcome, SIGNATURE_HEADER } from '@hub/contract';
import { z } from 'zod';
import { CheckFault, NotRun } from '../../check-ending';
import type { CheckContext } from '../../check-context';
import { keptAnswer, keptEvent, keptHeaders } from '../../http/evidence';
import { type Answer, exchange } from '../../http/exchange';
import type { Arrival, EventMessage } from '../../inbound/arrival';
import type { Inbox } from '../../inbound/inbox';
import { codeOf, describeAnswer } from '../../judge';

const Verdict = z.object({ success: z.literal(true), event_id: z.string(), outcome: z.enum(OUTCOMES) });

/**
 * Sends the captured bytes of an event again, and compares the answer with the first verdict (D6): an accepted event is
 * known, a refused one is refused. Throws CheckFault where the verdict differs, or something is done twice.
 */
export async function replay(
  context: CheckContext,
  inbox: Inbox,
  { message, eventId }: Arrival,
): Promise<void> {
  const earlier = inbox.arrivals.findLast(
    (one) => one.answer.status !== 503 && one.message.bytes.equals(message.bytes),
  );
  if (!earlier) throw new NotRun('it needs an event that was answered other than 503');
  const { status, body } = earlier.answer;
  const answer = await sendAgain(context, inbox, message);
  const to = 'to the captured bytes, sent again,';
  const taken = Verdict.safeParse(body).data;
  if (taken) {
    requireOutcome(answer, { eventId, outcome: knownAs(taken.outcome), to });
    const effects = inbox.taken.effectsOf(taken.event_id);
    if (effects > 1) throw new CheckFault(`the event took effect ${effects} times`, THROUGH);
  } else if (answer.kind === 'none' || answer.status !== status || codeOf(answer) !== codeIn(body))
    throw new CheckFault(`${to} the events address ${describeAnswer(answer)}, and ${status} before`, THROUGH);
}

const THROUGH =
  'look at what stands before the events address: bytes and signature must come through as they were sent';

/** A finished cancellation stays `stopped`; an accepted event is a `duplicate`. */
function knownAs(outcome: Outcome): Outcome {
  return outcome === 'accepted' ? 'duplicate' : outcome;
}

function codeIn(body: object): string | null {
  return codeOf({ kind: 'answered', status: 0, headers: {}, body, bytes: 0, tookMs: 0 });
}

/** Throws CheckFault where the answer is not a `200` for this event with this outcome. */
export function requireOutcome(
  answer: Answer,
  { eventId, outcome, to }: { eventId: string | null; outcome: Outcome; to: string },
): void {
  const { data: given } = Verdict.safeParse(answer.kind === 'answered' ? answer.body : undefined);
  if (given && given.event_id === eventId && given.outcome === outcome) return;
  const said = given ? `${describeAnswer(answer)} ${given.outcome}` : describeAnswer(answer);
  throw new CheckFault(`${to} the events address ${said}, in place of 200 ${outcome}`, THROUGH);
}

/**
 * Sends bytes to where the store sends its events: the address of the run, or the hub's. Throws NotRun where that is not
 * known, or gives no verdict.
 */
export async function sendAgain(
  { evidence, target }: CheckContext,
  inbox: Inbox,
  { headers: came, bytes }: Pick<EventMessage, 'headers' | 'bytes'>,
): Promise<Answer> {
  if (inbox.url === null) throw new NotRun('it is not known where the store sends its events');
  const url = new URL(inbox.url);
  const signature = came[SIGNATURE_HEADER.toLowerCase()];
  const headers = {
    'content-type': 'application/json',
    'content-length': String(bytes.length),
    ...(signature === undefined ? {} : { [SIGNATURE_HEADER]: signature }),
  };
  const at = new Date().toISOString();
  const { timeoutMs } = target;
  // Our own address, not the store's: it may be on this machine.
  const sent = { url, method: 'POST', headers, body: bytes, timeoutMs, allowInsecure: true };
  const isSent = (one: Arrival): boolean => one.message.bytes.equals(bytes);
  const answer = await inbox.whileAwaiting(isSent, () => exchange(sent));
  const request = {
    method: 'POST',
    path: url.pathname,
    headers: keptHeaders(headers),
    body: keptEvent(jsonOf(bytes)),
  };
  evidence.add({
    at,
    request,
    answer: keptAnswer(answer, answer.kind === 'answered' ? answer.body : undefined),
  });
  if (answer.kind === 'none' || answer.status >= 500)
    throw new NotRun(`the events address ${describeAnswer(answer)} to what was sent to it again`);
  return answer;
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
