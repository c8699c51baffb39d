import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const Posted = z.object({ text: z.string() });

/** Where support says what happens to cases. */
export class Webhook {
  private readonly texts: string[] = [];

  private constructor(private readonly server: Server) {}

  static async open(): Promise<Webhook> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        webhook.texts.push(Posted.parse(JSON.parse(Buffer.concat(chunks).toString('utf8'))).text);
        response.end('ok');
      });
    });
    const webhook = new Webhook(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return webhook;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** What was said of cases of this title, in the order in which it came. */
  said(title: string): string[] {
    return this.texts.filter((text) => text.includes(title));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}
