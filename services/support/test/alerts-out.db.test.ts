import { createServer, type Server } from 'node:http';
import { inTransaction, type Database } from '@hub/database';
import { raiseAlert, type AlertKind } from '@hub/alerts';
import { createLogger } from '@hub/runtime';
import { aShop, createTestDatabase, type StoredShop, type TestDatabase } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { claimMessages } from '../src/alerts-out/alert-records';
import { AlertTeller } from '../src/alerts-out/alert-teller';
import type { Channel } from '../src/alerts-out/channel';
import { email } from '../src/alerts-out/email';
import { webhook } from '../src/alerts-out/webhook';
import { MailServer } from './mail-server';

const MINUTE = 60_000;
const MESSAGE = { group: 'order held', ids: ['A-1'], lines: ['order held: It went wrong.'] };

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
  return tellerBy(webhook(`http://127.0.0.1:${address.port}/hook`));
}

function tellerBy(channel: Channel): AlertTeller {
  const logger = createLogger({ service: 'test', level: 'error' });
  return new AlertTeller({ db, logger, clock: { now: () => now }, channel });
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
        text: '*shop nordic: 3 alerts*\n• tracking failed (2): It went wrong.\n• dead letter: It went wrong.',
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
    expect(await db.alertNotice.findMany()).toMatchObject([
      { channel: 'webhook', toldGroup: 'order held', toldAt: new Date(now), tellingUntil: null },
    ]);
  });

  it('two copies of the service at the same moment: one of them tells', async () => {
    await raise('order_held', 'order:1');
    const telling = { channel: 'webhook', now };
    await inTransaction(db, async (tx) => {
      expect(await claimMessages(tx, telling)).toHaveLength(1);
      expect(await inTransaction(db, (other) => claimMessages(other, telling))).toEqual([]);
    });
    expect(await inTransaction(db, (tx) => claimMessages(tx, telling))).toEqual([]);
  });

  it('what is resolved before is not told', async () => {
    await raise('order_held', 'order:1');
    await db.alert.updateMany({ data: { state: 'resolved' } });
    await aTeller().tell();
    expect(posted).toEqual([]);
  });

  it('the address of the webhook is a secret: no error holds it', async () => {
    await expect(webhook('http://127.0.0.1:9/secret').send(MESSAGE)).rejects.toThrow(
      /^the alert webhook could not be reached$/,
    );
  });
});

describe('alerts go out by e-mail', () => {
  let mails: MailServer;
  beforeEach(async () => {
    mails = await MailServer.open();
  });
  afterEach(() => mails.close());

  it('as plain text, one mail for each message', async () => {
    await raise('order_held', 'order:1');
    await tellerBy(
      email({ url: mails.url, from: 'hub@example.org', to: ['a@example.org', 'b@example.org'] }),
    ).tell();
    expect(mails.received).toHaveLength(1);
    expect(mails.received[0]).toMatchObject({ to: ['a@example.org', 'b@example.org'] });
    expect(mails.received[0]?.text).toMatch(/^Subject: \[HUB\] order held: 1 alert\r$/m);
    expect(mails.received[0]?.text).toMatch(/^- order held: It went wrong\.\r$/m);
  });

  it('each channel for itself: what one did not take is sent again by that one alone', async () => {
    await raise('order_held', 'order:1');
    mails.refuse = true;
    const byMail = tellerBy(email({ url: mails.url, from: 'hub@example.org', to: ['a@example.org'] }));
    await byMail.tell();
    await aTeller().tell();
    mails.refuse = false;
    now += 2 * MINUTE;
    await byMail.tell();
    await aTeller().tell();
    expect(posted).toHaveLength(1);
    expect(mails.received).toHaveLength(1);
  });

  it('the address of the mail server is a secret: no error holds it', async () => {
    const { send } = email({
      url: 'smtp://hub:geheim@127.0.0.1:9',
      from: 'a@example.org',
      to: ['b@example.org'],
    });
    await expect(send(MESSAGE)).rejects.toThrow(/^the mail server did not take it \(ESOCKET\)$/);
  });
});
