import { randomUUID } from 'node:crypto';
import { DESK_COMMANDS, runDeskCommand, type CommandName } from '@hub/desk/commands';
import {
  aConfirmation,
  aHold,
  ALL_OFF,
  aRehearsal,
  aSentEvent,
  aShippingOrder,
  aShop,
  aWaitingLine,
  testCipher,
} from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { aProduct, proposeSizes } from '../proposed-links';
import { aDeadLetter, aDeadOrder } from './dead-letters';
import { openDesk, type DeskWorld } from './desk-world';

const ADDRESS = { name: 'Ada', address_line1: 'Storgatan 1', zip: '1', city: 'Lund', country_code: 'SE' };

let world: DeskWorld;
const input: Record<string, unknown> = {};
beforeAll(async () => {
  world = await openDesk();
  await failedMessages();
  await orders();
  await shops();
  await links();
  await goingLive();
  await lab();
  const until = new Date(Date.now() + 86_400_000).toISOString();
  input['shop.pause'] = { shop: 'away', until, reason: 'closed' };
  await run('shop.pause', { shop: 'nordic', until, reason: 'closed' });
  await run('route.adopt-policy', { name: 'narrow', band_km: 20, valid_from: '2127-01-01T00:00:00Z' });
  input['route.adopt-policy'] = { name: 'wide', band_km: 80, valid_from: '2128-01-01T00:00:00Z' };
  input['route.withdraw-policy'] = { name: 'narrow' };
}, 60_000);
afterAll(() => world.close());

/** Failed messages, actions on sets of them, and other subjects of support's actions. */
async function failedMessages() {
  const { db } = world;
  const { id: shopId } = await aShop(db, { slug: 'sender' });
  const dead = await aDeadLetter(db, { reason: 'RangeError' });
  const edited = await aDeadOrder(db, { orderId: 'O-9', shopId, reason: 'SyntaxError' });
  await aDeadLetter(db);
  await aDeadLetter(db);
  const body = Buffer.from((await db.deadLetter.findUniqueOrThrow({ where: { id: edited } })).body);
  const edit = { id: edited, body: body.toString('utf8').replace('"shipping_cost":0', '"shipping_cost":9') };
  await run('dead.edit', edit);
  const choice = { action: 'discard', reason: 'TypeError' };
  const { set } = z.object({ set: z.string() }).parse(await run('dead.choose', choice));
  const paused = { set, action: 'replay', per_minute: 1 };
  const started = z.object({ run: z.string() }).parse(await run('dead.start', paused));
  const alert = randomUUID();
  await db.alert.create({ data: { id: alert, kind: 'placing_refused', subject: 'line:1', message: 'x' } });
  const supportCase = randomUUID();
  const cause = { key: 'q r', causeKind: 'message', about: 'q r' };
  await db.supportCase.create({
    data: {
      id: supportCase,
      ...cause,
      size: 0,
      reportedSize: 0,
      reportedAt: new Date(),
      openedAt: new Date(),
    },
  });
  const event = await aSentEvent(db, { id: shopId });
  Object.assign(input, {
    'alerts.act': { action: 'take', ids: [alert] },
    'case.act': { case: supportCase, action: { kind: 'take' } },
    'dead.act': { action: 'discard', ids: [dead], note: 'test order' },
    'dead.change-run': { run: started.run, change: 'pause' },
    'dead.choose': choice,
    'dead.edit': { ...edit, body: edit.body.replace('"shipping_cost":9', '"shipping_cost":8') },
    'dead.revert': { id: edited },
    'dead.reveal': { id: dead },
    'dead.start': { set, action: 'discard', note: 'test orders' },
    'events.reveal': { id: event },
  });
}

