import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inTransaction, type Database } from '@hub/database';
import { asKeys, type BodyCipher } from '@hub/installation';
import { setDoorToken } from '@hub/shops';
import { commandQueue, COMMANDS, type Forecasts } from '@hub/messaging';
import {
  aHold,
  aLinkProposal,
  aSentEvent,
  aShippingOrder,
  aShop,
  aVariant,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  testCipher,
  type TestDatabase,
} from '@hub/testing';
import { tryActions, type ActionCase } from '@hub/testing/try-actions';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ACTIONS, SHOP_ACTIONS } from '../src/actions';
import * as goLive from '../src/golive';
import { acceptCatalogue, pullCatalogue } from '../src/catalogue/catalogue-actions';
import { adoptPolicy, withdrawPolicy } from '../src/routing/policies';
import { action, LONGEST_NOTE, type Acting } from '../src/engine/action';
import { askAgain, closeLine } from '../src/orders/actions/line-actions';
import { changeBulkRun } from '../src/messages/runs/change-run';
import { CASE_ACTIONS } from '../src/cases/case-actions';
import { bounceMail } from '../src/mails/bounce-action';
import { closeEvent } from '../src/orders/actions/close-event';
import { closeReturn, releaseReturn } from '../src/orders/actions/return-actions';
import { correctAddress } from '../src/orders/actions/correct-address';
import { correctPackage } from '../src/orders/actions/correct-package';
import { decideLinks } from '../src/links/decide-links';
import { editMessage, revertEdit } from '../src/messages/edit-dead-letter';
import { endHold } from '../src/orders/actions/end-hold';
import { endRest } from '../src/orders/actions/end-rest';
import { freezeSelection } from '../src/messages/selections';
import { importLinks } from '../src/links/import-links';
import { liftBlock, resumeCalls } from '../src/shops/shop-actions';
import { MESSAGE_ACTIONS } from '../src/messages/message-actions';
import { pauseShop, unpauseShop } from '../src/shops/pause-actions';
import { promiseShipping } from '../src/orders/actions/promise-shipping';
import { remindShop } from '../src/orders/actions/remind-shop';
import { pauseShipping } from '../src/shops/pauses';
import { reroute } from '../src/orders/actions/reroute';
import { rerouteShop } from '../src/orders/actions/reroute-shop';
import { resolveAlerts, takeAlerts } from '../src/alerts/alert-actions';
import { resume } from '../src/orders/actions/resume';
import { settle } from '../src/orders/actions/settle';
import { startBulkRun } from '../src/messages/runs/start-run';
import { startLabRun, stopLabRun } from '../src/routing/lab/lab-runs';
import { takeBack } from '../src/orders/actions/take-back';
import { takeTokenBack, testToken, type NeedsTokenTest } from '../src/shops/token-actions';
import { tryOrderNow, tryShopNow } from '../src/orders/actions/try-now';
import { aDeadLetter } from './stored-dead-letter';

let mailDays = 0;
let database: TestDatabase;
let db: Database;
let shippingShop: Awaited<ReturnType<typeof aShop>>;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
}, 60_000);
afterAll(() => database.drop(), 60_000);
beforeEach(async () => {
  shippingShop = await aShop(db);
});

type Case = ActionCase<ReturnType<typeof by>>;

const order = (options: Parameters<typeof aShippingOrder>[1] = {}) =>
  aShippingOrder(db, { shippingShop, ...options });

async function aWaitingLine(excludedShops: number[] = []) {
  const { sellerOrderId } = await order({ state: 'refused' });
  const line = { state: 'waiting', waitingReason: 'no_candidate', excludedShops } as const;
  await db.orderLine.updateMany({ where: { sellerOrderId }, data: line });
  return { order: sellerOrderId, line: 'L-1' };
}

/** Its store failed: the next run is in 15 minutes. */
async function aWaitingPlacing() {
  const waiting = await order({ state: 'planned', storeOrderId: null });
  const nextAttemptAt = new Date(Date.now() + 900_000);
  await db.shippingOrder.update({ where: { id: waiting.id }, data: { nextAttemptAt } });
  return waiting;
}

async function aWaitingReturn() {
  const { sellerOrderId, shopId } = await order();
  const id = randomUUID();
  const goods = { side: 'shipping', eventId: id, state: 'waiting', correlation: 'C' } as const;
  await db.return.create({ data: { id, shopId, sellerOrderId, ...goods } });
  return { return: id };
}

