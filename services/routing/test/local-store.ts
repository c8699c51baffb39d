import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorBody, type StoreErrorCode } from '@hub/contract';

/** How the store answers the next calls; `lose_answer` creates the order and then hangs up. */
export type Fault =
  | { kind: 'status'; status: number; code: StoreErrorCode; retryAfter?: string }
  /** The order is created and its answer lost once; later calls are answered this way. */
  | { kind: 'lose_answer_then'; status: number; code: StoreErrorCode }
  | { kind: 'lose_answer' }
  | { kind: 'receipt'; change: object };

/** A store's `POST /orders`: idempotent by `external_ref`, with faults on demand. */
export class LocalStore {
  /** Bodies as received, in order. */
  readonly bodies: string[] = [];
  readonly signatures: unknown[] = [];
  /** Order ids by reference: what the store has created. */
  readonly orders = new Map<string, string>();
  fault: Fault | null = null;
  /** Awaited before an answer. */
  before: () => Promise<void> = () => Promise.resolve();

  private constructor(private readonly server: Server) {}

  static async open(): Promise<LocalStore> {
    const server = createServer();
    const store = new LocalStore(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void store.serve(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return store;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    this.bodies.push(body);
    this.signatures.push(request.headers['x-hub-signature']);
    await this.before();
    const { fault } = this;
    if (fault?.kind === 'status') {
      if (fault.retryAfter !== undefined) response.setHeader('retry-after', fault.retryAfter);
      answer(response, fault.status, errorBody({ code: fault.code, message: 'refused' }));
      return;
    }
    const { external_ref: ref } = JSON.parse(body) as { external_ref: string };
    const orderId = this.orders.get(ref) ?? `SO-${this.orders.size + 1}`;
    this.orders.set(ref, orderId);
    if (fault?.kind === 'lose_answer_then')
      this.fault = { kind: 'status', status: fault.status, code: fault.code };
    if (fault?.kind === 'lose_answer' || fault?.kind === 'lose_answer_then') {
      response.destroy();
      return;
    }
    const receipt = { success: true, external_ref: ref, order_id: orderId, status: 'created' };
    answer(response, 200, { ...receipt, ...fault?.change });
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
