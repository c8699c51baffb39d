import { createServer, type Server } from 'node:http';
import { inTransaction, type Database } from '@hub/database';
import { raiseAlert, resolveAlert, type AlertKind } from '@hub/alerts';
import { createLogger, metrics } from '@hub/runtime';
import type { CaseAction } from '@hub/desk/cases';
import { actOnCase } from './act-on-case';
import { aShop, createTestDatabase, eventually, type StoredShop, type TestDatabase } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CaseNotifier } from '../src/cases-out/case-notifier';
import type { Channel } from '../src/cases-out/channel';
import { email } from '../src/cases-out/email';
import { claimMessage } from '../src/cases-out/notice-records';
import { webhook } from '../src/cases-out/webhook';
import { cases } from '../src/sweeps/cases';
import { MailServer } from './mail-server';

const MINUTE = 60_000;
const MESSAGE = { ids: ['1'], title: 'Case opened: a test', lines: ['1 item affected'] };
const TITLE = 'A shop in dry run sold through the network';

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
  shop = await aShop(db, { slug: 'nordic', name: 'Nordic' });
  [posted, status, now] = [[], 200, Date.now()];
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

function aNotifier(): CaseNotifier {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return notifierBy(webhook(`http://127.0.0.1:${address.port}/hook`));
}

function notifierBy(channel: Channel): CaseNotifier {
  const logger = createLogger({ service: 'test', level: 'error' });
  return new CaseNotifier({
    db,
    logger,
    clock: { now: () => now },
    channel,
    deskUrl: 'https://desk.example',
  });
}

/** Raises an alert, and runs the sweep that makes a case of it. */
async function raise(kind: AlertKind, subject: string): Promise<void> {
  const report = { kind, subject, message: 'Ada Lind, Storgatan 1', shopId: shop.id };
  await inTransaction(db, (tx) => raiseAlert(tx, report));
  await sweep();
}

async function isOver(kind: AlertKind, subject: string): Promise<void> {
  await inTransaction(db, (tx) => resolveAlert(tx, kind, subject));
  await sweep();
}

const sweep = () => inTransaction(db, (tx) => cases.run(tx, now));
const theCase = () => db.supportCase.findFirstOrThrow();
const act = async (action: CaseAction) =>
  actOnCase(db, { id: (await theCase()).id, action, actor: 'agent:ada', now });
const textOf = (title: string, extent: string, id: string) => ({
  text: `*${title}*\n• ${extent}\n• https://desk.example/cases/${id}`,
});

