import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { ATTACKER } from './attack-ingress';

const ADDRESSES = [
  '/',
  '/login',
  '/orders',
  '/sign-in',
  '/sign-in/link/x',
  '/shops.csv',
  '/api/v1/orders',
  '/%00',
  '/%ff%fe',
  '/..%2f..',
  `/${'a'.repeat(6_000)}`,
];
const BODIES = [
  'a=b',
  '_csrf=x&name=',
  '{"a":',
  '\u0000\u0001',
  'x='.padEnd(120_000, 'y'),
  'k[a][b][c]=1&'.repeat(5_000),
];
const TYPES = [
  'application/x-www-form-urlencoded',
  'application/json',
  'multipart/form-data; boundary=x',
  'text/plain',
];
const HEADERS = [
  'Cookie: a=b',
  `Cookie: ${'c=d; '.repeat(2_000)}`,
  'Accept-Encoding: \u00ff',
  'Range: bytes=0-,0-',
  'Expect: 100-continue',
];

/** Requests that no browser sends, at the desk or the door, until the end. @returns answers by status */
export async function hammerPages(
  { port, atOnce, random }: { port: number; atOnce: number; random: () => number },
  until: AbortSignal,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  const one = (choices: readonly string[]): string => choices[Math.floor(random() * choices.length)] ?? '';
  const send = async (): Promise<void> => {
    while (!until.aborted) {
      const body = random() < 0.5 ? one(BODIES) : '';
      const head = [
        `${body === '' ? 'GET' : 'POST'} ${one(ADDRESSES)} HTTP/1.1`,
        'Host: 127.0.0.1',
        'Connection: close',
        one(HEADERS),
        ...(body === '' ? [] : [`Content-Type: ${one(TYPES)}`, `Content-Length: ${Buffer.byteLength(body)}`]),
      ].join('\r\n');
      // One in ten sends half of its head and waits.
      const isHalf = random() < 0.1;
      const status = await exchange(
        port,
        isHalf ? head.slice(0, head.length / 2) : `${head}\r\n\r\n${body}`,
        isHalf,
      );
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, send));
  return statuses;
}

/** @returns the status; `none` for a connection that ended without an answer */
async function exchange(port: number, sent: string, isHalf: boolean): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: ATTACKER });
  socket.on('error', () => undefined);
  socket.write(sent, 'latin1');
  const answered = text(socket).catch(() => '');
  const tooLate = setTimeout(() => socket.destroy(), isHalf ? 500 : 10_000);
  const answer = await answered;
  clearTimeout(tooLate);
  await wait(1);
  return /^HTTP\/1\.1 ([2-5]\d\d)/m.exec(answer)?.[1] ?? 'none';
}
