import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import { finished } from 'node:stream/promises';
import {
  errorBody,
  refusal,
  successBody,
  temporaryFailure,
  type Envelope,
  type EventName,
  type Verdict,
} from '@hub/contract';
import { verdictWithinMs, type EventAnswer, type RehearsalOfShop } from '@hub/messaging';
import { clientAddress, type Logger } from '@hub/runtime';
import { checkEvent, type CheckedEvent, type EventSender } from './check-event';
import type { BodiesInFlight } from './bodies-in-flight';
import { observeAnswer, whileInFlight } from './observe-answer';
import { readBody } from './read-body';
import { recordRequest } from './record-request';
import { RETRY_AFTER_S } from './retry-after';
import type { AnsweredRequest } from './sent/describe-sent';
import { UndecidedEvents } from './undecided-events';

/** The largest length that the column holds. */
const INT4 = 2_147_483_647;
/** How long a body that is too large may continue after its answer. */
const DISCARD_WITHIN_MS = 20_000;
/** Names the request in the hub's logs and traces: a shop quotes it to support. */
const CORRELATION_HEADER = 'X-Correlation-Id';

export interface ReceiveDependencies {
  /**
   * Whether the shops could be read since the start: before that a known shop cannot be distinguished from an unknown
   * one.
   */
  shopsKnown(): boolean;
  /** Whether this process's clock is near enough to the database's to judge an event (Clocks). */
  clockRight(): boolean;
  findSender(slug: string, now: number): EventSender | null;
  request(event: {
    event: EventName;
    shopId: number;
    body: Buffer;
    correlation: string;
    receivedAt: number;
    timeoutMs: number;
    rehearsal?: RehearsalOfShop | undefined;
  }): Promise<EventAnswer>;
  /** Receives the answer to a known shop, afterwards (D33); the answer does not wait for it. */
  keep(request: AnsweredRequest): void;
  /** Those that say who their client is. */
  trustedProxies: BlockList;
  logger: Logger;
  /** The database's time, ms since the epoch. */
  now(): number;
  /** The later of this process's clock and the database's: no event is refused for a time before it. */
  latestNow(): number;
}

interface Received {
  slug: string;
  correlation: string;
  receivedAt: number;
  /** Null: no known shop; undefined: not looked up, because the body was not read. */
  shopId?: number | null;
  /** As far as it could be read. */
  envelope?: Envelope;
  /** Whether a worker decided it. */
  byWorker: boolean;
  /** Whether the shop is known to be the sender: only then its slug goes into the log. */
  verified: boolean;
}

/**
 * `POST /shops/{slug}/events` (D1): verify, publish, answer the worker's verdict. It contains no rule about event data.
 */
