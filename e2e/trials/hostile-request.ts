import { randomUUID } from 'node:crypto';
import { sign } from '@hub/contract';
import { anEnvelope, anInventoryUpdate, anOrder } from '@hub/testing';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** No answer may contain it: it is in every value of a body. */
export const ECHO_MARK = 'uhuru7531';

/** What a request sends, byte by byte, and whether its sender knows the secret. */
export interface HostileRequest {
  kind: string;
  /** Pieces that are written one after the other; between them the sender dawdles. */
  pieces: Buffer[];
}

export interface Target {
  slug: string;
  secret: string;
  /** One that the shop has. */
  variantId: string;
}

/** From 0 up to 1; the same numbers for the same seed. */
export function dice(seed: number): () => number {
  const generator = xoroshiro128plus(seed);
  return () => uniformFloat64(generator);
}

/** One request, out of all that a hostile or broken sender may send. */
export function hostileRequest(random: () => number, target: Target): HostileRequest {
  const one = <T>(...choices: [T, ...T[]]): T => choices[Math.floor(random() * choices.length)] ?? choices[0];
  const value = () => hostileValue(random, 3);
  const body = one<() => string | Buffer>(
    () =>
      JSON.stringify(anEnvelope('inventory.updated', anInventoryUpdate({ variant_id: target.variantId }))),
    () => JSON.stringify(mutated(random, anEnvelope('order.created', anOrder()))),
    () => JSON.stringify(mutated(random, anEnvelope('inventory.updated', anInventoryUpdate()))),
    () =>
      JSON.stringify(
        anEnvelope(one('order.cancelled', 'return.created', 'fulfillment.shipped'), { order_id: value() }),
      ),
    () =>
      JSON.stringify({
        spec_version: '1',
        event: value(),
        event_id: value(),
        occurred_at: value(),
        data: value(),
      }),
    () => JSON.stringify(value()),
    () => `${'['.repeat(Math.floor(random() * 50_000))}${ECHO_MARK}`,
    () => Buffer.from(Array.from({ length: 200 }, () => Math.floor(random() * 256))),
    () => `{"event_id":"${randomUUID()}","data":{"a":"\\ud800\\u0000${ECHO_MARK}"`,
    () =>
      JSON.stringify(
        anEnvelope('order.created', {
          line_items: Array.from({ length: 2_000 }, () => ({ sku: ECHO_MARK })),
        }),
      ),
  )();
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const signature = one(
    () => sign(target.secret, bytes),
    () => sign(target.secret, bytes),
    () => sign(target.secret, bytes).toUpperCase().replace('SHA256', 'sha256'),
    () => sign(ECHO_MARK, bytes),
    () => ECHO_MARK,
    () => 'sha256=',
  )();
  return framed(random, {
    slug: one(target.slug, target.slug, target.slug, ECHO_MARK, '%00', '..%2f..'),
    signature,
    bytes,
  });
}

interface Content {
  slug: string;
  signature: string;
  bytes: Buffer;
}

type Framing = (head: string, bytes: Buffer) => Omit<HostileRequest, 'kind'>;

