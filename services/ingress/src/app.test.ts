import { once } from 'node:events';
import { createServer } from 'node:http';
import { BlockList, connect, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { sign } from '@hub/contract';
import type { EventAnswer } from '@hub/messaging';
import { createLogger, metrics } from '@hub/runtime';
import { eventually } from '@hub/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createApp } from './app';
import type { EventSender } from './check-event';
import type { ReceiveDependencies } from './receive-event';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const shop: EventSender = {
  id: 7,
  secrets: ['secret'],
  older: ['older secret'],
  someUnopened: false,
  capabilities: {
    products: 'live',
    inventory: 'live',
    orders: 'live',
    cancellation: 'live',
    returns: 'live',
  },
};

/** An ingress over HTTP whose worker is `request`; its log lines are kept. */
async function anIngress(
  request: ReceiveDependencies['request'],
  { shopsKnown = true, clockRight = true, proxies = [] as string[], explainsSignatures = false } = {},
) {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const logger = createLogger({ service: 'ingress', level: 'info', stream });
  const findSender = (slug: string) => (slug === 'nordic' ? shop : null);
  const trustedProxies = new BlockList();
  for (const proxy of proxies) trustedProxies.addAddress(proxy);
  const time = { now: NOW };
  const app = createApp(
    {
      shopsKnown: () => shopsKnown,
      findSender,
      request,
      keep: () => undefined,
      trustedProxies,
      logger,
      clockRight: () => clockRight,
      now: () => time.now,
      latestNow: () => time.now,
      explainsSignatures,
    },
    [],
  );
  const server = createServer(app).listen(0);
  open.push(() => server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return { url: `http://127.0.0.1:${address.port}`, port: address.port, lines, time };
}

const open: (() => void)[] = [];
afterEach(() => open.splice(0).forEach((close) => close()));

function anEvent(overrides: Record<string, unknown> = {}): string {
  return JSON.stringify({
    spec_version: '1',
    event: 'inventory.updated',
    event_id: 'E-1',
    occurred_at: '2026-11-21T12:00:00Z',
    data: { secret_of_customer: 'jane@example.org' },
    ...overrides,
  });
}

function post(url: string, body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}) {
  return fetch(`${url}/shops/nordic/events`, {
    method: 'POST',
    body,
    headers: { 'X-HUB-Signature': sign('secret', body), ...headers },
  });
}

/** Resolves once the system has accepted all of it; nothing is read meanwhile. */
function sent(socket: Socket, part: Buffer | string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(part, (error) => (error ? reject(error) : resolve()));
  });
}

/** A body one byte short of its length, all of which has arrived. */
async function unfinishedBody(port: number, client = '127.0.0.1'): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  open.push(() => void socket.destroy());
  socket.on('error', () => undefined);
  const head = [
    'POST /shops/nordic/events HTTP/1.1',
    'Host: x',
    `X-Forwarded-For: ${client}`,
    'Content-Length: 524288',
  ];
  await sent(socket, `${head.join('\r\n')}\r\n\r\n`);
  await sent(socket, Buffer.alloc(524_287, 'x'));
  return socket;
}

const accepted: EventAnswer = { kind: 'answered', verdict: { status: 200, outcome: 'accepted' } };
const answering = (answer: EventAnswer) => () => Promise.resolve(answer);