export function receiveEvent(dependencies: ReceiveDependencies, bodies: BodiesInFlight) {
  const undecided = new UndecidedEvents();
  return (httpRequest: IncomingMessage, response: ServerResponse, slug: string): Promise<void> =>
    whileInFlight(() => receive(httpRequest, response, slug));

  async function receive(
    httpRequest: IncomingMessage,
    response: ServerResponse,
    slug: string,
  ): Promise<void> {
    const started = performance.now();
    const receivedAt = dependencies.now();
    const received: Received = {
      slug,
      correlation: randomUUID(),
      receivedAt,
      byWorker: false,
      verified: false,
    };
    const address = clientAddress(httpRequest, dependencies.trustedProxies);
    const body = await readBody(httpRequest, address, bodies);
    if (body === 'aborted') return;
    const signature = signatureOf(httpRequest);
    const verdict = Buffer.isBuffer(body) ? await decide({ body, received, signature }) : UNREAD[body]();
    answer(response, verdict, received);
    const durationMs = performance.now() - started;
    recordRequest(httpRequest, received, { verdict, durationMs });
    observeAnswer(received.envelope?.event, verdict, durationMs);
    log(dependencies.logger, { received, verdict, durationMs });
    const { shopId = shopOf(slug, receivedAt), verified, envelope = null, byWorker } = received;
    if (shopId === null) return;
    dependencies.keep({
      shopId,
      receivedAt,
      verified,
      signature,
      envelope,
      body: Buffer.isBuffer(body) ? body : null,
      contentLength: lengthOf(httpRequest),
      verdict,
      byIngress: !byWorker,
    });
  }

  /** Null: there is no such shop, or it is not known yet. */
  function shopOf(slug: string, now: number): number | null {
    return dependencies.shopsKnown() ? (dependencies.findSender(slug, now)?.id ?? null) : null;
  }

  async function decide(request: {
    body: Buffer;
    received: Received;
    signature: string | undefined;
  }): Promise<Verdict> {
    const { body, received, signature } = request;
    if (!dependencies.shopsKnown()) return temporaryFailure('the shops are not known yet');
    if (!dependencies.clockRight()) return temporaryFailure('no time can be judged now');
    const sender = dependencies.findSender(received.slug, dependencies.now());
    received.shopId = sender?.id ?? null;
    const latestNow = dependencies.latestNow();
    const checked = checkEvent({ sender, body, signature, now: latestNow });
    received.verified = checked.ok || checked.verified;
    const { envelope } = checked;
    if (envelope) received.envelope = envelope;
    if (!checked.ok) return checked.refusal;
    const leave = undecided.enter(checked.sender.id, body.length);
    if (!leave) return temporaryFailure('too many events are undecided');
    try {
      return await ask(checked, { body, received, latestNow });
    } finally {
      leave();
    }
  }

  async function ask(
    { sender, envelope, capabilityOff }: Extract<CheckedEvent, { ok: true }>,
    { body, received, latestNow }: { body: Buffer; received: Received; latestNow: number },
  ): Promise<Verdict> {
    const { event } = envelope;
    const timeoutMs = verdictWithinMs(event);
    const { correlation } = received;
    const rehearsal = sender.rehearsal ? { run: sender.rehearsal, capabilityOff } : undefined;
    const reply = await dependencies.request({
      event,
      shopId: sender.id,
      body,
      correlation,
      receivedAt: latestNow,
      timeoutMs,
      rehearsal,
    });
    switch (reply.kind) {
      case 'answered':
        received.byWorker = true;
        return reply.verdict;
      case 'rehearsed':
        return reply.verdict;
      case 'unanswered':
        return temporaryFailure('the event is queued and not decided yet');
      case 'not_published':
        return temporaryFailure('the event could not be queued');
    }
  }
}

/** Node joins a header that is given twice. */
function signatureOf({ headers }: IncomingMessage): string | undefined {
  return [headers['x-hub-signature'] ?? []].flat()[0];
}

/** Null: the request does not say it. */
function lengthOf({ headers }: IncomingMessage): number | null {
  const length = Number(headers['content-length'] ?? Number.NaN);
  return Number.isInteger(length) && length <= INT4 ? length : null;
}

/** The answer to a body that was not read to its end. */
const UNREAD = {
  too_large: () => refusal('payload_too_large', 'the body exceeds 512 KiB'),
  no_room: () => temporaryFailure('too many bodies are being received'),
};

function answer(response: ServerResponse, verdict: Verdict, received: Received): void {
  const body = JSON.stringify(
    verdict.status === 200
      ? successBody(received.envelope?.event_id ?? '', verdict.outcome)
      : errorBody(verdict),
  );
  if (verdict.status === 503) response.setHeader('Retry-After', RETRY_AFTER_S);
  response.setHeader(CORRELATION_HEADER, received.correlation);
  // Not by Express's `json`, which costs more than the rest of the answer.
  response.writeHead(verdict.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  if (verdict.status !== 413) return void response.end(body);
  response.write(body);
  void discardRest(response.req).then(() => response.end());
}

/**
 * Reads and discards the rest of a body that is too large before the connection closes: a connection closed with unread
 * bytes is reset, and a sender that has not read its answer by then loses it.
 */
async function discardRest(request: IncomingMessage): Promise<void> {
  request.resume();
  await finished(request, { signal: AbortSignal.timeout(DISCARD_WITHIN_MS) }).catch(() => request.destroy());
}

function log(
  logger: Logger,
  { received, verdict, durationMs }: { received: Received; verdict: Verdict; durationMs: number },
): void {
  const { envelope, correlation, verified, slug } = received;
  const refused = verdict.status === 200 ? undefined : verdict;
  // What is undefined is not in the line.
  logger.info('event answered', {
    correlation,
    shop: verified ? slug : undefined,
    event: envelope?.event,
    eventId: envelope?.event_id,
    status: verdict.status,
    outcome: verdict.status === 200 ? verdict.outcome : undefined,
    code: refused?.code,
    field: refused?.field,
    durationMs: Math.round(durationMs * 10) / 10,
  });
}
