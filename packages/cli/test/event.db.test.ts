import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { EVENT_NAMES, readEnvelope, sign } from '@hub/contract';
import { freePort } from '@hub/runtime';
import {
  aShop,
  aVariant,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  temporaryFolder,
  type TestDatabase,
} from '@hub/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addEventCommand } from '../src/commands/event';
import { runHub } from './run-hub';

const SECRET = 'secret-of-nordic';
const folder = temporaryFolder('event');
const given = { ...process.env };
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { id } = await aShop(database.db, {
    slug: 'nordic',
    currency: 'SEK',
    locations: [{ locationId: '77' }],
  });
  await aVariant(database.db, { shopId: id, variantId: 'BOOT-42' });
});
afterAll(async () => {
  folder.remove();
  await database.drop();
});
beforeEach(() => {
  Object.assign(process.env, { DATABASE_URL: database.url, HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY, SECRET });
});
afterEach(() => {
  process.env = { ...given };
  process.exitCode = undefined;
});

const hub = (...words: string[]) => runHub([addEventCommand], ['event', ...words]);

describe('hub event example', () => {
  it.each(EVENT_NAMES)(
    '%s: an event with the current time under a new id, without a line end',
    async (event) => {
      const { out } = await hub('example', event);
      expect(out).not.toMatch(/\n$/);
      expect(readEnvelope(Buffer.from(out), Date.now())).toMatchObject({ ok: true, envelope: { event } });
      expect((await hub('example', event)).out).not.toBe(out);
    },
  );

  it("has a shop's own currency, locations and variant, and all set values", async () => {
    const set = ['--set', 'data.line_items[0].quantity=3', 'data.order_number=17'];
    const { out } = await hub('example', 'order.created', '--shop', 'nordic', ...set);
    expect(JSON.parse(out)).toMatchObject({
      data: {
        currency: 'SEK',
        order_number: '17',
        line_items: [
          { variant_id: 'BOOT-42', fulfillment_location_id: '9000', quantity: 3 },
          { fulfillment_location_id: '77' },
        ],
      },
    });
  });

  it('names the existing events', async () => {
    await expect(hub('example', 'order.paid')).rejects.toThrow(
      'no event "order.paid"; there are: inventory.updated',
    );
  });
});

describe('hub event send', () => {
  /** An events address with scripted answers, and the events it received. */
  async function anAddress(status: number) {
    const seen: { body: string; signature: unknown }[] = [];
    const port = await freePort();
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        seen.push({ body, signature: request.headers['x-hub-signature'] });
        response.writeHead(status).end('{"outcome":"accepted"}');
      });
    }).listen(port);
    return { seen, url: `http://127.0.0.1:${port}/shops/nordic/events`, close: () => server.close() };
  }

  it('sends an example signed with the secret of the shop, and prints the answer', async () => {
    const { seen, url, close } = await anAddress(200);
    const run = await hub('send', 'nordic', 'inventory.updated', '--to', url, '--as', 'ada');
    close();
    expect(run).toMatchObject({ exitCode: 0, out: '200 {"outcome":"accepted"}\n' });
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({
      data: { variant_id: 'BOOT-42', location_id: '77' },
    });
    expect(seen[0]?.signature).toBe(sign(SECRET, seen[0]?.body ?? ''));
    const [action] = await database.db.supportAction.findMany({ where: { action: 'event.send' } });
    expect(action).toMatchObject({ actor: 'cli:ada' });
    expect(`${run.out}${run.notes}${JSON.stringify(action?.detail)}`).not.toContain(SECRET);
  });

  it('sends the exact bytes of a file, and exits 1 where they are refused', async () => {
    const { seen, url, close } = await anAddress(422);
    const file = folder.file('event.json');
    writeFileSync(file, '{ "as": "it is" }\r\n');
    expect(await hub('send', 'nordic', '--file', file, '--to', url)).toMatchObject({ exitCode: 1 });
    close();
    expect(seen[0]?.body).toBe('{ "as": "it is" }\r\n');
  });

  it('requires a confirmation in production', async () => {
    Object.assign(process.env, {
      HUB_ENVIRONMENT: 'production',
      DATABASE_URL: `${database.url}${database.url.includes('?') ? '&' : '?'}sslmode=verify-full`,
    });
    await expect(hub('send', 'nordic', 'inventory.updated')).rejects.toThrow('say it again with --confirm');
  });
});

describe('hub event sign', () => {
  const file = folder.file('body.json');
  const BODY = '{"hello":"network"}';

  it('prints the signature; for a shop with its own secret', async () => {
    writeFileSync(file, BODY);
    expect((await hub('sign', file, '--secret-env', 'SECRET')).out).toBe(`${sign(SECRET, BODY)}\n`);
    expect((await hub('sign', file, '--shop', 'nordic')).out).toBe(`${sign(SECRET, BODY)}\n`);
  });

  it('--explain says which of header, encoding, bytes and secret differ, and exits 1', async () => {
    writeFileSync(file, `${BODY}\n`);
    const bare = sign(SECRET, BODY).replace('sha256=', '');
    const { out, exitCode } = await hub('sign', file, '--shop', 'nordic', '--explain', bare);
    expect(exitCode).toBe(1);
    expect(out.split('\n')).toEqual([
      'header: the value does not begin with `sha256=`',
      'bytes: the body was sent with a line end after it that was not signed',
      '',
    ]);
  });

  it('--explain recognises a secret that is no longer accepted', async () => {
    writeFileSync(file, BODY);
    await database.db.shopSecret.updateMany({ data: { verifyUntil: new Date('2026-01-01') } });
    const run = await hub('sign', file, '--shop', 'nordic', '--explain', sign(SECRET, BODY), '--json');
    expect(JSON.parse(run.out)).toMatchObject({
      matches: false,
      differences: [{ part: 'secret', code: 'older' }],
    });
  });
});