describe('POST /shops/{slug}/events', () => {
  it("D4: answers the worker's verdict, and publishes the bytes as received", async () => {
    const seen: { body: string; shopId: number; event: string }[] = [];
    const { url } = await anIngress((event) => {
      seen.push({ body: event.body.toString(), shopId: event.shopId, event: event.event });
      return Promise.resolve(accepted);
    });
    const body = ` ${anEvent()} `;
    const response = await post(url, body);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ success: true, event_id: 'E-1', outcome: 'accepted' });
    expect(seen).toEqual([{ body, shopId: 7, event: 'inventory.updated' }]);
  });

  it('passes a refusal of the worker on with code and field', async () => {
    const verdict = {
      status: 404,
      code: 'unknown_variant',
      message: 'no such variant',
      field: 'data.variant_id',
    } as const;
    const { url } = await anIngress(answering({ kind: 'answered', verdict }));
    const response = await post(url, anEvent());
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      error: { code: 'unknown_variant', message: 'no such variant', field: 'data.variant_id' },
    });
  });

  it.each<[string, EventAnswer]>([
    ['no verdict in time', { kind: 'unanswered' }],
    ['the broker down, blocked or full', { kind: 'not_published' }],
  ])('D5: %s is a 503 with Retry-After', async (_what, answer) => {
    const { url } = await anIngress(answering(answer));
    const response = await post(url, anEvent());
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await response.json()).toMatchObject({ error: { code: 'temporary_failure' } });
  });

  it('D5: so is any unexpected error', async () => {
    const { url } = await anIngress(() => Promise.reject(new Error('unexpected')));
    const response = await post(url, anEvent());
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await response.json()).toMatchObject({ error: { code: 'temporary_failure' } });
  });

  it('D5: until the shops could be read for the first time, every event is a 503, and none is refused', async () => {
    const { url } = await anIngress(answering(accepted), { shopsKnown: false });
    for (const path of ['/shops/nordic/events', '/shops/nobody/events']) {
      const response = await fetch(url + path, { method: 'POST', body: anEvent() });
      expect(response.status).toBe(503);
    }
  });

  it('Clocks: while the clock of the process is far off, every event is a 503', async () => {
    const { url } = await anIngress(answering(accepted), { clockRight: false });
    expect((await post(url, anEvent())).status).toBe(503);
  });

  it('D5: a cancellation is waited for 30 s, everything else 10 s', async () => {
    const waits: number[] = [];
    const { url } = await anIngress(({ timeoutMs }) => {
      waits.push(timeoutMs);
      return Promise.resolve(accepted);
    });
    await post(url, anEvent({ event: 'order.cancelled' }));
    await post(url, anEvent());
    expect(waits).toEqual([30_000, 10_000]);
  });

  it('D5: more than 256 undecided events of one shop are a 503, and slots are given back', async () => {
    let release: (answer: EventAnswer) => void = () => undefined;
    const gate = new Promise<EventAnswer>((resolve) => (release = resolve));
    let arrived = 0;
    let noteArrived: () => void = () => undefined;
    const allArrived = new Promise<void>((resolve) => (noteArrived = resolve));
    const { url } = await anIngress(() => {
      arrived += 1;
      if (arrived === 256) noteArrived();
      return gate;
    });
    const waiting = Array.from({ length: 256 }, () => post(url, anEvent()));
    await allArrived;
    expect((await post(url, anEvent())).status).toBe(503);
    release(accepted);
    expect((await Promise.all(waiting)).every((response) => response.status === 200)).toBe(true);
    expect((await post(url, anEvent())).status).toBe(200);
  });

  it('413: a body over 512 KiB, by its length or found while reading', async () => {
    const { url } = await anIngress(answering(accepted));
    const response = await post(url, anEvent({ data: { text: 'x'.repeat(524_288) } }));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: 'payload_too_large' } });
  });

  it.each([
    ['by its length', ({ length }: Buffer) => `Content-Length: ${length}`, (body: Buffer) => [body]],
    [
      'found while reading',
      () => 'Transfer-Encoding: chunked',
      (body: Buffer) => [`${body.length.toString(16)}\r\n`, body, '\r\n0\r\n\r\n'],
    ],
  ])(
    '413, %s: a sender that reads only after sending everything also gets its answer',
    async (_how, header, write) => {
      const { port } = await anIngress(answering(accepted));
      const socket = connect({ port, host: '127.0.0.1' });
      const body = Buffer.alloc(4 * 1024 * 1024, 'x');
      socket.write(
        `POST /shops/nordic/events HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header(body)}\r\n\r\n`,
      );
      for (const part of write(body)) await sent(socket, part);
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 [^]*payload_too_large/);
    },
  );

  it('D36: endless bodies take 8 MiB of one address, then a 503; after 2 s the slowest is dropped for a new one', async () => {
    const { url, port, time } = await anIngress(answering(accepted));
    const held = await Promise.all(Array.from({ length: 16 }, () => unfinishedBody(port)));
    await eventually(async () => {
      const response = await post(url, anEvent());
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
      expect(await response.json()).toMatchObject({ error: { code: 'temporary_failure' } });
    });
    time.now += 2_001;
    const closed = Promise.race(held.map((socket) => once(socket, 'close')));
    expect((await post(url, anEvent())).status).toBe(200);
    await closed;
  });

  it("D36: behind a trusted proxy each address has its own share, and the proxy's has none", async () => {
    const { url, port } = await anIngress(answering(accepted), { proxies: ['127.0.0.1'] });
    await Promise.all(Array.from({ length: 16 }, () => unfinishedBody(port, '192.0.2.1')));
    await eventually(async () =>
      expect((await post(url, anEvent(), { 'X-Forwarded-For': '192.0.2.1' })).status).toBe(503),
    );
    expect((await post(url, anEvent(), { 'X-Forwarded-For': '192.0.2.1, 192.0.2.2' })).status).toBe(200);
    expect((await post(url, anEvent())).status).toBe(200);
  });

  it('D36: 16 MiB of one shop are undecided, then a 503; other shops and, once one is decided, this one go on', async () => {
    const decide: (() => void)[] = [];
    const { url } = await anIngress(({ body }) =>
      body.length < 1_000
        ? Promise.resolve(accepted)
        : new Promise((resolve) => decide.push(() => resolve(accepted))),
    );
    const large = () => anEvent({ data: { text: 'x'.repeat(500 * 1024) } });
    const undecided: Promise<Response>[] = [];
    for (let count = 0; count < 32; count += 1) {
      undecided.push(post(url, large()));
      await eventually(() => expect(decide).toHaveLength(count + 1));
    }
    const response = await post(url, large());
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await response.json()).toMatchObject({ error: { code: 'temporary_failure' } });
    expect((await post(url, anEvent())).status).toBe(200);
    decide[0]?.();
    expect((await undecided[0])?.status).toBe(200);
    const next = post(url, large());
    await eventually(() => expect(decide).toHaveLength(33));
    for (const each of decide) each();
    expect((await next).status).toBe(200);
    await Promise.all(undecided);
  });

  it('a body of exactly 512 KiB is accepted', async () => {
    const { url } = await anIngress(answering(accepted));
    const frame = anEvent({ data: { text: '' } });
    const body = anEvent({ data: { text: 'x'.repeat(524_288 - frame.length) } });
    expect(Buffer.byteLength(body)).toBe(524_288);
    expect((await post(url, body)).status).toBe(200);
  });

  it('D3: an encoded body is never inflated', async () => {
    const { url } = await anIngress(answering(accepted));
    const response = await post(url, gzipSync(anEvent()), { 'Content-Encoding': 'gzip' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_json' } });
  });

  it.each([
    ['GET', '/shops/nordic/events'],
    ['PUT', '/shops/nordic/events'],
    ['POST', '/shops/nordic'],
    ['POST', '/shops/nordic/events/1'],
    ['POST', '/shops/nordic/events/'],
    ['POST', '/shops/%ff/events'],
    ['POST', '/'],
  ])('D1: %s %s is a 404 with the error body', async (method, path) => {
    const { url } = await anIngress(answering(accepted));
    const response = await fetch(url + path, { method });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
  });

  it('a sender that breaks off leaves nothing behind', async () => {
    const { url, port } = await anIngress(answering(accepted));
    const socket = connect(port, '127.0.0.1');
    socket.write('POST /shops/nordic/events HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
    await new Promise((resolve) => setImmediate(resolve));
    socket.destroy();
    expect((await post(url, anEvent())).status).toBe(200);
  });

  it('D29: one log line per event, with its identity and no data', async () => {
    const { url, lines } = await anIngress(answering(accepted));
    await post(url, anEvent());
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      message: 'event answered',
      shop: 'nordic',
      event: 'inventory.updated',
      eventId: 'E-1',
      status: 200,
      outcome: 'accepted',
    });
    expect(lines[0]).not.toContain('jane');
  });

  it('counts each answer by event, status and code, and by nothing that a sender can invent', async () => {
    metrics.resetMetrics();
    const { url } = await anIngress(async () => ({
      kind: 'answered',
      verdict: { status: 200, outcome: 'accepted' },
    }));
    await post(url, anEvent());
    await post(url, anEvent({ event: 'made.up' }));
    const shown = (await metrics.metrics()).split('\n');
    expect(shown).toContain(
      'hub_events_answered_total{event="inventory.updated",status="200",code="accepted"} 1',
    );
    expect(shown).toContain('hub_event_answer_seconds_count{event="inventory.updated",status="200"} 1');
    expect(shown).toContain('hub_events_in_flight 0');
    expect(shown.filter((line) => line.includes('made.up'))).toEqual([]);
    expect(shown.filter((line) => line.startsWith('hub_events_answered_total{event="unread"'))).toHaveLength(
      1,
    );
  });

  it('D29: the address of a sender that is not verified is not logged', async () => {
    const { url, lines } = await anIngress(answering(accepted));
    await post(url, anEvent(), { 'X-HUB-Signature': 'sha256=00' });
    expect(lines[0]).toContain('unauthorized');
    expect(lines[0]).not.toContain('nordic');
  });
});

