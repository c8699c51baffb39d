import { randomUUID } from 'node:crypto';
import {
  droppedOfEvent,
  isSignature,
  requireEvent,
  StorableText,
  storableText,
  type Envelope,
  type Verdict,
} from '@hub/contract';
import { isLarge } from '../large-data';

/** A request of a known shop, and what it was answered. */
export interface AnsweredRequest {
  shopId: number;
  /** Milliseconds since the epoch. */
  receivedAt: number;
  /** Whether the shop is known to be the sender. */
  verified: boolean;
  signature: string | undefined;
  /** Null: it could not be read. */
  envelope: Envelope | null;
  /** Null: it was not read to its end. */
  body: Buffer | null;
  /** As the request states it; for a body that was read, its length counts. */
  contentLength: number | null;
  verdict: Verdict;
  /** Whether the ingress decided the verdict. */
  byIngress: boolean;
}

/** What is kept of it (D33). */
export interface SentEvent {
  id: string;
  shopId: number;
  receivedAt: Date;
  event: string | null;
  eventId: string | null;
  about: string | null;
  /** The hub's reference that it names. */
  reference: string | null;
  status: number;
  outcome: string | null;
  code: string | null;
  field: string | null;
  reason: string | null;
  bytes: number | null;
  byIngress: boolean;
  /** To be encrypted; null: the sender is not known, or there is none. */
  body: Buffer | null;
}

const TEXT_CHARACTERS = 255;
const REASON_CHARACTERS = 1_000;

/**
 * What is kept of a request: everything except an accepted stock event, which is the normal case and has its row in the
 * ledger. Of one whose sender is not known only the answer, its reason, and the length. Pure except for the id.
 */
export function describeSent(request: AnsweredRequest): SentEvent | null {
  const { shopId, verified, body, byIngress } = request;
  if (isAcceptedStock(request)) return null;
  const read = readAgain(request);
  return {
    id: randomUUID(),
    shopId,
    receivedAt: new Date(request.receivedAt),
    ...(verified ? namesOf(read) : UNNAMED),
    ...answerOf(read),
    bytes: body?.length ?? request.contentLength,
    byIngress,
    body: verified ? body : null,
  };
}

/** The data of a large body are not kept while it is undecided. */
function readAgain(request: AnsweredRequest): AnsweredRequest {
  const { envelope, body } = request;
  if (envelope === null || !isLarge(body)) return request;
  const { data } = fieldsOf(parse(body));
  return { ...request, envelope: { ...envelope, data: { ...fieldsOf(data) } } };
}

function isAcceptedStock({ verdict, envelope }: AnsweredRequest): boolean {
  return verdict.status === 200 && verdict.outcome === 'accepted' && envelope?.event === 'inventory.updated';
}

const UNNAMED = { event: null, eventId: null, about: null, reference: null };

/** As far as they can be read, however wrong the rest of it is. */
function namesOf({ envelope, body }: AnsweredRequest) {
  const read: unknown = envelope ?? parse(body);
  const { event, event_id: eventId, data } = fieldsOf(read);
  const { order_id: orderId, variant_id: variantId, external_ref: reference } = fieldsOf(data);
  return {
    event: nameOf(event),
    eventId: nameOf(eventId),
    about: nameOf(orderId) ?? nameOf(variantId),
    reference: nameOf(reference),
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function nameOf(value: unknown): string | null {
  const read = StorableText.safeParse(value);
  return read.success && read.data !== '' && read.data.length <= TEXT_CHARACTERS ? read.data : null;
}

function parse(body: Buffer | null): unknown {
  try {
    return body === null ? null : JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

function answerOf({ verdict, signature, envelope }: AnsweredRequest) {
  const { status } = verdict;
  if (verdict.status === 200)
    return { status, outcome: verdict.outcome, code: null, ...droppedFrom(envelope) };
  const { code, field, message } = verdict;
  return {
    status,
    outcome: null,
    code,
    field: field === undefined ? null : storableText(field, TEXT_CHARACTERS),
    reason: status === 401 ? whyUnauthorized(signature) : storableText(message, REASON_CHARACTERS),
  };
}

/** The faulty optional fields of an event that was judged without them (D7). */
function droppedFrom(envelope: Envelope | null): { field: string | null; reason: string | null } {
  const dropped = envelope ? droppedOfEvent(requireEvent(envelope.event).data, envelope.data) : [];
  const [first] = dropped;
  if (!first) return { field: null, reason: null };
  const faults = dropped.map(({ field, message }) => `${field} ${message}`);
  return {
    field: storableText(first.field, TEXT_CHARACTERS),
    reason: storableText(`left out: ${faults.join('; ')}`, REASON_CHARACTERS),
  };
}

/** The class of the reason, which the answer itself does not reveal (D3). */
function whyUnauthorized(signature: string | undefined): string {
  if (signature === undefined || signature === '') return 'no header';
  return isSignature(signature) ? 'no secret matched' : 'malformed';
}
