import { randomUUID } from 'node:crypto';
import { inTransaction, type Database } from '@hub/database';
import { createLogger } from '@hub/runtime';
import { claimMail, endLeftMails, makeDueMails, recordMail } from '@hub/desk/mails';
import {
  aHold,
  aLinkProposal,
  aSentEvent,
  aShippingOrder,
  aShop,
  createTestDatabase,
  waitForLocks,
  type StoredShippingOrder,
  type StoredShop,
  type TestDatabase,
} from '@hub/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { shopMailServer } from '../src/shop-mails/mail-server';
import { ShopMailer } from '../src/shop-mails/shop-mailer';
import { MailServer } from './mail-server';

const ADDRESS = 'orders@nordic.example';

let database: TestDatabase;
let db: Database;
let mails: MailServer;
let seller: StoredShop;
let nordic: StoredShop;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
}, 60_000);
beforeEach(async () => {
  mails = await MailServer.open();
  await db.shopMail.deleteMany();
  await db.shippingOrder.updateMany({ data: { packedAt: new Date(), state: 'stopped' } });
  await db.callHold.deleteMany();
  await db.alert.deleteMany();
  await db.shop.updateMany({ data: { contacts: {} } });
  [seller, nordic] = [await aShop(db), await aShop(db, { name: 'Nordic Outdoor' })];
  await contacts({ technical: 'ops@nordic.example', orders: ADDRESS });
});
afterEach(() => mails.close());
afterAll(() => database.drop());

const contacts = (of: Record<string, string>) =>
  db.shop.update({ where: { id: nordic.id }, data: { contacts: of } });
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const stored = () => db.shopMail.findMany({ where: { shopId: nordic.id }, orderBy: { id: 'asc' } });
const openAlerts = async () =>
  (await db.alert.findMany({ where: { state: 'open' } })).map(({ kind, shopId }) => ({ kind, shopId }));

function aMailer(): ShopMailer {
  return new ShopMailer({
    db,
    logger: createLogger({ service: 'test', level: 'error' }),
    clock: { now: () => Date.now() },
    server: shopMailServer({ url: mails.url, from: 'hub@hub.example' }),
    doorUrl: 'https://door.example',
  });
}
const run = () => aMailer().run();

async function anOrder(): Promise<StoredShippingOrder> {
  const order = await aShippingOrder(db, { sellingShop: seller, shippingShop: nordic });
  await db.shippingOrder.update({ where: { id: order.id }, data: { placedAt: hoursAgo(2) } });
  return order;
}

/** As if everything had happened a day before. */
async function aDayLater(): Promise<void> {
  await db.$executeRaw`UPDATE shop_mail SET made_at = made_at - interval '25 hours',
    ended_at = ended_at - interval '25 hours', day = day - 2, next_attempt_at = next_attempt_at - interval '25 hours'`;
}

describe('D38: one mail a day to a shop for each cause that waits for it', () => {
  it('goes to contacts.orders with a count, ids and a link, and holds nothing of the customer or the seller', async () => {
    const orders = [await anOrder(), await anOrder()];
    await run();
    const [mail] = mails.received;
    expect(mails.received).toHaveLength(1);
    expect(mail?.to).toEqual([ADDRESS]);
    expect(mail?.text).toContain('Subject: Nordic Outdoor: 2 orders are to be shipped');
    for (const { reference } of orders) expect(mail?.text).toContain(`- ${reference}`);
    expect(mail?.text).toContain('https://door.example/orders');
    for (const hidden of [
      seller.slug,
      ...orders.flatMap(({ orderId, lines }) => [orderId, lines[0]?.variantId ?? '']),
    ])
      expect(mail?.text).not.toContain(hidden);
    expect(await stored()).toMatchObject([
      { cause: 'orders_to_ship', contact: 'orders', count: 2, state: 'sent', attempts: 1 },
    ]);
  });

  it('goes to contacts.technical where the sheet names no other, and to none without a contact', async () => {
    await anOrder();
    await contacts({ technical: 'ops@nordic.example' });
    await run();
    expect(mails.received.map(({ to }) => to)).toEqual([['ops@nordic.example']]);
    await db.shopMail.deleteMany();
    await contacts({});
    await run();
    expect(mails.received).toHaveLength(1);
  });

  it('is sent once a day, however often the service looks, and again the next day while it waits', async () => {
    await anOrder();
    await run();
    await run();
    await anOrder();
    await run();
    expect(mails.received).toHaveLength(1);
    await aDayLater();
    await run();
    expect(mails.received).toHaveLength(2);
    expect(mails.received[1]?.text).toContain('2 orders are to be shipped');
    await db.shippingOrder.updateMany({ data: { packedAt: new Date() } });
    await aDayLater();
    await run();
    expect(mails.received).toHaveLength(2);
  });

  it('is sent once if two copies of the service look at the same moment', async () => {
    await anOrder();
    await Promise.all([run(), run(), run()]);
    expect(mails.received).toHaveLength(1);
    expect(await stored()).toHaveLength(1);
  });

  it('is sent once though midnight passes, whether it is sent by then or still to be sent', async () => {
    await anOrder();
    await inTransaction(db, (tx) => makeDueMails(tx, Date.now()));
    await midnight(db);
    await inTransaction(db, (tx) => makeDueMails(tx, Date.now()));
    expect(await stored()).toHaveLength(1);
    await run();
    await midnight(db);
    await run();
    expect(mails.received).toHaveLength(1);
  });

  it('is sent once if two copies look at the same moment, one of them before midnight', async () => {
    await anOrder();
    let other: Promise<number> | undefined;
    await inTransaction(db, async (tx) => {
      await makeDueMails(tx, Date.now());
      await midnight(tx);
      other = inTransaction(db, (later) => makeDueMails(later, Date.now()));
      await waitForLocks(db);
    });
    expect(await other).toBe(0);
    expect(await stored()).toHaveLength(1);
  });

  /** As if what there is had been made on the day before. */
  const midnight = (on: Pick<Database, '$executeRaw'>) => on.$executeRaw`UPDATE shop_mail SET day = day - 1`;

  it('an order gets its shop no mail in its first hour', async () => {
    await aShippingOrder(db, { sellingShop: seller, shippingShop: nordic });
    await run();
    expect(mails.received).toEqual([]);
  });
});