describe('POST /shops/{slug}/signature', () => {
  const ask = async (url: string, { slug = 'nordic', body = anEvent(), header = '' } = {}) => {
    const response = await fetch(`${url}/shops/${slug}/signature`, {
      method: 'POST',
      body,
      headers: { 'X-HUB-Signature': header },
    });
    return { status: response.status, text: await response.text() };
  };

  it('says in development and test which of header, encoding, bytes and secret differ', async () => {
    const { url } = await anIngress(answering(accepted), { explainsSignatures: true });
    const body = anEvent();
    expect((await ask(url, { body, header: sign('secret', body) })).text).toContain('"matches":true');
    expect((await ask(url, { body: `${body}\n`, header: sign('secret', body) })).text).toContain(
      'trailing_newline',
    );
    expect((await ask(url, { body, header: sign('older secret', body) })).text).toContain('"code":"older"');
  });

  it('reveals nothing about a secret, nor whether the shop exists (D3)', async () => {
    const { url, lines } = await anIngress(answering(accepted), { explainsSignatures: true });
    const wrong = await ask(url, { header: sign('another', anEvent()) });
    expect(wrong).toMatchObject({ status: 200, text: expect.stringContaining('none_matches') });
    expect(await ask(url, { slug: 'nobody', header: sign('another', anEvent()) })).toEqual(wrong);
    const older = await ask(url, { header: sign('older secret', anEvent()) });
    expect(older.text).not.toContain('older secret"');
    expect(lines.join('')).not.toContain('jane@example.org');
  });

  it('answers a body over 64 KiB 413', async () => {
    const { url } = await anIngress(answering(accepted), { explainsSignatures: true });
    expect((await ask(url, { body: 'x'.repeat(65 * 1024) })).status).toBe(413);
  });

  it('is bounded for one client address, known by its proxy or not (D36); another one is still answered', async () => {
    const { url, time } = await anIngress(answering(accepted), {
      explainsSignatures: true,
      proxies: ['127.0.0.1'],
    });
    const askAs = (address: string) =>
      fetch(`${url}/shops/nordic/signature`, {
        method: 'POST',
        body: anEvent(),
        headers: { 'X-Forwarded-For': address },
      });
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await askAs('192.0.2.7')).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 503]);
    expect((await askAs('192.0.2.7')).headers.get('retry-after')).toBe('30');
    expect((await askAs('192.0.2.8')).status).toBe(200);
    time.now += 60_000;
    expect((await askAs('192.0.2.7')).status).toBe(200);
  });

  it('does not exist in production: 404 as for any other address (D1)', async () => {
    const { url } = await anIngress(answering(accepted));
    const answered = await ask(url);
    expect(answered).toMatchObject({ status: 404, text: expect.stringContaining('not_found') });
  });
});