const FRAMINGS: Readonly<Record<string, Framing>> = {
  plain: (head, bytes) => ({
    pieces: [Buffer.from(`${head}Content-Length: ${bytes.length}\r\n\r\n`), bytes],
  }),
  chunked: (head, bytes) => ({
    pieces: [
      Buffer.from(`${head}Transfer-Encoding: chunked\r\n\r\n`),
      ...chunksOf(bytes),
      Buffer.from('0\r\n\r\n'),
    ],
  }),
  'broken chunk': (head, bytes) => ({
    pieces: [Buffer.from(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`), bytes],
  }),
  'both framings': (head, bytes) => ({
    pieces: [
      Buffer.from(`${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`),
      ...chunksOf(bytes),
    ],
  }),
  'two lengths': (head, bytes) => ({
    pieces: [Buffer.from(`${head}Content-Length: ${bytes.length}\r\nContent-Length: 3\r\n\r\n`), bytes],
  }),
  'a negative length': (head, bytes) => ({
    pieces: [Buffer.from(`${head}Content-Length: -1\r\n\r\n`), bytes],
  }),
  'too large by its length': (head) => ({ pieces: [Buffer.from(`${head}Content-Length: 524289\r\n\r\n`)] }),
  'cut off': (head, bytes) => ({
    pieces: [Buffer.from(`${head}Content-Length: ${bytes.length + 9}\r\n\r\n`), bytes],
  }),
  'bare line feeds': (head, bytes) => ({ pieces: [Buffer.from(head.replaceAll('\r\n', '\n')), bytes] }),
  'a long header': (head, bytes) => ({
    pieces: [
      Buffer.from(`${head}X-Long: ${ECHO_MARK.repeat(2_500)}\r\nContent-Length: ${bytes.length}\r\n\r\n`),
      bytes,
    ],
  }),
  'an encoded body': (head, bytes) => ({
    pieces: [Buffer.from(`${head}Content-Encoding: gzip\r\nContent-Length: ${bytes.length}\r\n\r\n`), bytes],
  }),
  'in drops': (head, bytes) => ({
    pieces: [Buffer.from(`${head}Content-Length: ${bytes.length}\r\n\r\n`), ...dropsOf(bytes)],
  }),
};

function framed(random: () => number, { slug, signature, bytes }: Content): HostileRequest {
  const kinds = Object.keys(FRAMINGS);
  // Every second one arrives whole, to try what is behind the framing as well.
  const kind = random() < 0.5 ? 'plain' : (kinds[Math.floor(random() * kinds.length)] ?? 'plain');
  const [method, path] =
    random() < 0.95 ? ['POST', `/shops/${slug}/events`] : ['DELETE', `/${ECHO_MARK}?q=${ECHO_MARK}`];
  const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-HUB-Signature: ${signature}\r\n`;
  return { kind, ...((FRAMINGS[kind] ?? FRAMINGS['plain'])?.(head, bytes) ?? { pieces: [] }) };
}

function chunksOf(bytes: Buffer): Buffer[] {
  const half = Math.ceil(bytes.length / 2);
  return [bytes.subarray(0, half), bytes.subarray(half)]
    .filter(({ length }) => length > 0)
    .map((part) =>
      Buffer.concat([
        Buffer.from(`${part.length.toString(16)};x="${ECHO_MARK}"\r\n`),
        part,
        Buffer.from('\r\n'),
      ]),
    );
}

function dropsOf(bytes: Buffer): Buffer[] {
  const size = Math.max(1, Math.ceil(bytes.length / 5));
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

/** The object with a field or two of it, at any depth, made hostile. */
function mutated(random: () => number, value: unknown): unknown {
  if (random() < 0.12) return hostileValue(random, 2);
  if (Array.isArray(value)) return value.map((one) => mutated(random, one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mutated(random, one)]));
}

function hostileValue(random: () => number, depth: number): unknown {
  const nested = () => (depth > 0 ? hostileValue(random, depth - 1) : null);
  const choices: (() => unknown)[] = [
    () => ECHO_MARK,
    () => `${ECHO_MARK}\u0000`,
    () => `\ud800${ECHO_MARK}`,
    () => ECHO_MARK.repeat(200),
    () => `'; DROP TABLE shop; -- ${ECHO_MARK}`,
    () => null,
    () => -0,
    () => 1e308,
    () => -(2 ** 53),
    () => 0.1 + random(),
    () => random() < 0.5,
    () => '2026-13-41T99:99:99Z',
    () => '9999-12-31T23:59:59.999999999Z',
    () => [nested(), nested()],
    () => ({ [ECHO_MARK]: nested(), __proto__: nested(), constructor: nested() }),
    () => randomUUID(),
  ];
  return choices[Math.floor(random() * choices.length)]?.();
}
