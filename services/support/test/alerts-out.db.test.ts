import { createServer, type Server } from 'node:http';
import { inTransaction, raiseAlert, type AlertKind, type Database } from '@hub/database';
import { createLogger } from '@hub/runtime';
import { aShop, createTestDatabase, type StoredShop, type TestDatabase } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { claimMessages } from '../src/alerts-out/alert-records';
import { AlertTeller } from '../src/alerts-out/alert-teller';
import { webhook } from '../src/alerts-out/webhook';

const MINUTE = 60_000;

let database: TestDatabase;
let db: Database;
let shop: StoredShop;
let server: Server;
let posted: unknown[];
let status: number;
let now: number;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  shop = await aShop(db, { slug: 'nordic' });
  [posted, status, now] = [[], 200, Date.now() + MINUTE];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      posted.push(JSON.parse(Buffer.concat(chunks).toString('utf8')));
      response.writeHead(status).end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}, 60_000);
afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await database.drop();
}, 60_000);

function aTeller(): AlertTeller {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  const send = webhook(`http://127.0.0.1:${address.port}/hook`);
  const logger = createLogger({ service: 'test', level: 'error' });
  return new AlertTeller({ db, logger, clock: { now: () => now }, send });
}

const raise = (kind: AlertKind, subject: string, more: object = {}) =>
  inTransaction(db, (tx) => raiseAlert(tx, { kind, subject, message: 'It went wrong.', ...more }));

describe('alerts go out', () => {
  it('one broken store is one message, its dead letters included, and only once', async () => {
    const detail = { origin: 'q', reason: 'r' };
    await raise('tracking_failed', 'package:1', { shopId: shop.id });
    await raise('tracking_failed', 'package:2', { shopId: shop.id });
    await raise('dead_letter', 'q r', { detail });
    const letter = {
      type: 't',
      body: new Uint8Array(),
      headers: {},
      attempts: 1,
      firstFailedAt: new Date(),
      lastFailedAt: new Date(),
    };
    await db.deadLetter.create({
      data: {
        id: '00000000-0000-4000-8000-000000000001',
        identity: 'i',
        ...detail,
        ...letter,
        shopId: shop.id,
      },
    });
    await aTeller().tell();
    await aTeller().tell();
    expect(posted).toEqual([
      {
        text: '*shop nordic*: 3 alerts\n• tracking failed (2): It went wrong.\n• dead letter: It went wrong.',
      },
    ]);
  });

  it('is quiet for ten minutes about a store it has told of, then tells what came', async () => {
    await raise('tracking_failed', 'package:1', { shopId: shop.id });
    await aTeller().tell();
    await raise('tracking_failed', 'package:2', { shopId: shop.id });
    now += 9 * MINUTE;
    await aTeller().tell();
    expect(posted).toHaveLength(1);
    now += 2 * MINUTE;
    await aTeller().tell();
    expect(posted).toHaveLength(2);
  });

  it('what was not taken, or was claimed by a process that died, is sent again', async () => {
    await raise('order_held', 'order:1');
    status = 500;
    await aTeller().tell();
    await aTeller().tell();
    expect(posted).toHaveLength(1);
    status = 200;
    now += 2 * MINUTE;
    await aTeller().tell();
    await aTeller().tell();
    expect(posted).toHaveLength(2);
    expect(await db.alert.findFirst()).toMatchObject({ toldGroup: 'order held', toldAt: new Date(now) });
  });

  it('two copies of the service at the same moment: one of them tells', async () => {
    await raise('order_held', 'order:1');
    await inTransaction(db, async (tx) => {
      expect(await claimMessages(tx, now)).toHaveLength(1);
      expect(await inTransaction(db, (other) => claimMessages(other, now))).toEqual([]);
    });
    expect(await inTransaction(db, (tx) => claimMessages(tx, now))).toEqual([]);
  });

  it('what is resolved before is not told', async () => {
    await raise('order_held', 'order:1');
    await db.alert.updateMany({ data: { state: 'resolved' } });
    await aTeller().tell();
    expect(posted).toEqual([]);
  });

  it('the address of the webhook is a secret: no error holds it', async () => {
    await expect(webhook('http://127.0.0.1:9/secret')('x')).rejects.toThrow(
      /^the alert webhook could not be reached$/,
    );
  });
});