describe('D38: what waits for a shop', () => {
  const causesOf = async () => (await stored()).map(({ cause, count, named }) => ({ cause, count, named }));
  const made = () => inTransaction(db, (tx) => makeDueMails(tx, Date.now()));

  it('a token that its store refuses', async () => {
    await aHold(db, { shopId: nordic.id });
    await made();
    expect(await causesOf()).toEqual([{ cause: 'token_refused', count: 1, named: ['all'] }]);
  });

  it('a catalogue that was refused, until a later run is accepted', async () => {
    const run1 = await aRun('refused', hoursAgo(3));
    await made();
    expect(await causesOf()).toEqual([{ cause: 'catalogue_refused', count: 1, named: [run1] }]);
    await db.shopMail.deleteMany();
    await aRun('accepted', hoursAgo(2));
    await made();
    expect(await causesOf()).toEqual([]);
  });

  it('a refused event about one of its orders', async () => {
    const { storeOrderId } = await anOrder();
    await db.shippingOrder.updateMany({ data: { packedAt: new Date() } });
    await aSentEvent(db, nordic, { event: 'fulfillment.shipped', about: storeOrderId, eventId: 'E-refused' });
    await made();
    expect(await causesOf()).toEqual([{ cause: 'events_refused', count: 1, named: ['E-refused'] }]);
  });

  it('a refused event without an id is counted, and holds no other mail up', async () => {
    const { storeOrderId } = await anOrder();
    await db.shippingOrder.updateMany({ data: { packedAt: new Date() } });
    await aSentEvent(db, nordic, { event: 'fulfillment.shipped', about: storeOrderId, eventId: null });
    await made();
    expect(await causesOf()).toEqual([{ cause: 'events_refused', count: 1, named: [] }]);
  });

  it('a disputed order', async () => {
    const of = { sellingShop: seller, shippingShop: nordic, storeOrderId: null };
    const { reference } = await aShippingOrder(db, { ...of, state: 'disputed' });
    await made();
    expect(await causesOf()).toEqual([{ cause: 'order_disputed', count: 1, named: [reference] }]);
  });

  it('a cancellation that its store refused, or has not answered for an hour', async () => {
    const of = { sellingShop: seller, shippingShop: nordic };
    const failed = await aShippingOrder(db, { ...of, stop: 'failed' });
    const due = await aShippingOrder(db, { ...of, stop: 'due' });
    await db.shippingOrder.updateMany({ where: { state: 'placed' }, data: { stopRequestedAt: new Date() } });
    await made();
    expect(await causesOf()).toEqual([
      { cause: 'cancellation_unanswered', count: 1, named: [failed.reference] },
    ]);
    await db.shopMail.deleteMany();
    await db.cancellation.updateMany({ data: { requestedAt: hoursAgo(2) } });
    await made();
    expect(await causesOf()).toMatchObject([
      { count: 2, named: expect.arrayContaining([failed.reference, due.reference]) },
    ]);
  });

  it('proposed links that it has not agreed to', async () => {
    const side = (shopId: number) => ({ shopId, variantId: 'V', productId: 'P' });
    const id = await aLinkProposal(db, [side(nordic.id), side(seller.id)]);
    await made();
    expect(await causesOf()).toEqual([{ cause: 'link_proposals', count: 1, named: [id] }]);
    await db.shopMail.deleteMany();
    await db.linkProposal.update({ where: { id }, data: { state: 'agreed', agreedShop: nordic.id } });
    await made();
    expect(await causesOf()).toEqual([]);
    await db.linkProposal.delete({ where: { id } });
  });

  it('names the first twenty and counts the others', async () => {
    for (let order = 0; order < 22; order += 1) await anOrder();
    await run();
    expect(await stored()).toMatchObject([{ count: 22, named: { length: 20 } }]);
    expect(mails.received[0]?.text).toContain('- and 2 more');
  });

  async function aRun(state: 'accepted' | 'refused', requestedAt: Date): Promise<string> {
    const { id } = await db.catalogueRun.create({
      data: { id: randomUUID(), shopId: nordic.id, state, requestedAt },
      select: { id: true },
    });
    return id;
  }
});

