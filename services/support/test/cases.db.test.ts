import { randomUUID } from 'node:crypto';
import { inTransaction, type Database, type Tx } from '@hub/database';
import { raiseAlert } from '@hub/alerts';
import { commandQueue, COMMANDS, eventQueue } from '@hub/messaging';
import {
  CASE_REFUSAL_LABELS,
  CASE_ITEMS_AT_ONCE,
  listCases,
  showCase,
  type CaseAction,
} from '@hub/desk/cases';
import { identityOf, readMessage } from '@hub/desk/messages';
import { actOnCase } from './act-on-case';
import {
  aHold,
  aShippingOrder,
  aShop,
  aWaitingLine,
  createTestDatabase,
  eventually,
  type StoredShippingOrder,
  type StoredShop,
  type TestDatabase,
} from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { cases } from '../src/sweeps/cases';
import { manyDeadLetters } from './web/dead-letters';

let database: TestDatabase;
let db: Database;
let nordic: StoredShop;
let now: number;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  nordic = await aShop(db, { slug: 'nordic' });
  now = Date.now();
}, 60_000);
afterEach(() => database.drop(), 60_000);

const sweep = () => inTransaction(db, (tx) => cases.run(tx, now));
const open = () => listCases(db, { filter: { state: 'open' }, limit: 50, now });
/** Why the action is refused; null: it is done. */
async function act(id: string, action: CaseAction) {
  const end = await actOnCase(db, { id, action, actor: 'agent:ada', now });
  if (end.kind === 'done') return null;
  const why = end.kind === 'refused' ? end.why : end.says;
  return Object.entries(CASE_REFUSAL_LABELS).find(([, label]) => label === why)?.[0];
}
const only = async () => {
  const [one, ...others] = await open();
  if (!one || others.length > 0) throw new Error(`${others.length + (one ? 1 : 0)} cases are open`);
  return one;
};

/** A paid order that its shop refused, with the resulting alert and failed message. */
async function aRefusedOrder(reason = 'the store answered 422'): Promise<StoredShippingOrder> {
  const order = await aShippingOrder(db, { shippingShop: nordic, state: 'refused', storeOrderId: null });
  await db.shippingOrder.update({ where: { id: order.id }, data: { lastFailure: reason } });
  await raiseAlert(db, {
    kind: 'placing_refused',
    subject: `shipping_order:${order.id}`,
    shopId: nordic.id,
    sellerOrderId: order.sellerOrderId,
    message: 'Refused.',
  });
  await aFailedMessage(order, reason);
  return order;
}