/** Orders, each in the state that its action requires. */
async function orders() {
  const { db } = world;
  const [sellingShop, shippingShop] = [await aShop(db), await aShop(db, { slug: 'nordic' })];
  const sold = { sellingShop, shippingShop };
  const refused = await aShippingOrder(db, { ...sold, state: 'refused' });
  const shipTo = { ...ADDRESS, email: 'ada@customer.example' };
  await db.sellerOrder.update({ where: { id: refused.sellerOrderId }, data: { shipTo } });
  const sending = await aShippingOrder(db, { ...sold, state: 'sending', storeOrderId: null });
  const failed = await aShippingOrder(db, { ...sold, state: 'sending', storeOrderId: null });
  await db.shippingOrder.update({ where: { id: failed.id }, data: { failedAt: new Date() } });
  const returned = await aShippingOrder(db, sold);
  await aSentEvent(db, shippingShop, { event: 'return.created', reference: returned.reference });
  const goods = { side: 'shipping', shopId: shippingShop.id, state: 'waiting', correlation: 'C' } as const;
  const [id, { sellerOrderId }] = [randomUUID(), returned];
  await db.return.create({ data: { id, ...goods, eventId: id, sellerOrderId } });
  const lines = { shopId: sellingShop.id, variantId: 'V', excludedShops: [shippingShop.id] };
  const [waiting, held] = [
    await aWaitingLine(db, lines),
    await aWaitingLine(db, { ...lines, orderState: 'held' }),
  ];
  const partly = await aPartlyShipped();
  await aWaitingPlacing(await aShop(db, { slug: 'late' }));
  const [blocked] = sending.lines;
  await db.reservation.updateMany({
    where: { shippingOrderLineId: blocked?.id ?? '' },
    data: { kind: 'block' },
  });
  Object.assign(input, {
    'customer.erase': { order: waiting, carry_out: true },
    'customer.export': { email: shipTo.email },
    'dead.resume': { reference: failed.reference },
    'order.ask-again': { order: waiting, line: 'L-1', ask: 'nordic' },
    'order.close-line': { order: waiting, line: 'L-1' },
    'order.close-return': { order: returned.orderId },
    'order.correct-address': { order: refused.orderId, address: { ...ADDRESS, zip: '2' } },
    'order.close-event': { order: returned.orderId, event: 'return.created' },
    'order.end-hold': { order: held },
    'order.promise': {
      reference: partly.reference,
      day: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10),
      note: 'Bo, by phone',
    },
    'order.try-now': { order: await aWaitingPlacing(await aShop(db)) },
    'shop.try-now': { shop: 'late' },
    'order.remind': { reference: returned.reference },
    'shop.mail-bounced': { mail: await aMail(shippingShop.id) },
    'order.take-back': { reference: returned.reference, note: 'late' },
    'order.end-rest': { reference: partly.reference, whole_lines: 'close', note: 'Bo, by phone' },
    'package.correct': {
      reference: partly.reference,
      package: 'P-1',
      carrier: 'DHL',
      tracking_number: 'RIGHT',
    },
    'order.release-return': { order: returned.orderId },
    'order.reroute': { reference: refused.reference, carry_out: true },
    'order.settle': { reference: sending.reference, said: 'has_not', note: 'Bo, by phone' },
    'stock.lift-block': { shop: 'nordic', variant: blocked?.variantId },
  });
}

/** Its next run is in a day. @returns the selling shop's id of the order */
async function aWaitingPlacing(shop: { id: number }): Promise<string> {
  const waiting = { shippingShop: shop, state: 'planned', storeOrderId: null } as const;
  const { id, orderId } = await aShippingOrder(world.db, waiting);
  const nextAttemptAt = new Date(Date.now() + 86_400_000);
  await world.db.shippingOrder.update({ where: { id }, data: { nextAttemptAt } });
  return orderId;
}

async function aMail(shopId: number): Promise<string> {
  const mail = { shopId, cause: 'orders_to_ship', contact: 'orders', count: 1, named: [], day: new Date() };
  const { id } = await world.db.shopMail.create({ data: { ...mail, state: 'sent' }, select: { id: true } });
  return String(id);
}

/** One of two lines is in a package. */
async function aPartlyShipped() {
  const { db } = world;
  const order = await aShippingOrder(db, { quantities: [1, 1] });
  const [first] = order.lines;
  await db.shippingOrderLine.update({ where: { id: first?.id ?? '' }, data: { packaged: 1 } });
  const id = randomUUID();
  await db.package.create({
    data: {
      id,
      shippingOrderId: order.id,
      packageId: 'P-1',
      state: 'done',
      reference: `pkg-${id}`,
      carrier: 'PostNord',
      trackingNumber: 'T',
      shippedAt: 0n,
      correlation: 'C',
    },
  });
  return order;
}