describe('D38: never more than one mail a day and cause, whatever crashes', () => {
  it('a process that dies while it sends: the outcome is unknown, and the mail is not sent again', async () => {
    await anOrder();
    await inTransaction(db, (tx) => makeDueMails(tx, Date.now()));
    expect(await inTransaction(db, (tx) => claimMail(tx))).toMatchObject({ address: ADDRESS });
    await run();
    expect(mails.received).toEqual([]);
    await db.$executeRaw`UPDATE shop_mail SET sending_until = now() - interval '1 second'`;
    await run();
    expect(mails.received).toEqual([]);
    expect(await stored()).toMatchObject([{ state: 'unknown' }]);
    await aDayLater();
    await run();
    expect(mails.received).toHaveLength(1);
  });

  it('a process that was believed dead and has sent it: it counts as sent', async () => {
    await anOrder();
    await inTransaction(db, (tx) => makeDueMails(tx, Date.now()));
    const mail = await inTransaction(db, (tx) => claimMail(tx));
    await db.$executeRaw`UPDATE shop_mail SET sending_until = now() - interval '1 second'`;
    await inTransaction(db, (tx) => endLeftMails(tx));
    if (mail) await inTransaction(db, (tx) => recordMail(tx, mail, { kind: 'sent' }));
    expect(await stored()).toMatchObject([{ state: 'sent' }]);
  });

  it('a mail server that cannot be reached: the same mail later, until a day is over', async () => {
    await anOrder();
    const unreachable = aMailer();
    await mails.close();
    await unreachable.run();
    expect(await stored()).toMatchObject([{ state: 'due', failure: 'ESOCKET' }]);
    expect(await openAlerts()).toEqual([]);
    mails = await MailServer.open();
    await run();
    expect(mails.received).toEqual([]);
    await db.$executeRaw`UPDATE shop_mail SET next_attempt_at = now()`;
    await run();
    expect(mails.received).toHaveLength(1);
    expect(await stored()).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  it('a mail that no mail server took for a day is given up, and the mail of that day takes its place', async () => {
    await anOrder();
    await inTransaction(db, (tx) => makeDueMails(tx, Date.now()));
    await aDayLater();
    await run();
    expect(await stored()).toMatchObject([{ state: 'given_up' }, { state: 'sent' }]);
    expect(mails.received).toHaveLength(1);
  });

  it('a contact that the mail server refuses is a problem of the shop, until a mail to it is accepted', async () => {
    await anOrder();
    mails.unknown = ADDRESS;
    await run();
    await run();
    expect(await stored()).toMatchObject([{ state: 'refused', failure: 'EENVELOPE 550' }]);
    expect(await openAlerts()).toEqual([{ kind: 'shop_mail_refused', shopId: nordic.id }]);
    await contacts({ orders: 'new@nordic.example' });
    await aDayLater();
    await run();
    expect(mails.received.map(({ to }) => to)).toEqual([['new@nordic.example']]);
    expect(await openAlerts()).toEqual([]);
  });

  it('a contact that is gone from the sheet, or is no address: the same', async () => {
    await anOrder();
    await inTransaction(db, (tx) => makeDueMails(tx, Date.now()));
    await contacts({ technical: 'ops@nordic.example' });
    await run();
    expect(await stored()).toMatchObject([{ state: 'refused' }]);
    await db.shopMail.deleteMany();
    await contacts({ orders: 'call us' });
    await run();
    expect(await stored()).toMatchObject([{ state: 'refused' }]);
    expect(await openAlerts()).toMatchObject([{ kind: 'shop_mail_refused' }]);
  });
});
