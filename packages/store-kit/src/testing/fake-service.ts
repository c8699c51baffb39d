import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  errorBody,
  type EventName,
  readEnvelope,
  readEventData,
  refusal,
  type Refusal,
  requireEvent,
  type ServiceErrorCode,
  SIGNATURE_HEADER,
  successBody,
  verifySignature,
} from '@hub/contract';

/** An event that the service has taken: once, however often it came. */
export interface TakenEvent {
  event: EventName;
  eventId: string;
  data: Record<string, unknown>;
}

/**
 * What the next event is answered instead of its verdict: a status, a refusal by its code, or a broken connection, before anything
 * was done or after it was taken.
 */
export type Mishap = number | ServiceErrorCode | 'cut_before' | 'cut_after';

export interface FakeService {
  /** For `eventsUrl`. */
  url: string;
  /** What took effect, in the order in which it did. */
  readonly taken: readonly TakenEvent[];
  /** Their data, of one kind. */
  dataOf(event: EventName): Record<string, unknown>[];
  /** Every attempt, as bytes. */
  readonly attempts: readonly Buffer[];
  /** What will go wrong, event by event. */
  readonly mishaps: Mishap[];
  /** What the shop reported wrongly: refused permanently. */
  readonly refusals: readonly Refusal[];
  stop(): Promise<void>;
}

/** The service at the other end of a store's events, for tests: judges each by the contract, and knows what it has taken. */
export async function startFakeService(secrets: readonly string[]): Promise<FakeService> {
  const taken: TakenEvent[] = [];
  const attempts: Buffer[] = [];
  const mishaps: Mishap[] = [];
  const refusals: Refusal[] = [];
  const ledger = new Map<string, Buffer>();

  const judge = (bytes: Buffer, request: IncomingMessage): Refusal | { eventId: string; isNew: boolean } => {
    const header = String(request.headers[SIGNATURE_HEADER.toLowerCase()]);
    if (!verifySignature({ secrets, body: bytes, header })) return refusal('unauthorized', 'not signed');
    const read = readEnvelope(bytes, Date.now());
    if (!read.ok) return read.refusal;
    const { event, event_id: eventId, data } = read.envelope;
    const valid = readEventData(requireEvent(event).data, data);
    if (!valid.ok) return valid.refusal;
    const known = ledger.get(eventId);
    if (known && !known.equals(bytes)) return refusal('event_id_conflict', 'used for another event');
    if (!known) taken.push({ event, eventId, data });
    ledger.set(eventId, bytes);
    return { eventId, isNew: !known };
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const bytes = await bytesOf(request);
    attempts.push(bytes);
    const mishap = mishaps.shift();
    if (mishap === 'cut_before') return void request.socket.destroy();
    if (typeof mishap === 'number')
      return write(response, mishap, errorBody({ code: 'temporary_failure', message: 'a mishap' }));
    const isRefused = mishap !== undefined && mishap !== 'cut_after';
    const verdict = isRefused ? refusal(mishap, 'a mishap') : judge(bytes, request);
    if (mishap === 'cut_after') return void request.socket.destroy();
    if ('eventId' in verdict)
      return write(response, 200, successBody(verdict.eventId, verdict.isNew ? 'accepted' : 'duplicate'));
    refusals.push(verdict);
    return write(response, verdict.status, errorBody(verdict));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/shops/test-shop/events`,
    taken,
    attempts,
    mishaps,
    refusals,
    dataOf: (event) => taken.filter((one) => one.event === event).map(({ data }) => data),
    stop: () => close(server),
  };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function write(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (isAddress(address)) resolve(address.port);
      else reject(new Error('the server has no port'));
    });
  });
}

function isAddress(address: ReturnType<Server['address']>): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