async function shops() {
  const { db } = world;
  const { id: shopId } = await aShop(db, { slug: 'away' });
  await aHold(db, { shopId });
  await db.catalogueRun.create({ data: { id: randomUUID(), shopId, state: 'waiting', retired: 1 } });
  Object.assign(input, {
    'catalogue.accept': { shop: 'away' },
    'catalogue.pull': { shop: 'nordic' },
    'shop.reroute': { shop: 'away', carry_out: true },
    'shop.resume': { shop: 'away' },
    'shop.take-token-back': { shop: 'away', set_at: await aTokenSetAt(shopId), note: 'a typo' },
    'shop.test-token': { shop: 'nordic' },
    'shop.unpause': { shop: 'nordic' },
  });
}

async function aTokenSetAt(id: number): Promise<string> {
  const doorTokenSetAt = new Date('2026-11-28T08:00:00Z');
  const data = { doorToken: new Uint8Array([1]), doorTokenKeyId: 'k', doorTokenSetAt };
  await world.db.shop.update({ where: { id }, data });
  return doorTokenSetAt.toISOString();
}

/** A pair of two shops that may be one article. */
async function links() {
  const { db } = world;
  const sizes = ['M'];
  const side = async () => {
    const { id: shopId } = await aShop(db);
    return { shopId, productId: await aProduct(db, shopId, { sizes }) };
  };
  const proposals = [...(await proposeSizes(db, { a: await side(), b: await side() }, { sizes })).values()];
  input['link.decide'] = { decision: 'refuse', proposals };
  input['link.import'] = { csv: `Proposal,Decision\r\n${proposals[0]},refuse\r\n` };
}

/** Three shops on their way to live. */
async function goingLive() {
  const { db } = world;
  await db.installation.updateMany({ data: { environment: 'test' } });
  const rehearsed = async (result: 'passed' | 'failed') => {
    const { slug: shop } = await aShop(db, { capabilities: ALL_OFF });
    return { shop, rehearsal: await aRehearsal(db, { shop, capabilities: ['products'], result }) };
  };
  input['golive.confirm'] = { ...(await rehearsed('passed')), capability: 'products', words: 'We saw it.' };
  input['golive.overrule'] = { ...(await rehearsed('failed')), check: 'products.check', note: 'Not ours.' };
  const { shop } = await rehearsed('passed');
  for (const side of ['operator', 'store'] as const)
    await aConfirmation(db, { shop, capability: 'products', side });
  input['golive.sign-off'] = { shop, words: 'Open it.' };
}

/** A run of the policy lab, over a decision that was made yesterday. */
async function lab() {
  const { db } = world;
  const { sellerOrderId } = await aShippingOrder(db);
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const decision = { id: randomUUID(), sellerOrderId, policyVersion: 'D19-2', detail: {} };
  await db.routingDecision.create({ data: { ...decision, decidedAt: ago(24) } });
  const period = { from: ago(25).toISOString(), before: ago(23).toISOString() };
  input['route.start-lab'] = { name: 'wide', band_km: 80, ...period };
  const { id } = z.object({ id: z.string() }).parse(await run('route.start-lab', input['route.start-lab']));
  input['route.stop-lab'] = { run: id };
}

async function run(name: CommandName, given: unknown, isTried = false): Promise<unknown> {
  const { db, clock } = world;
  const { result } = await runDeskCommand(
    name,
    { input: given, dry_run: isTried },
    {
      db,
      cipher: testCipher(),
      forecasts: { ask: async () => null },
      testToken: async () => ({ result: 'accepted', status: 200, why: null }),
      person: 'a-lead',
      role: 'lead',
      actor: 'lead:a-lead',
      now: clock.now(),
      identity: { vouchedBy: 'machine', person: 'ada' },
      isAlone: false,
    },
  );
  return result;
}

const of = (kind: 'reveal' | 'act') =>
  Object.keys(DESK_COMMANDS).filter(
    (name): name is CommandName => isCommand(name) && DESK_COMMANDS[name].kind === kind,
  );
const isCommand = (name: string): name is CommandName => name in DESK_COMMANDS;

describe('a trial', () => {
  it.each(of('act'))('of %s decides, and leaves the trail unchanged', async (name) => {
    const before = await world.trail();
    await expect(run(name, input[name], true)).resolves.toBeDefined();
    expect(await world.trail()).toEqual(before);
  });

  it.each(of('reveal'))('of %s is refused: viewing personal data must be on record', async (name) => {
    const before = await world.trail();
    await expect(run(name, input[name], true)).rejects.toMatchObject({ kind: 'invalid', field: 'dry_run' });
    expect(await world.trail()).toEqual(before);
    await run(name, input[name]);
    expect(await world.trail()).toHaveLength(before.length + 1);
  });
});
