import * as crypto from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { LIMITS } from '../limits';
import { sign, verifySignature } from '../signature';
import { explainSignature } from './explain-signature';

jest.mock('node:crypto', () => {
  const real = jest.requireActual<typeof crypto>('node:crypto');
  return { ...real, createHmac: jest.fn(real.createHmac), createHash: jest.fn(real.createHash) };
});

/** Bytes hashed by each digest since the last call, keys left out. */
let hashed: number[] = [];
beforeEach(() => {
  const real = jest.requireActual<typeof crypto>('node:crypto');
  const counting = <D extends crypto.Hash | crypto.Hmac>(digest: D): D => {
    const place = hashed.push(0) - 1;
    const update = digest.update.bind(digest) as (data: crypto.BinaryLike) => D;
    digest.update = (data: Buffer | string) => {
      hashed[place] = (hashed[place] ?? 0) + Buffer.byteLength(data);
      return update(data);
    };
    return digest;
  };
  jest.mocked(crypto.createHmac).mockImplementation((...given) => counting(real.createHmac(...given)));
  jest.mocked(crypto.createHash).mockImplementation((...given) => counting(real.createHash(...given)));
});
afterEach(() => void (hashed = []));

function work(act: () => unknown): { digests: number; bytes: number } {
  hashed = [];
  act();
  return { digests: hashed.length, bytes: hashed.reduce((sum, bytes) => sum + bytes, 0) };
}

const secretsOf = (count: number) => Array.from({ length: count }, (_, index) => `secret ${index}`);
const COUNTS = Array.from({ length: LIMITS.signingSecrets + 1 }, (_, count) => count);
const WRONG = sign('another', 'body');

describe('D3: an unknown shop costs the same work as a wrong signature', () => {
  const body = Buffer.from('{"event":"order.created","name":"Größe","url":"https://shop.example/a"}');

  it.each([WRONG, undefined, 'sha256=abc'])('verifying %s, however many secrets the shop has', (header) => {
    const verifying = COUNTS.map((count) =>
      work(() => verifySignature({ secrets: secretsOf(count), body, header })),
    );
    expect(new Set(verifying.map((done) => JSON.stringify(done))).size).toBe(1);
  });

  it.each([WRONG, undefined, 'sha256=abc', `sha256=${Buffer.alloc(20).toString('hex')}`])(
    'explaining %s, whatever secrets the shop has',
    (header) => {
      const kinds = [
        ...COUNTS.map(secretsOf),
        [Buffer.from('any key').toString('hex')],
        [Buffer.from('any key').toString('base64'), ' padded '],
      ];
      const explaining = kinds.map((secrets) => {
        const named = secrets.map((secret) => ({ secret, name: 'a secret', verifies: true }));
        return work(() => explainSignature({ header, body, secrets: named }));
      });
      expect(new Set(explaining.map(({ digests }) => digests)).size).toBe(1);
      // Some digests hash a secret beside the body.
      const bytes = explaining.map((done) => done.bytes);
      expect(Math.max(...bytes) - Math.min(...bytes)).toBeLessThan(500);
    },
  );
});

describe('explaining a signature costs work in proportion to the body', () => {
  const MOST_DIGESTS = 200;
  const MOST_TIMES = 4;

  it.each<[string, string]>([
    ['one long text', JSON.stringify('a'.repeat(60_000))],
    ['brackets, nested as deep as they fit', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['brackets, nested as deep as they can be written', '['.repeat(3_000) + ']'.repeat(3_000)],
    ['objects, nested as deep as they can be written', '{"":'.repeat(2_000) + '1' + '}'.repeat(2_000)],
    ['slashes', JSON.stringify('/'.repeat(60_000))],
    ['letters that are written longer', JSON.stringify('é'.repeat(30_000))],
    ['a list of numbers', `[${'0,'.repeat(30_000)}0]`],
    ['a nested list of numbers', `${'['.repeat(40)}${'0,'.repeat(30_000)}0${']'.repeat(40)}`],
    ['line ends', '\n'.repeat(60_000)],
    ['carriage returns', '\r'.repeat(60_000)],
    ['many keys', JSON.stringify(Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [at, 0])))],
  ])('%s', (_, body) => {
    const { digests, bytes } = work(() =>
      explainSignature({ header: WRONG, body: Buffer.from(body), secrets: [] }),
    );
    expect(digests).toBeLessThanOrEqual(MOST_DIGESTS);
    expect(bytes).toBeLessThanOrEqual(MOST_DIGESTS * MOST_TIMES * Buffer.byteLength(body));
  });

  it('whatever JSON is sent', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 20 }), (body) => {
        const { digests, bytes } = work(() =>
          explainSignature({ header: WRONG, body: Buffer.from(body), secrets: [] }),
        );
        expect(digests).toBeLessThanOrEqual(MOST_DIGESTS);
        expect(bytes).toBeLessThanOrEqual(MOST_DIGESTS * MOST_TIMES * (Buffer.byteLength(body) + 16));
      }),
    );
  });
});