async function aFailedMessage(order: StoredShippingOrder, reason: string): Promise<void> {
  const origin = commandQueue(COMMANDS.placeShippingOrder).name;
  const body = Buffer.from(JSON.stringify({ shippingOrderId: order.id }));
  const identity = identityOf(readMessage(body, { origin, shopId: null }), body);
  const at = new Date();
  await db.deadLetter.create({
    data: {
      id: randomUUID(),
      origin,
      identity,
      reason,
      headers: {},
      attempts: 1,
      type: 'shipping-order.place',
      body: new Uint8Array(body),
      shopId: nordic.id,
      orderId: order.orderId,
      firstFailedAt: at,
      lastFailedAt: at,
    },
  });
  await raiseAlert(db, {
    kind: 'dead_letter',
    subject: `${origin} ${reason}`,
    message: 'Failed.',
    detail: { origin, reason },
  });
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

/** The number of statements in a sweep. */
async function statements(): Promise<number> {
  let asked = 0;
  const counting: ProxyHandler<Tx> = {
    get(tx, name) {
      asked += 1;
      return Reflect.get(tx, name);
    },
  };
  await inTransaction(db, (tx) => cases.run(new Proxy(tx, counting), now));
  return asked;
}

/** The number of sessions that wait for a lock. */
async function waiting(): Promise<number> {
  const found = z.array(z.object({ waiting: z.int() })).parse(
    await db.$queryRaw`
      SELECT count(*)::int AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return found[0]?.waiting ?? 0;
}

const place = ({ id }: StoredShippingOrder) =>
  db.shippingOrder.update({ where: { id }, data: { state: 'placed', storeOrderId: `SO-${id}` } });
const historyOf = async (id: string) =>
  (await db.supportCaseEntry.findMany({ where: { caseId: id }, orderBy: { id: 'asc' } })).map(
    ({ kind }) => kind,
  );

describe('one failure is one case, not failed messages plus alerts', () => {
  it('orders that one shop refused for one reason, with their messages and alerts; a second sweep changes nothing', async () => {
    const orders = [await aRefusedOrder(), await aRefusedOrder(), await aRefusedOrder()];
    await sweep();
    const one = await only();
    expect(one).toMatchObject({ kind: 'refused', shop: 'nordic', orders: 3, inDifficulty: 3 });
    const shown = await showCase(db, one.id, now);
    expect([shown?.risks.length, shown?.failedMessages.length, shown?.alerts.length]).toEqual([3, 3, 3]);
    expect(new Set(shown?.risks.map(({ id }) => id))).toEqual(
      new Set(orders.map(({ sellerOrderId }) => sellerOrderId)),
    );
    expect(await sweep()).toBe(0);
    expect(await historyOf(one.id)).toEqual(['opened']);
  });

  it('another reason is another case, and later orders join their case', async () => {
    await aRefusedOrder();
    await aRefusedOrder('the store answered 409');
    await sweep();
    expect(await open()).toHaveLength(2);
    await aRefusedOrder();
    await sweep();
    expect((await open()).map(({ orders }) => orders).toSorted()).toEqual([1, 2]);
  });

  it('closes automatically when its last order recovers, and so do its alerts', async () => {
    const [first, second] = [await aRefusedOrder(), await aRefusedOrder()];
    await sweep();
    const { id } = await only();
    await place(first);
    await sweep();
    expect(await only()).toMatchObject({ orders: 2, inDifficulty: 1 });
    await place(second);
    await sweep();
    expect(await open()).toEqual([]);
    expect((await showCase(db, id, now))?.case).toMatchObject({ state: 'closed', closedBy: null });
    expect((await showCase(db, id, now))?.well.map(({ orderId }) => orderId).toSorted()).toEqual(
      [first.orderId, second.orderId].toSorted(),
    );
    expect(await db.alert.count({ where: { kind: 'placing_refused', state: { not: 'resolved' } } })).toBe(0);
    // Another sweep resolves its failed messages: until then they do not make a case of their own.
    expect(await sweep()).toBe(0);
    expect(await historyOf(id)).toEqual(['opened', 'closed']);
  });

  it('D23: an order whose replay waits for its store stays in its case until the store has answered', async () => {
    const order = await aRefusedOrder();
    await sweep();
    const { id } = await only();
    // Its worker has taken the replay up, and the call is under way. The alert is not what this is about.
    await db.alert.deleteMany();
    await db.shippingOrder.update({ where: { id: order.id }, data: { state: 'sending' } });
    await db.deadLetter.updateMany({ data: { state: 'replaying', replaySeenAt: new Date() } });
    await sweep();
    expect(await only()).toMatchObject({ id, kind: 'refused' });
    await place(order);
    await db.deadLetter.updateMany({ data: { state: 'resolved' } });
    await sweep();
    expect(await open()).toEqual([]);
    expect(await db.supportCase.count()).toBe(1);
  });

  it('an order that goes to another shop stays in its case until that shop has it', async () => {
    const order = await aRefusedOrder();
    await sweep();
    const { id } = await only();
    const [line] = order.lines;
    const elsewhere = await aShippingOrder(db, { ofLine: line, state: 'planned', storeOrderId: null });
    await sweep();
    expect(await only()).toMatchObject({ id, inDifficulty: 1 });
    await place(elsewhere);
    await sweep();
    expect(await open()).toEqual([]);
  });

  it('D23: everything that waits for a store that cannot be called is one case with it, whatever its case was before', async () => {
    await aRefusedOrder();
    const waits = await aShippingOrder(db, { shippingShop: nordic, state: 'planned', storeOrderId: null });
    await db.shippingOrder.update({
      where: { id: waits.id },
      data: { createdAt: new Date(now - 61 * 60_000), lastFailure: 'the store answered 500' },
    });
    await sweep();
    const before = await open();
    expect(before.map(({ kind }) => kind).toSorted()).toEqual(['placing', 'refused']);
    await aHold(db, { shopId: nordic.id });
    await raiseAlert(db, {
      kind: 'store_unauthorized',
      subject: `shop:${nordic.id}`,
      shopId: nordic.id,
      message: '401',
    });
    await sweep();
    const after = await open();
    expect(after.map(({ kind }) => kind).toSorted()).toEqual(['refused', 'store_away']);
    expect(after.find(({ kind }) => kind === 'store_away')).toMatchObject({ orders: 2 });
  });

  it('two cases whose causes become the same are merged', async () => {
    const others = [
      await aShippingOrder(db, { shippingShop: nordic, state: 'planned', storeOrderId: null }),
      await aShippingOrder(db, { shippingShop: nordic, state: 'planned', storeOrderId: null }),
    ];
    for (const [n, { id }] of others.entries())
      await db.shippingOrder.update({
        where: { id },
        data: { createdAt: new Date(now - 61 * 60_000), lastFailure: `the store answered 50${n}` },
      });
    await sweep();
    expect(await open()).toHaveLength(2);
    await aHold(db, { shopId: nordic.id });
    await sweep();
    await sweep();
    expect(await only()).toMatchObject({ kind: 'store_away', orders: 2, inDifficulty: 2 });
    const merged = (await listCases(db, { limit: 9, now })).filter(({ mergedInto }) => mergedInto !== null);
    expect(merged).toMatchObject([{ mergedInto: (await only()).id }]);
  });

  it('D18: a line on its way is not a case until its message has failed', async () => {
    const order = await aShippingOrder(db, { shippingShop: nordic, state: 'planned', storeOrderId: null });
    await sweep();
    expect(await open()).toEqual([]);
    await aFailedMessage(order, 'TypeError');
    await sweep();
    expect(await only()).toMatchObject({ kind: 'placing', shop: 'nordic', about: 'TypeError', orders: 1 });
  });

  it('lines that wait for one article are one case, lines for another article another case', async () => {
    for (const variantId of ['V-1', 'V-1', 'V-2']) await aWaitingLine(db, { shopId: nordic.id, variantId });
    await sweep();
    expect((await open()).map(({ about, orders }) => `${about} ${orders}`).toSorted()).toEqual([
      'no_candidate V-1 2',
      'no_candidate V-2 1',
    ]);
  });

  it('an order that no worker could route is in its case, with its message', async () => {
    const at = new Date();
    await db.deadLetter.create({
      data: {
        id: randomUUID(),
        origin: eventQueue('order.created').name,
        identity: 'E-9',
        type: 'order.created',
        reason: 'TypeError',
        headers: {},
        body: new Uint8Array(),
        attempts: 1,
        shopId: nordic.id,
        orderId: 'O-9',
        firstFailedAt: at,
        lastFailedAt: at,
      },
    });
    await sweep();
    expect(await showCase(db, (await only()).id, now)).toMatchObject({
      risks: [{ situation: 'undecided', orderId: 'O-9' }],
      failedMessages: [{ reason: 'TypeError' }],
    });
  });

  it('messages and alerts without an order are cases too', async () => {
    const at = new Date();
    for (const identity of ['a', 'b'])
      await db.deadLetter.create({
        data: {
          id: randomUUID(),
          origin: 'q',
          identity,
          type: 't',
          reason: 'TypeError',
          headers: {},
          body: new Uint8Array(),
          attempts: 1,
          firstFailedAt: at,
          lastFailedAt: at,
        },
      });
    const report = { kind: 'dry_run_sale', shopId: nordic.id, message: 'Sold.' } as const;
    await raiseAlert(db, { ...report, subject: 'a' });
    await raiseAlert(db, { ...report, subject: 'b' });
    await sweep();
    expect((await open()).map(({ kind, orders }) => `${kind} ${orders}`).toSorted()).toEqual([
      'dry_run_sale 2',
      'message 2',
    ]);
    await db.deadLetter.updateMany({ data: { state: 'discarded' } });
    await sweep();
    expect(await open()).toMatchObject([{ kind: 'dry_run_sale' }]);
  });

  it('items beyond the limit of one sweep get their case in the next ones', async () => {
    await manyDeadLetters(db, CASE_ITEMS_AT_ONCE + 10);
    await aRefusedOrder();
    expect([await sweep(), await sweep(), await sweep()]).toEqual([CASE_ITEMS_AT_ONCE, 11, 0]);
    expect((await open()).reduce((sum, { orders }) => sum + orders, 0)).toBe(CASE_ITEMS_AT_ONCE + 11);
  });

  it('a hundred causes take as many statements as three', async () => {
    const [few, many] = [range(1, 3), range(4, 100)];
    const causes = async (numbers: number[]): Promise<void> => {
      await db.$executeRaw`
        INSERT INTO dead_letter (id, origin, identity, type, body, headers, reason, attempts, first_failed_at, last_failed_at)
        SELECT gen_random_uuid(), 'q', n::text, 't', '', '{}', 'cause ' || n, 1, now(), now()
        FROM unnest(${numbers}::int[]) AS n`;
    };
    const update = (numbers: number[], data: object) => async () => {
      await db.deadLetter.updateMany({ where: { identity: { in: numbers.map(String) } }, data });
    };
    const cost = async (change: () => Promise<void>) => {
      await change();
      return statements();
    };
    const opening = [await cost(() => causes(few)), await cost(() => causes(many))];
    expect(await open()).toHaveLength(50);
    // All of them now have one cause, and one case remains.
    const following = [
      await cost(update(few, { reason: 'another' })),
      await cost(update(many, { reason: 'a third' })),
    ];
    expect((await open()).map(({ orders }) => orders).toSorted()).toEqual([3, 97]);
    const closing = [
      await cost(update(few, { state: 'discarded' })),
      await cost(update(many, { state: 'discarded' })),
    ];
    expect(await open()).toEqual([]);
    for (const [ofFew, ofMany] of [opening, following, closing]) expect(ofMany).toBe(ofFew);
  });

  it('two machines at the same moment: one of them sweeps, and there is one case', async () => {
    await aRefusedOrder();
    await inTransaction(db, async (tx) => {
      expect(await cases.run(tx, now)).toBe(1);
      expect(await inTransaction(db, (other) => cases.run(other, now))).toBe(0);
    });
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(await db.supportCase.count()).toBe(1);
    expect(await db.supportCaseItem.count()).toBe(1);
  });

  it('a process that dies in the middle leaves nothing half done', async () => {
    await aRefusedOrder();
    const died = inTransaction(db, async (tx) => {
      await cases.run(tx, now);
      throw new Error('killed');
    });
    await expect(died).rejects.toThrow('killed');
    expect([await db.supportCase.count(), await db.supportCaseEntry.count()]).toEqual([0, 0]);
    await sweep();
    expect(await historyOf((await only()).id)).toEqual(['opened']);
  });
});

describe('people and cases', () => {
  it('D18: after closing by hand its order stays at risk; the same failure does not reopen a case, a new one does', async () => {
    const order = await aRefusedOrder();
    await sweep();
    const { id } = await only();
    expect(await act(id, { kind: 'close', anyway: false })).toBe('still_unwell');
    expect(await act(id, { kind: 'close', anyway: true, note: 'known' })).toBeNull();
    await sweep();
    expect(await open()).toEqual([]);
    expect(await listCases(db, { filter: { left: true }, limit: 9, now })).toMatchObject([{ id }]);
    await aRefusedOrder();
    await sweep();
    expect(await only()).toMatchObject({ orders: 1 });
    await place(order);
    await sweep();
    expect(await listCases(db, { filter: { left: true }, limit: 9, now })).toEqual([]);
  });

  it('after closing by hand, a different failure of its order is a case again', async () => {
    const order = await aRefusedOrder();
    await sweep();
    const { id } = await only();
    expect(await act(id, { kind: 'close', anyway: true, note: 'known' })).toBeNull();
    const alpine = await aShop(db, { slug: 'alpine' });
    const [ofLine] = order.lines;
    const elsewhere = await aShippingOrder(db, { ofLine, shippingShop: alpine, state: 'planned' });
    await sweep();
    expect(await open()).toEqual([]);
    await db.shippingOrder.update({ where: { id: elsewhere.id }, data: { state: 'refused' } });
    expect([await sweep(), await sweep()]).toEqual([1, 0]);
    expect(await only()).toMatchObject({ kind: 'refused', shop: 'alpine', orders: 1, inDifficulty: 1 });
    expect(await listCases(db, { filter: { left: true }, limit: 9, now })).toEqual([]);
    expect(await historyOf(id)).toEqual(['opened', 'closed', 'followed']);
    await place(elsewhere);
    await sweep();
    expect(await open()).toEqual([]);
  });

  it('closed by hand during a sweep: what failed meanwhile is in another case', async () => {
    await aRefusedOrder();
    await sweep();
    const { id } = await only();
    const later = await aRefusedOrder();
    let sweeping: Promise<number> | undefined;
    await inTransaction(db, async (tx) => {
      await tx.supportCase.update({ where: { id }, data: { closedAt: new Date(now), closedBy: 'ada' } });
      sweeping = sweep();
      await eventually(async () => expect(await waiting()).toBe(1));
    });
    await sweeping;
    expect(await only()).toMatchObject({ orders: 1 });
    expect((await showCase(db, (await only()).id, now))?.risks).toMatchObject([{ id: later.sellerOrderId }]);
    expect(await historyOf(id)).toEqual(['opened']);
  });

  it('closing a case of alerts resolves them; raising one again opens another case', async () => {
    const report = { kind: 'dry_run_sale', subject: 'a', shopId: nordic.id, message: 'Sold.' } as const;
    await raiseAlert(db, report);
    await sweep();
    const { id } = await only();
    expect(await act(id, { kind: 'close', anyway: false })).toBeNull();
    expect(await db.alert.count({ where: { state: 'resolved' } })).toBe(1);
    await raiseAlert(db, report);
    await sweep();
    expect((await only()).id).not.toBe(id);
  });

  it('two agents at the same moment: one takes it, the other takes it over, and both are in its history', async () => {
    await aRefusedOrder();
    await sweep();
    const { id } = await only();
    const take = (actor: string) => actOnCase(db, { id, action: { kind: 'take' }, actor, now });
    expect(await Promise.all([take('agent:ada'), take('lead:bo'), take('agent:ada')])).toContainEqual(
      expect.objectContaining({ kind: 'done' }),
    );
    const { owner } = await only();
    const taken = await db.supportCaseEntry.findMany({ where: { kind: 'taken' }, orderBy: { id: 'desc' } });
    expect(taken.length).toBeGreaterThanOrEqual(2);
    expect(taken[0]?.actor?.endsWith(`:${owner}`)).toBe(true);
    expect(await db.supportAction.count({ where: { action: 'case.take' } })).toBe(taken.length);
  });

  it('a snoozed case is not among the open ones until the snooze ends', async () => {
    await aRefusedOrder();
    await sweep();
    const { id } = await only();
    expect(await act(id, { kind: 'snooze', until: new Date(now + 60_000) })).toBeNull();
    expect(await open()).toEqual([]);
    now += 60_000;
    await sweep();
    expect(await only()).toMatchObject({ id, snoozedUntil: null });
    expect(await historyOf(id)).toEqual(['opened', 'snoozed', 'woken']);
  });
});
