import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { EVENT_NAMES, errorBody, successBody, type EventName, type Verdict } from '@hub/contract';
import { allQueues, Broker, EventRequester } from '@hub/messaging';
import { eventually } from '@hub/testing';
import { z } from 'zod';
import type { TestLogger } from './worker';

/** An event as it was answered. */
export interface Answered {
  shopId: number;
  eventId: string;
  event: EventName;
  orderId: string | null;
  verdict: Verdict;
}

const Envelope = z.object({
  event_id: z.string(),
  event: z.enum(EVENT_NAMES),
  data: z.object({ order_id: z.string().optional() }),
});

/** A shop that waits longer learns no more: the resend does. */
const ANSWER_WITHIN_MS = 1_500;
const BODY_OF_503 = { error: { code: 'temporary_failure', message: 'not now' } };

/**
 * The ingress without its checks, with a short timeout: stores' events go in, verdicts come out. It can be shut, so
 * that events arrive late and in another order.
 */
export class FakeIngress {
  isOpen = true;
  /** Receives every verdict before the shop does. */
  onAnswer: (answered: Answered) => void = () => undefined;
  private readonly shopIds = new Map<string, number>();
  private requests = 0;

  private constructor(
    private readonly server: Server,
    private readonly broker: Broker,
    private readonly requester: EventRequester,
  ) {}

  static async open(given: { amqpUrl: string; logger: TestLogger }): Promise<FakeIngress> {
    const broker = new Broker({
      config: { AMQP_URL: given.amqpUrl },
      name: 'front door',
      queues: allQueues(),
      logger: given.logger,
    });
    const requester = new EventRequester(broker);
    await broker.start();
    await eventually(() => {
      if (!broker.ready()) throw new Error('the broker is not ready');
    });
    const server = createServer();
    const door = new FakeIngress(server, broker, requester);
    server.on('request', (request, response) => void door.receive(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return door;
  }

  get busy(): boolean {
    return this.requests > 0;
  }

  /** Where a shop sends its events. */
  urlOf(slug: string): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    return `http://127.0.0.1:${address.port}/${slug}`;
  }

  admit(slug: string, shopId: number): void {
    this.shopIds.set(slug, shopId);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await this.broker.stop();
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    try {
      const body = await readBody(request);
      const shopId = this.shopIds.get((request.url ?? '').slice(1));
      if (!this.isOpen || shopId === undefined) return answer(response, 503, BODY_OF_503);
      const { event, event_id: eventId, data } = Envelope.parse(JSON.parse(body.toString()));
      const end = await this.requester.request({
        event,
        shopId,
        body,
        correlation: randomUUID(),
        receivedAt: Date.now(),
        timeoutMs: ANSWER_WITHIN_MS,
      });
      if (end.kind !== 'answered') return answer(response, 503, BODY_OF_503);
      const { verdict } = end;
      this.onAnswer({ shopId, eventId, event, orderId: data.order_id ?? null, verdict });
      if (verdict.status === 200) return answer(response, 200, successBody(eventId, verdict.outcome));
      return answer(response, verdict.status, errorBody(verdict));
    } finally {
      this.requests -= 1;
    }
  }
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
