import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { InventoryWrite } from '@hub/contract';
import fc from 'fast-check';

/** What a store answers to a write. */
export interface OddAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const anyText = fc.string({
  unit: fc.oneof(
    fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
    fc.constantFrom('\0', '😀', '\ud83d', '"'),
  ),
});
const longText = fc
  .tuple(anyText, fc.constantFrom(0, 99, 499, 2_000_000))
  .map(([text, length]) => 'x'.repeat(length) + text);

/** Any answer that is not the right receipt, temporary failures aside: those are tried again. */
export const anyAnswer: fc.Arbitrary<OddAnswer> = fc.record({
  status: fc.constantFrom(200, 201, 204, 206, 302, 400, 404, 409, 418, 422, 451, 499),
  headers: fc.constantFrom(
    {},
    { 'retry-after': '1e9' },
    { 'content-encoding': 'gzip' },
    { 'content-type': 'text/html' },
  ),
  body: fc.oneof(
    anyText,
    fc.json(),
    longText.map((code) => JSON.stringify({ error: { code, message: code, field: code } })),
    fc.record({ error: fc.jsonValue() }).map((body) => JSON.stringify(body)),
    fc
      .record({ success: fc.jsonValue(), variant_id: longText, quantity: fc.jsonValue() })
      .map((body) => JSON.stringify(body)),
    fc.constant(`${'['.repeat(100_000)}${']'.repeat(100_000)}`),
  ),
});

/** A store that answers each write of a network quantity as instructed. */
export async function startOddStore(answerTo: (write: InventoryWrite) => OddAnswer | undefined) {
  const server = createServer((request, response) => {
    void json(request).then((write) => reply(response, answerTo(write as InventoryWrite)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    apiRoot: `http://127.0.0.1:${port}`,
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function reply(response: ServerResponse, answer: OddAnswer | undefined): void {
  response.writeHead(answer?.status ?? 500, answer?.headers).end(answer?.body);
}