async function aPartlyShippedOrder() {
  const { id, reference, lines } = await order({ quantities: [1, 1] });
  await db.shippingOrderLine.update({ where: { id: lines[0]?.id ?? '' }, data: { packaged: 1 } });
  const packed = {
    packageId: 'P-1',
    carrier: 'PostNord',
    trackingNumber: 'T',
    shippedAt: 0n,
    correlation: 'C',
  };
  const packageId = randomUUID();
  await db.package.create({
    data: { id: packageId, shippingOrderId: id, reference: `pkg-${packageId}`, ...packed },
  });
  return { reference, whole_lines: 'close' };
}

const CATALOGUES = commandQueue(COMMANDS.pullCatalogue).name;
const anUnreadableMessage = () =>
  aDeadLetter(db, { origin: CATALOGUES, body: Buffer.from(`{${randomUUID()}`) });
const aBody = () => JSON.stringify({ runId: randomUUID() });

async function aSet() {
  const ids = [await aDeadLetter(db)];
  return (await freezeSelection(db, { actor: 'agent:ada', ids })).id;
}

async function anAlert() {
  const id = randomUUID();
  await db.alert.create({ data: { id, kind: 'tracking_failed', subject: id, message: 'No.' } });
  return { ids: [id] };
}

async function aCase(
  given: { owner?: string; snoozedUntil?: Date; closedAt?: Date; closedBy?: string } = {},
) {
  const id = randomUUID();
  const at = new Date();
  const about = { causeKind: 'message', about: 'inventory TypeError', key: id } as const;
  const figures = { openedAt: at, size: 1, reportedSize: 1, reportedAt: at };
  await db.supportCase.create({ data: { id, ...about, ...figures, ...given } });
  return { case: id };
}

/** Of the shop whose things the cases are, and another. */
async function aProposal() {
  const sides = [shippingShop, await aShop(db)].map(async ({ id: shopId }) => {
    const { variantId } = await aVariant(db, { shopId, gtin: null });
    return { shopId, variantId, productId: `product-of-${variantId}` };
  });
  const [one, other] = await Promise.all(sides);
  if (!one || !other) throw new Error('a pair has two sides');
  return aLinkProposal(db, [one, other]);
}

let policies = 0;
function aPolicy() {
  policies += 1;
  const valid_from = new Date(Date.now() + policies * 86_400_000).toISOString();
  return { name: `policy-${policies}`, band_km: 80, valid_from };
}

async function aLabRun() {
  const { sellerOrderId } = await order();
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const decision = { id: randomUUID(), sellerOrderId, policyVersion: 'D19-2', detail: {} };
  await db.routingDecision.create({ data: { ...decision, decidedAt: ago(2) } });
  return { name: 'wide', criteria: 'free_stock', from: ago(3).toISOString(), before: ago(1).toISOString() };
}

