import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

const KIB = 1024;
const MIB = 1024 * KIB;
const JSON_TYPE = { 'content-type': 'application/json' };

type Answer = (response: ServerResponse) => Promise<void> | void;

/** The body is made once. */
function whole(
  status: number,
  body: () => string | Buffer,
  headers: Record<string, string> = JSON_TYPE,
): Answer {
  let made: Buffer | undefined;
  return (response) => {
    made ??= Buffer.from(body());
    response.writeHead(status, headers).end(made);
  };
}

const filled = (unit: string, bytes: number): string => unit.repeat(Math.ceil(bytes / unit.length));
const listOf = (unit: string, bytes: number): string => `[${filled(`${unit},`, bytes)}${unit}]`;

/** Byte by byte, at once or slowly: each is a chunk of its own. */
const byteByByte =
  (bytes: number, pauseMs: number): Answer =>
  async (response) => {
    response.writeHead(200, JSON_TYPE);
    const { socket } = response;
    for (let sent = 0; sent < bytes; sent += 2_000) {
      if (!socket || socket.destroyed) return;
      const chunks = filled('1\r\n \r\n', Math.min(2_000, bytes - sent) * 6);
      if (pauseMs > 0) await wait(pauseMs);
      if (!socket.write(chunks)) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    socket?.destroy();
  };

const receipt = (extra: object) =>
  JSON.stringify({ success: true, message: 'a\u0000\u202e\u001b[2J', ...extra });

/** Answers to any call. */
const TO_CALLS: Readonly<Record<string, Answer>> = {
  'ten megabytes of text': whole(200, () => `{"message":"${filled('a ', 9.9 * MIB)}"}`),
  'ten megabytes of refusal': whole(409, () => `{"error":{"code":"${filled('c', 9.9 * MIB)}"}}`),
  'ten megabytes of fault': whole(500, () => listOf('{}', 9.9 * MIB)),
  'unlimited depth': whole(200, () => '['.repeat(60 * KIB)),
  depth: whole(200, () => '['.repeat(30_000) + ']'.repeat(30_000)),
  'a deep error': whole(422, () => `{"error":${'{"error":'.repeat(3_000)}1${'}'.repeat(3_001)}`),
  'control characters': whole(200, () => receipt({ external_ref: '\u0000', order_id: '\u001b]0;x\u0007' })),
  'lone surrogates': whole(422, () => '{"error":{"code":"\\ud800","message":"\\udfff\\u0000"}}'),
  'wrong encoding': whole(200, () => Buffer.from(filled('\u00ff\u00fe', 10_000), 'latin1')),
  bomb: whole(200, () => gzipSync(Buffer.alloc(50 * MIB)), { ...JSON_TYPE, 'content-encoding': 'gzip' }),
  'byte by byte': byteByByte(64 * KIB, 0),
  'slow bytes': byteByByte(40_000, 200),
  'a body cut off': (response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000000' }).write('{');
    response.socket?.destroySoon();
  },
  'a connection cut off': (response) => void response.socket?.destroy(),
  nothing: whole(200, () => ''),
};

const level = '{"location_id":"1001","quantity":1}';
const product = (id: number, variants: string, title = 'T') =>
  `{"product_id":"h-${id}","title":"${title}","brand":"B","images":[{"url":"https://a.b/c"}],"variants":${variants}}`;
const page = (products: string, next: string | null = null) =>
  `{"products":${products},"next_cursor":${JSON.stringify(next)}}`;

/** Pages of a catalogue besides. */
const PAGES: Readonly<Record<string, Answer>> = {
  'millions of empty products': whole(200, () => page(listOf('{}', 9.9 * MIB))),
  'millions of numbers': whole(200, () => page(listOf('0', 9.9 * MIB))),
  'a page of empty lists': whole(200, () => page(listOf('[]', 9.9 * MIB))),
  'a page of stock levels': whole(200, () =>
    page(`[${product(1, `[{"variant_id":"h","size":"M","inventory":${listOf(level, 9.8 * MIB)}}]`)}]`),
  ),
  'a page of faulty variants': whole(200, () =>
    page(`[${product(1, listOf('{"variant_id":1,"size":2,"inventory":3}', 9.8 * MIB))}]`),
  ),
  'a page of names': whole(
    200,
    () => `{"products":[],${Array.from({ length: 700_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
  ),
  'a title of megabytes': whole(200, () => page(`[${product(1, '[]', filled('q ', 5 * MIB))}]`)),
  'a deep page': whole(200, () => page('['.repeat(2 * MIB) + ']'.repeat(2 * MIB))),
  'a page byte by byte': byteByByte(4 * MIB, 0),
  'unlimited pages': whole(200, () => page('[]', String(Math.random()))),
};

/** @returns the answer's name, once it is sent */
export async function answerHostilely(
  response: ServerResponse,
  { isPage, random }: { isPage: boolean; random: () => number },
): Promise<string> {
  const answers = Object.entries(isPage && random() < 0.8 ? PAGES : TO_CALLS);
  const [name, answer] = answers[Math.floor(random() * answers.length)] ?? ['nothing', TO_CALLS['nothing']];
  response.on('error', () => undefined);
  await answer?.(response);
  return name;
}
