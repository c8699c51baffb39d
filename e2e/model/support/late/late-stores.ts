import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const Call = z.looseObject({
  external_ref: z.string().optional(),
  order_id: z.string().optional(),
  variant_id: z.string().optional(),
  location_id: z.string().optional(),
  quantity: z.number().optional(),
});

/** The stores of all shops at one address: they take every order, and stop one unless its shop has shipped it. */
export class LateStores {
  /** Their own ids of orders that have left. */
  readonly left = new Set<string>();
  calls = 0;
  private readonly ids = new Map<string, string>();

  private constructor(private readonly server: Server) {}

  static async open(): Promise<LateStores> {
    const server = createServer((request, response) => {
      void stores.answer(request).then(({ status, body }) => {
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
      });
    });
    const stores = new LateStores(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return stores;
  }

  rootOf(slug: string): string {
    const { port }: Pick<AddressInfo, 'port'> = z.object({ port: z.int() }).parse(this.server.address());
    return `http://127.0.0.1:${port}/${slug}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(request: IncomingMessage): Promise<{ status: number; body: object }> {
    this.calls += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const call = Call.parse(JSON.parse(Buffer.concat(chunks).toString() || '{}'));
    const [, slug = '', endpoint, orderId] = (request.url ?? '').split('/');
    const { external_ref: reference = '', order_id: named = '' } = call;
    if (endpoint === 'inventory') {
      const { variant_id, location_id, quantity } = call;
      return { status: 200, body: { success: true, variant_id, location_id, quantity } };
    }
    if (endpoint === 'cancel') {
      if (this.left.has(named))
        return {
          status: 409,
          body: { error: { code: 'order_already_shipped', message: 'it has shipped' } },
        };
      return {
        status: 200,
        body: { success: true, external_ref: reference, order_id: named, status: 'stopped' },
      };
    }
    if (orderId !== undefined)
      return {
        status: 200,
        body: { success: true, external_ref: reference, order_id: decodeURIComponent(orderId) },
      };
    const id = this.ids.get(reference) ?? `${slug}-${this.ids.size + 1}`;
    this.ids.set(reference, id);
    return {
      status: 200,
      body: { success: true, message: 'created', external_ref: reference, order_id: id, status: 'created' },
    };
  }
}