const CASES: readonly Case[] = [
  {
    name: 'end a hold',
    action: endHold,
    async given() {
      const { sellerOrderId: id } = await order({ state: 'stopped' });
      await db.sellerOrder.update({
        where: { id },
        data: { state: 'held', heldReason: 'cancelled_before_arrival' },
      });
      return { order: id };
    },
    recorded: 'order.end_hold',
  },
  {
    name: 'ask a shop again',
    action: askAgain,
    given: async () => ({ ...(await aWaitingLine([shippingShop.id])), ask: shippingShop.slug }),
    recorded: 'order.ask_again',
  },
  { name: 'close a line', action: closeLine, given: () => aWaitingLine(), recorded: 'order.close_line' },
  {
    name: 'close a refused event',
    action: closeEvent,
    async given() {
      const { sellerOrderId, reference } = await order();
      await aSentEvent(db, shippingShop, {
        event: 'return.created',
        reference,
        receivedAt: new Date(Date.now() - 60_000),
      });
      return { order: sellerOrderId, event: 'return.created' };
    },
    recorded: 'order.close_event',
  },
  { name: 'release a return', action: releaseReturn, given: aWaitingReturn, recorded: 'return.release' },
  { name: 'close a return', action: closeReturn, given: aWaitingReturn, recorded: 'return.close' },
  {
    name: 'record by which day a shop ships',
    action: promiseShipping,
    async given() {
      const { reference } = await order();
      return { reference, day: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10) };
    },
    recorded: 'order.promise',
  },
  {
    name: 'remind a shop',
    action: remindShop,
    given: async () => ({ reference: (await order()).reference }),
    recorded: 'order.remind',
  },
  {
    name: 'record that a mail to a shop came back',
    action: bounceMail,
    async given() {
      const mail = { shopId: shippingShop.id, cause: 'reminder', contact: 'orders', count: 1, named: [] };
      mailDays += 1;
      const day = new Date(Date.now() + mailDays * 86_400_000);
      const { id } = await db.shopMail.create({ data: { ...mail, day, state: 'sent' } });
      return { mail: String(id) };
    },
    recorded: 'shop.mail_bounced',
  },
  {
    name: 'take an order back',
    action: takeBack,
    given: async () => ({ reference: (await order()).reference }),
    recorded: 'order.take_back',
  },
  {
    name: 'end the rest',
    action: endRest,
    given: aPartlyShippedOrder,
    recorded: 'order.end_rest',
    chosen: ['whole_lines'],
  },
  {
    name: 'try the calls of an order now',
    action: tryOrderNow,
    given: async () => ({ order: (await aWaitingPlacing()).sellerOrderId }),
    recorded: 'order.try_now',
  },
  {
    name: 'try the calls to a shop now',
    action: tryShopNow,
    async given() {
      await aWaitingPlacing();
      return { shop: shippingShop.slug };
    },
    recorded: 'shop.try_now',
  },
  {
    name: 'settle by the word of a shop',
    action: settle,
    async given() {
      const { id, reference } = await order({ state: 'disputed', storeOrderId: null });
      await db.shippingOrder.update({
        where: { id },
        data: { firstSentAt: new Date(), failedAt: new Date() },
      });
      return { reference, said: 'has', store_order_id: 'SO-9' };
    },
    recorded: 'order.settle_has',
    chosen: ['store_order_id'],
  },
  {
    name: 're-route',
    action: reroute,
    given: async () => ({ reference: (await order({ state: 'refused', storeOrderId: null })).reference }),
    recorded: 'order.reroute',
  },
  {
    name: 'resume work',
    action: resume,
    async given() {
      const { id, sellerOrderId } = await order({ state: 'refused', storeOrderId: null });
      await db.shippingOrder.update({ where: { id }, data: { failedAt: new Date() } });
      return { order: sellerOrderId, kind: 'placing', work: id };
    },
    recorded: 'work.resume',
  },
  {
    name: 'resume calls',
    action: resumeCalls,
    async given() {
      await aHold(db, { shopId: shippingShop.id });
      return { shop: shippingShop.slug };
    },
    recorded: 'store.resume_calls',
  },
  {
    name: 'test a bearer token',
    action: testToken,
    given: async () => ({ shop: shippingShop.slug }),
    recorded: 'store.test_token',
    atDoor: 'door.test_token',
    repeats: true,
  },
  {
    name: 'take a bearer token back',
    action: takeTokenBack,
    async given() {
      const { slug } = shippingShop;
      const keys = asKeys(TEST_ENCRYPTION_KEY);
      await inTransaction(db, (tx) => setDoorToken(tx, { slug, token: 'new' }, keys));
      const { doorTokenSetAt } = await db.shop.findUniqueOrThrow({ where: { slug } });
      return { shop: slug, set_at: doorTokenSetAt?.toISOString() };
    },
    recorded: 'store.take_token_back',
    atDoor: 'door.take_token_back',
  },
  {
    name: 'correct the tracking of a package',
    action: correctPackage,
    async given() {
      const { reference } = await aPartlyShippedOrder();
      await db.package.updateMany({ data: { state: 'done' } });
      return { reference, package: 'P-1', carrier: 'DHL', tracking_number: 'RIGHT', tracking_url: '' };
    },
    recorded: 'package.correct',
  },
  {
    name: 'pause shipping',
    action: pauseShop,
    async given() {
      const until = new Date(Date.now() + 86_400_000).toISOString();
      return { shop: shippingShop.slug, until, reason: 'stocktaking' };
    },
    recorded: 'shop.pause',
    atDoor: 'door.pause',
  },
  {
    name: 'end a pause',
    action: unpauseShop,
    async given() {
      const until = new Date(Date.now() + 86_400_000);
      const pause = { shopId: shippingShop.id, side: 'shop', by: 'shop:x', reason: 'closed', until } as const;
      await inTransaction(db, (tx) => pauseShipping(tx, pause));
      return { shop: shippingShop.slug };
    },
    recorded: 'shop.unpause',
    atDoor: 'door.unpause',
  },
  {
    name: 'read a catalogue',
    action: pullCatalogue,
    given: async () => ({ shop: shippingShop.slug }),
    recorded: 'catalogue.pull',
    atDoor: 'door.read_catalogue',
    repeats: true,
  },
  {
    name: 'accept a catalogue',
    action: acceptCatalogue,
    async given() {
      const run = { id: randomUUID(), shopId: shippingShop.id, state: 'waiting', retired: 1 } as const;
      await db.catalogueRun.create({ data: run });
      return { shop: shippingShop.slug, run: run.id };
    },
    recorded: 'catalogue.accept',
  },
  {
    name: 'give what stands at a shop to other shops',
    action: rerouteShop,
    async given() {
      await order({ state: 'placed' });
      await db.shop.update({ where: { id: shippingShop.id }, data: { ordersHeldSince: new Date() } });
      return { shop: shippingShop.slug };
    },
    recorded: 'shop.reroute',
    repeats: true,
  },
  {
    name: 'correct an address',
    action: correctAddress,
    async given() {
      const { sellerOrderId: id } = await order({ state: 'refused', storeOrderId: null });
      const address = { name: 'A', address_line1: 'B 1', zip: '1', city: 'C', country_code: 'SE' };
      await db.sellerOrder.update({ where: { id }, data: { shipTo: address } });
      return { order: id, address: { ...address, city: 'D' } };
    },
    recorded: 'order.correct_address',
  },
  { name: 'take an alert', action: takeAlerts, given: anAlert, recorded: 'alert.take' },
  { name: 'resolve an alert', action: resolveAlerts, given: anAlert, recorded: 'alert.resolve' },
  { name: 'take a case', action: CASE_ACTIONS.take, given: () => aCase(), recorded: 'case.take' },
  {
    name: 'give a case back',
    action: CASE_ACTIONS.release,
    given: () => aCase({ owner: 'ada' }),
    recorded: 'case.release',
  },
  {
    name: 'hand a case over',
    action: CASE_ACTIONS.hand_over,
    async given() {
      const signedIn = { actor: 'agent:bo', action: 'desk.sign_in', subject: 'account:bo', detail: {} };
      await db.supportAction.create({ data: signedIn });
      return { ...(await aCase()), to: 'bo' };
    },
    recorded: 'case.hand_over',
  },
  {
    name: 'note on a case',
    action: CASE_ACTIONS.note,
    given: async () => ({ ...(await aCase()), text: 'They were asked.' }),
    recorded: 'case.note',
    repeats: true,
  },
  {
    name: 'snooze a case',
    action: CASE_ACTIONS.snooze,
    given: async () => ({ ...(await aCase()), until: new Date(Date.now() + 3_600_000).toISOString() }),
    recorded: 'case.snooze',
    repeats: true,
  },
  {
    name: 'end the snooze of a case',
    action: CASE_ACTIONS.wake,
    given: () => aCase({ snoozedUntil: new Date(Date.now() + 3_600_000) }),
    recorded: 'case.wake',
  },
  {
    name: 'link a case to a ticket',
    action: CASE_ACTIONS.link,
    given: async () => ({ ...(await aCase()), url: 'https://tickets.example/1' }),
    recorded: 'case.link',
    repeats: true,
  },
  { name: 'close a case', action: CASE_ACTIONS.close, given: () => aCase(), recorded: 'case.close' },
  {
    name: 'open a closed case again',
    action: CASE_ACTIONS.reopen,
    given: () => aCase({ closedAt: new Date(), closedBy: 'ada' }),
    recorded: 'case.reopen',
  },
  {
    name: 'replay a failed message',
    action: MESSAGE_ACTIONS.replay,
    given: async () => ({ ids: [await aDeadLetter(db)] }),
    recorded: 'dead_letter.replay',
  },
  {
    name: 'discard a failed message',
    action: MESSAGE_ACTIONS.discard,
    given: async () => ({ ids: [await aDeadLetter(db)] }),
    recorded: 'dead_letter.discard',
  },
  {
    name: 'restore a failed message',
    action: MESSAGE_ACTIONS.restore,
    given: async () => ({ ids: [await aDeadLetter(db, { state: 'discarded' })] }),
    recorded: 'dead_letter.restore',
  },
  {
    name: 'edit a failed message',
    action: editMessage,
    given: async () => ({ id: await anUnreadableMessage(), body: aBody() }),
    recorded: 'dead_letter.edit',
  },
  {
    name: 'take an edit back',
    action: revertEdit,
    async given() {
      const id = await anUnreadableMessage();
      await editMessage.act(by('lead'), { id, body: aBody() });
      return { id };
    },
    recorded: 'dead_letter.revert_edit',
  },
  {
    name: 'act on many failed messages',
    action: startBulkRun,
    given: async () => ({ set: await aSet(), action: 'replay' }),
    recorded: 'bulk_run.replay',
    repeats: true,
  },
  {
    name: 'change a bulk run',
    action: changeBulkRun,
    async given() {
      const asked = { set: await aSet(), action: 'replay', effects: ['acts'] };
      const end = await startBulkRun.act(by('lead'), asked);
      return { run: end.kind === 'done' ? end.answer.id : '', change: 'pause' };
    },
    recorded: 'bulk_run.pause',
  },
  {
    name: 'adopt a routing policy',
    action: adoptPolicy,
    given: async () => aPolicy(),
    recorded: 'routing_policy.adopt',
    chosen: ['name', 'band_km', 'valid_from'],
  },
  {
    name: 'withdraw a routing policy',
    action: withdrawPolicy,
    async given() {
      const policy = aPolicy();
      await adoptPolicy.act(by('lead'), policy);
      return { name: policy.name };
    },
    recorded: 'routing_policy.withdraw',
  },
  {
    name: 'begin a run of the policy lab',
    action: startLabRun,
    given: aLabRun,
    recorded: 'routing_lab.start',
    repeats: true,
  },
  {
    name: 'stop a run of the policy lab',
    action: stopLabRun,
    async given() {
      const end = await startLabRun.act(by('agent'), await aLabRun());
      return { run: end.kind === 'done' ? end.answer.id : '' };
    },
    recorded: 'routing_lab.stop',
  },
  {
    name: 'decide whether two variants are one article',
    action: decideLinks,
    given: async () => ({ decision: 'confirm', proposals: [await aProposal()] }),
    saysAtDoor: { decision: 'agree' },
    recorded: 'link.decide',
  },
  {
    name: 'take the decisions of a file',
    action: importLinks,
    given: async () => ({ csv: `Proposal,Decision\n${await aProposal()},refuse` }),
    recorded: 'link.decide',
  },
  {
    name: 'lift a block',
    action: liftBlock,
    async given() {
      const { lines } = await order();
      const [line] = lines;
      await db.reservation.updateMany({
        where: { shippingOrderLineId: line?.id ?? '' },
        data: { kind: 'block' },
      });
      return { shop: shippingShop.slug, variant: line?.variantId };
    },
    recorded: 'stock.lift_block',
  },
];

