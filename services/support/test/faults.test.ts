import { CommandFault } from '@hub/desk/commands/fault';
import type { Logger } from '@hub/runtime';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import createError from 'http-errors';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asDoorAnswer } from '../src/door/as-door-answer';
import { InputFault } from '../src/door/input-fault';
import { faultErrorHandler, noSuch, type ShowFault } from '../src/faults/fault-error-handler';
import { asCommandAnswer, asPage } from '../src/faults/show-fault';
import { PageError } from '../src/web/layout/page-error';

const SECRET = 'a value of ours';
const UNREACHABLE = Object.assign(new Error(SECRET), { code: 'ECONNREFUSED' });

/** What each way in answers to the same error; `own`: the page while the database is unavailable has a text of its own. */
const FAULTS: readonly (readonly [
  string,
  Error,
  { status: number; code: string; says: RegExp; own?: true },
])[] = [
  [
    'an unknown page',
    new PageError(404, 'No such shop.'),
    { status: 404, code: 'not_found', says: /No such shop\./ },
  ],
  ['a role', new PageError(403, 'For leads.'), { status: 403, code: 'forbidden', says: /For leads\./ }],
  [
    'a state',
    new PageError(409, 'It is shipped.'),
    { status: 409, code: 'conflict', says: /It is shipped\./ },
  ],
  ['too many requests', new PageError(429, 'Wait.'), { status: 429, code: 'rate_limited', says: /Wait\./ }],
  [
    'a field',
    new InputFault('token'),
    { status: 422, code: 'invalid_request', says: /cannot be read: token\./ },
  ],
  [
    'a refused command',
    new CommandFault('refused', ['It is placed.', 'Settle it first.']),
    { status: 409, code: 'refused', says: /It is placed\.\s*Settle it first\./ },
  ],
  [
    'a command for another role',
    new CommandFault('forbidden', ['For leads.']),
    { status: 403, code: 'forbidden', says: /For leads\./ },
  ],
  [
    'a body that is no JSON',
    createError(400, SECRET),
    { status: 400, code: 'invalid_request', says: /What was sent cannot be read: nothing was done\./ },
  ],
  [
    'a body that is too large',
    createError(413, SECRET),
    { status: 413, code: 'invalid_request', says: /What was sent is too large: nothing was done\./ },
  ],
  [
    'a database that is away',
    UNREACHABLE,
    { status: 503, code: 'temporary_failure', says: /database is unavailable/i },
  ],
];

const logged: unknown[] = [];
const logger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (_message, fields) => void logged.push(fields),
  child: () => logger,
};

let server: Server;
let origin: string;
let thrown: Error;

/** One application for each way in, below its name. */
function ways() {
  const app = express();
  const shows: Record<string, ShowFault> = { desk: asPage, door: asDoorAnswer, commands: asCommandAnswer };
  for (const [name, show] of Object.entries(shows)) {
    const way = express();
    way.get(['/', '/api/x'], () => {
      throw thrown;
    });
    way.use(noSuch('page'), faultErrorHandler(logger, show));
    app.use(`/${name}`, way);
  }
  return app;
}

beforeAll(async () => {
  server = createServer(ways());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function answersTo(fault: Error) {
  thrown = fault;
  const [desk, door, doorApi, commands] = await Promise.all(
    ['/desk', '/door', '/door/api/x', '/commands'].map(async (path) => {
      const response = await fetch(`${origin}${path}`);
      const retryAfter = response.headers.get('retry-after');
      return { status: response.status, retryAfter, text: await response.text() };
    }),
  );
  if (!desk || !door || !doorApi || !commands) throw new Error('an answer is missing');
  return { desk, door, doorApi, commands };
}
const plain = (html: string) => html.replace(/<style.*?<\/style>/gs, '').replace(/<[^>]+>/g, ' ');

describe('one judgement of an error, shown as a page, at the door and as JSON', () => {
  it.each(FAULTS)('%s', async (_name, error, { status, code, says }) => {
    const { desk, door, doorApi, commands } = await answersTo(error);
    const all = [desk, door, doorApi, commands];
    expect(all.map((one) => one.status)).toEqual([status, status, status, status]);
    expect(all.map((one) => one.retryAfter)).toEqual(Array(4).fill(status === 503 ? '5' : null));
    for (const page of [desk, door]) expect(plain(page.text)).toMatch(says);
    for (const { text } of [doorApi, commands])
      expect(JSON.parse(text)).toMatchObject({ error: { code, message: expect.stringMatching(says) } });
    for (const { text } of all) expect(text).not.toContain(SECRET);
  });

  it('names the field of a fault for a program', async () => {
    const { doorApi, commands } = await answersTo(new InputFault('token'));
    for (const { text } of [doorApi, commands])
      expect(JSON.parse(text)).toMatchObject({ error: { field: 'token' } });
  });

  it('says an error of ours by a reference alone, and at the door as temporary: its contract has no 500', async () => {
    const { desk, door, doorApi, commands } = await answersTo(new Error(SECRET));
    expect([desk, door, doorApi, commands].map(({ status }) => status)).toEqual([500, 503, 503, 500]);
    for (const { text } of [desk, door, doorApi, commands]) {
      const [, reference] = /It is noted under ([0-9a-f-]{36})/.exec(text) ?? [];
      expect(logged).toContainEqual({ reference, error: thrown });
      expect(text).not.toContain(SECRET);
    }
    expect(JSON.parse(doorApi.text)).toMatchObject({ error: { code: 'temporary_failure' } });
    expect(JSON.parse(commands.text)).toMatchObject({ error: { code: 'failed' } });
    expect([door.retryAfter, doorApi.retryAfter]).toEqual(['5', '5']);
  });

  it('an unknown address is 404 at each', async () => {
    const found = await Promise.all(
      ['desk', 'door', 'commands'].map(async (way) => (await fetch(`${origin}/${way}/nowhere`)).status),
    );
    expect(found).toEqual([404, 404, 404]);
  });
});