describe('notifications of cases', () => {
  it('opened, changed, closed: each once, with the link to the case, and without the text of an alert', async () => {
    await raise('dry_run_sale', 'a');
    const { id } = await theCase();
    now += MINUTE;
    await aNotifier().notify();
    await aNotifier().notify();
    await act({ kind: 'take' });
    await act({ kind: 'snooze', until: new Date(now + MINUTE) });
    await aNotifier().notify();
    await aNotifier().notify();
    now += MINUTE;
    await sweep();
    await aNotifier().notify();
    await isOver('dry_run_sale', 'a');
    await aNotifier().notify();
    await aNotifier().notify();
    const of = `${TITLE}: Nordic`;
    const until = new Date(now).toISOString().slice(0, 16).replace('T', ' ');
    expect(posted).toEqual([
      textOf(`Case opened: ${of}`, '1 item affected', id),
      textOf(`Case changed (taken by ada, snoozed until ${until} UTC by ada): ${of}`, '1 item affected', id),
      textOf(`Case changed (its snooze is over): ${of}`, '1 item affected', id),
      textOf(`Case closed: ${of}`, 'the item is solved', id),
    ]);
  });

  it('one broken store is one message, whatever goes wrong with it', async () => {
    await raise('dry_run_sale', 'a');
    await raise('dry_run_sale', 'b');
    await raise('stock_not_zeroed', 'c');
    now += MINUTE;
    await aNotifier().notify();
    expect(posted).toEqual([{ text: expect.stringMatching(/^\*Nordic: 2 cases\*\n• .*\n• .*$/) }]);
  });

  it('the growth of a case is reported at most once in ten minutes', async () => {
    await raise('dry_run_sale', 'a');
    now += MINUTE;
    await aNotifier().notify();
    await raise('dry_run_sale', 'b');
    now += 8 * MINUTE;
    await sweep();
    await aNotifier().notify();
    expect(posted).toHaveLength(1);
    now += 2 * MINUTE;
    await sweep();
    await aNotifier().notify();
    expect(posted.slice(1)).toEqual([{ text: expect.stringMatching(/^\*Case changed \(1 more\): /) }]);
  });

  it('a message that was not accepted, or was claimed by a process that died, is sent again', async () => {
    await raise('dry_run_sale', 'a');
    now += MINUTE;
    status = 500;
    await aNotifier().notify();
    await aNotifier().notify();
    expect(posted).toHaveLength(1);
    status = 200;
    now += 2 * MINUTE;
    await aNotifier().notify();
    await aNotifier().notify();
    expect(posted).toHaveLength(2);
    expect(await db.supportCaseNotice.findMany()).toMatchObject([
      { channel: 'webhook', sentAt: new Date(now), sendingUntil: null },
    ]);
  });

  it('two copies of the service at the same moment: only one sends', async () => {
    await raise('dry_run_sale', 'a');
    now += MINUTE;
    const sending = { channel: 'webhook', now };
    await inTransaction(db, async (tx) => {
      expect(await claimMessage(tx, sending)).toMatchObject({ title: expect.stringContaining(TITLE) });
      expect(await inTransaction(db, (other) => claimMessage(other, sending))).toBeNull();
    });
    expect(await inTransaction(db, (tx) => claimMessage(tx, sending))).toBeNull();
  });

  it('another copy does not send again through a slow channel', async () => {
    await raise('dry_run_sale', 'a');
    for (const slug of ['alpine', 'fjord']) {
      shop = await aShop(db, { slug, name: slug });
      await raise('dry_run_sale', slug);
    }
    now += MINUTE;
    const said: string[] = [];
    const slow: Channel = {
      name: 'slow',
      async send({ title }) {
        said.push(title);
        now += MINUTE / 2;
        if (said.length === 3) await notifierBy(slow).notify();
        return 0;
      },
    };
    await notifierBy(slow).notify();
    expect(said).toHaveLength(3);
    expect(new Set(said).size).toBe(3);
  });

  it('after the stop signal only messages in flight are sent', async () => {
    await raise('dry_run_sale', 'a');
    shop = await aShop(db, { slug: 'alpine', name: 'Alpine' });
    await raise('dry_run_sale', 'b');
    now += MINUTE;
    const said: string[] = [];
    const stopping: { end?: Promise<void> } = {};
    const notifier = notifierBy({
      name: 'stops',
      async send({ title }) {
        said.push(title);
        stopping.end = notifier.stop();
        return 0;
      },
    });
    await notifier.start();
    await eventually(() => expect(stopping.end).toBeDefined());
    await stopping.end;
    expect(said).toHaveLength(1);
  });

  it('a case that recovers before it is reported is never reported', async () => {
    await raise('dry_run_sale', 'a');
    await isOver('dry_run_sale', 'a');
    now += MINUTE;
    await aNotifier().notify();
    await aNotifier().notify();
    expect(posted).toEqual([]);
  });

  it('the webhook address is a secret: no error holds it', async () => {
    await expect(webhook('http://127.0.0.1:9/secret').send(MESSAGE)).rejects.toThrow(
      /^the alert webhook could not be reached$/,
    );
  });
});

describe('notifications of cases by e-mail', () => {
  let mails: MailServer;
  beforeEach(async () => {
    mails = await MailServer.open();
  });
  afterEach(() => mails.close());

  const byMail = () =>
    notifierBy(email({ url: mails.url, from: 'hub@example.org', to: ['a@example.org', 'b@example.org'] }));

  it('as plain text, one mail for each message', async () => {
    await raise('dry_run_sale', 'a');
    now += MINUTE;
    await byMail().notify();
    expect(mails.received).toHaveLength(1);
    expect(mails.received[0]).toMatchObject({ to: ['a@example.org', 'b@example.org'] });
    expect(mails.received[0]?.text).toMatch(/^Subject: \[HUB\] Case opened: A shop in dry run/m);
    expect(mails.received[0]?.text).toMatch(/^- 1 item affected\r$/m);
  });

  it('a refused recipient is reported, and the others receive the mail once', async () => {
    await raise('dry_run_sale', 'a');
    now += MINUTE;
    mails.unknown = 'a@example.org';
    await byMail().notify();
    await byMail().notify();
    expect(mails.received).toMatchObject([{ to: ['b@example.org'] }]);
    expect(await metrics.getSingleMetricAsString('hub_case_messages_total')).toContain(
      'channel="email",outcome="partly"} 1',
    );
  });

  it('channels are independent: a message that one did not accept is sent again through that one only', async () => {
    await raise('dry_run_sale', 'a');
    now += MINUTE;
    mails.refuse = true;
    await byMail().notify();
    await aNotifier().notify();
    mails.refuse = false;
    now += 2 * MINUTE;
    await byMail().notify();
    await aNotifier().notify();
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