const by = (
  role: Acting['role'],
  shop?: Acting['shop'],
): Acting & NeedsTokenTest & { cipher: BodyCipher; forecasts: Forecasts } => ({
  db,
  actor: shop ? `shop:${shop.slug}/orders` : `${role}:ada`,
  role,
  shop,
  now: Date.now(),
  cipher: testCipher(),
  forecasts: { ask: async () => null },
  testToken: async () => ({ result: 'accepted', status: 200, why: null }),
});

tryActions(CASES, { db: () => db, by, shop: () => shippingShop, longestNote: LONGEST_NOTE });

it('an action that is refused leaves nothing of what it wrote', async () => {
  const halfDone = action({
    names: { 'order.remind': 'reminded' },
    input: z.strictObject({}),
    async run(tx) {
      await tx.shop.update({ where: { id: shippingShop.id }, data: { name: 'Half done' } });
      return { kind: 'refused', says: 'It cannot be done.' };
    },
  });
  expect(await halfDone.act(by('agent'), {})).toEqual({ kind: 'refused', says: 'It cannot be done.' });
  expect(await db.shop.count({ where: { name: 'Half done' } })).toBe(0);
});

/** What the files of the subjects export, and the members of it. */
async function exported() {
  const source = join(__dirname, '../src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test|-main)\.ts$/.test(file),
  );
  const found = await Promise.all(
    files.map(async (file): Promise<Record<string, unknown>> => import(join(source, file))),
  );
  return found
    .flatMap((module) => Object.values(module))
    .flatMap((one) =>
      typeof one === 'object' && one !== null ? [one, ...Object.values<unknown>({ ...one })] : [],
    );
}

it('every action stands in the table of actions', async () => {
  const isAction = (one: unknown) => typeof one === 'object' && one !== null && 'isOfShop' in one;
  const listed = new Set<unknown>([...ACTIONS, ...SHOP_ACTIONS]);
  expect((await exported()).filter((one) => isAction(one) && !listed.has(one))).toEqual([]);
});

it('every action of support is tried here, but those of going live, which have a test of their own', () => {
  const tried = new Set<unknown>(CASES.map((of) => of.action));
  const elsewhere = new Set<unknown>(Object.values(goLive));
  expect(ACTIONS.filter((one) => !tried.has(one) && !elsewhere.has(one))).toEqual([]);
  expect(tried.size).toBeGreaterThan(30);
});
