import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AlertKind } from '@hub/alerts';
import { eventQueue } from '@hub/messaging';
import { environmentSheet } from '@hub/store-simulator';
import { aGtin, anEnvelope, anInventoryUpdate, eventually, putIntoQueue } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aCatalogue, HUB_LOCATION_ID, LOCATION_ID } from './support/a-catalogue';
import { openWorld, sellOne, type World } from './support/open-world';
import { commandsOf, runLine, type Filled } from './support/runbook';
import { CUSTOMER, eventsUrlOf, type TestShop } from './support/shops';

const DEAD_URL = 'http://127.0.0.1:9/';
const SLOWLY = { timeoutMs: 30_000, everyMs: 50 };
const REFUSAL = { kind: 'status', status: 422, code: 'invalid_request' } as const;
const AGENT = { you: 'ada', note: 'as the runbook says' };

let world: World;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-runbooks-'));
  world = await openWorld();
}, 400_000);
afterAll(async () => {
  await world?.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** Each alert is provoked among stores that answer and have stock. */
beforeEach(async () => {
  const { near, far, selling } = world.shops;
  for (const { store } of [near, far, selling]) store.faults.clear();
  far.store.sendEventsTo(eventsUrlOf('far', world.ingressPort));
  await setStock({ near: 40, far: 60 });
}, 60_000);

describe('placing', () => {
  it('placing_refused, the shop has fixed the cause: the same shipping order is placed', async () => {
    const { orderId, alert, reference } = await refusedAtNear();
    await look('placing-refused', { order: orderId });
    world.shops.near.store.faults.clear();

    await carryOut('placing-refused', 'The shop has fixed the cause', { reference });

    expect(await stateOf(alert.id)).toBe('resolved');
    expect(await shippingOf(orderId)).toEqual([
      expect.objectContaining({ externalRef: reference, state: 'placed' }),
    ]);
  }, 60_000);

  it('placing_refused, the shop will not ship it: another shop has it', async () => {
    const { orderId, alert, reference } = await refusedAtNear();

    await carryOut('placing-refused', 'The shop will not ship it', { reference });

    expect(await stateOf(alert.id)).toBe('resolved');
    await placed(orderId, world.shops.far);
  }, 60_000);

  it('placing_failed: while the outcome is unknown nothing is re-routed', async () => {
    const { near } = world.shops;
    near.store.faults.add({
      endpoint: 'POST /orders',
      fault: { kind: 'wrong_receipt', change: { external_ref: 'of-another' } },
    });
    const orderId = await sellOne(world);
    const alert = await alertOf('placing_failed', orderId);
    await look('placing-failed', { order: orderId });
    const [shipping] = await shippingOf(orderId);
    const reference = shipping?.externalRef ?? '';
    const tempting = commandsOf(
      'placing-failed',
      'No attempt reached the store, and the shop will not ship it',
    );
    for (const line of tempting)
      expect(await run(line, { reference })).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('unknown'),
      });
    near.store.faults.clear();
    await placed(orderId, near);
    expect(await stateOf(alert.id)).toBe('resolved');
  }, 60_000);

  it('placing_disputed, the shop has fixed its store: placing it again places it once', async () => {
    const { near } = world.shops;
    const earlier = near.store.orders.length;
    const { orderId, alert, reference } = await disputedAtNear();
    await look('placing-disputed', { order: orderId });
    near.store.faults.clear();

    await carryOut('placing-disputed', 'The shop has fixed its store', { reference });

    expect(await stateOf(alert.id)).toBe('resolved');
    expect(near.store.orders.length - earlier).toBe(1);
  }, 60_000);

  it('placing_disputed, the shop has it: it is placed under the id that the shop names', async () => {
    const { near } = world.shops;
    const { orderId, alert, reference } = await disputedAtNear();
    const held = near.store.orders.find((order) => order.externalRef === reference);

    await carryOut('placing-disputed', 'The shop has it', {
      reference,
      'store-order': held?.orderId ?? '',
    });

    expect(await stateOf(alert.id)).toBe('resolved');
    expect(await shippingOf(orderId)).toEqual([
      expect.objectContaining({ externalRef: reference, state: 'placed', storeOrderId: held?.orderId }),
    ]);
  }, 60_000);

  it('placing_disputed, the shop does not have it: its line is routed again under a new reference', async () => {
    const { near } = world.shops;
    const { orderId, alert, reference } = await disputedAtNear('before');
    near.store.faults.clear();

    await carryOut('placing-disputed', 'The shop does not have it', { reference });

    expect(await stateOf(alert.id)).toBe('resolved');
    await placed(orderId, near);
    expect((await shippingOf(orderId)).map(({ state }) => state).toSorted()).toEqual(['placed', 'stopped']);
  }, 60_000);
});

describe('lines that no shop ships', () => {
  it('line_waiting, cannot_ship_unroutable: blocked stock is freed for the next customer, the first line is closed', async () => {
    const { near } = world.shops;
    await setStock({ near: 1, far: 0 });
    const first = await refusedAtNear();
    near.store.faults.clear();
    await carryOut('placing-refused', 'The shop will not ship it', { reference: first.reference });
    const unroutable = await alertOf('cannot_ship_unroutable', first.orderId);
    await look('cannot-ship-unroutable', { order: first.orderId });
    const orderId = await sellOne(world);
    const waiting = await alertOf('line_waiting', orderId);
    await look('line-waiting', { order: orderId });

    const heading = 'Stock is blocked, and the shop says that it is there after all';
    await carryOut('line-waiting', heading, { shop: near.slug, variant: near.variantId });
    expect(await stateOf(waiting.id)).toBe('resolved');
    await placed(orderId, near);
    const line = await lineOf(first.orderId);
    await carryOut('cannot-ship-unroutable', 'No shop will ship it', { order: first.orderId, line });
    expect(await stateOf(unroutable.id)).toBe('resolved');
  }, 60_000);

  it('line_waiting, no shop will ship it: the line is closed', async () => {
    await setStock({ near: 0, far: 0 });
    const orderId = await sellOne(world);
    const alert = await alertOf('line_waiting', orderId);

    await carryOut('line-waiting', 'No shop will ship it', { order: orderId, line: await lineOf(orderId) });

    expect(await stateOf(alert.id)).toBe('resolved');
    expect((await world.db.orderLine.findFirstOrThrow({ where: { order: { orderId } } })).state).toBe(
      'unfulfillable',
    );
  }, 60_000);

  it('line_blocked: the rate is loaded, and the line finds its shop', async () => {
    await world.db.vatRate.deleteMany({ where: { country: 'DK' } });
    const orderId = await sellOne(world);
    const alert = await alertOf('line_blocked', orderId);
    await look('line-blocked', { order: orderId });

    const rate = { country: 'DK', rate: '0.25', from: '2020-01-01T00:00:00Z' };
    await carryOut('line-blocked', 'A VAT rate is missing', rate);

    expect(await stateOf(alert.id)).toBe('resolved');
    await placed(orderId, world.shops.near);
  }, 60_000);
});

describe('orders that wait for a decision', () => {
  it('order_held: the hold is ended, and the order is placed', async () => {
    const { selling, near } = world.shops;
    // Its cancellation came before it.
    const orderId = 'cancelled-before-it-came';
    await world.db.cancellationMarker.create({ data: { shopId: selling.id, orderId } });
    const { delivery } = selling.store.sell({
      lines: [{ variantId: selling.variantId, quantity: 1, network: true, unitPrice: 100 }],
      address: CUSTOMER,
      data: { order_id: orderId },
    });
    await delivery.done;
    const alert = await alertOf('order_held', orderId);
    await look('order-held', { order: orderId });

    await carryOut('order-held', 'The customer wants it', { order: orderId });

    expect(await stateOf(alert.id)).toBe('resolved');
    await placed(orderId, near);
  }, 60_000);

  it('order_cross_check: looked at, and resolved by hand', async () => {
    const { selling } = world.shops;
    const { orderId, delivery } = selling.store.sell({
      lines: [
        { variantId: selling.variantId, quantity: 1, network: true, unitPrice: 100, barcode: aGtin(8) },
      ],
      address: CUSTOMER,
    });
    await delivery.done;
    const alert = await alertOf('order_cross_check', orderId);
    await look('order-cross-check', { order: orderId });
    await carryOut('order-cross-check', 'The catalogue is right', { alert: alert.id });
    expect(await stateOf(alert.id)).toBe('resolved');
  }, 60_000);
});

describe('after the parcel has left', () => {
  it('tracking_failed, return_failed: resumed once the store answers', async () => {
    const { near, selling } = world.shops;
    const { orderId, storeOrderId } = await sold(near);
    selling.store.faults.add({ endpoint: 'PUT /orders/{order_id}/tracking', fault: REFUSAL });
    await near.store.ship(storeOrderId).done;
    const tracking = await alertOf('tracking_failed', orderId);
    await deadLetterOf(orderId);
    await look('tracking-failed', { order: orderId });
    await look('where-is-the-parcel', { text: orderId, order: orderId });
    selling.store.faults.clear();
    await carryOut('tracking-failed', 'Fix', { reference: referenceIn(tracking) });
    expect(await stateOf(tracking.id)).toBe('resolved');
    expect(selling.store.notifications.filter((one) => one.orderId === orderId)).toHaveLength(1);

    selling.store.faults.add({ endpoint: 'POST /returns', fault: REFUSAL });
    await near.store.returnGoods(storeOrderId).done;
    const goods = await alertOf('return_failed', orderId);
    await deadLetterOf(orderId);
    await look('return-failed', { order: orderId });
    selling.store.faults.clear();
    await carryOut('return-failed', 'Fix', { reference: referenceIn(goods) });
    expect(await stateOf(goods.id)).toBe('resolved');
    expect(selling.store.returns.filter((one) => one.orderId === orderId)).toHaveLength(1);
  }, 60_000);

  it('return_waiting, it has not refunded: the return is registered', async () => {
    const { near, selling } = world.shops;
    const { orderId, storeOrderId } = await sold(near);
    await near.store.ship(storeOrderId).done;
    await selling.store.returnGoods(orderId).done;
    await near.store.returnGoods(storeOrderId).done;
    const alert = await alertOf('return_waiting', orderId);
    await look('return-waiting', { order: orderId });

    await carryOut('return-waiting', 'It has not refunded', { order: orderId });

    expect(await stateOf(alert.id)).toBe('resolved');
    await selling.store.until(() => selling.store.returns.some((one) => one.orderId === orderId));
  }, 60_000);

  it('return_waiting, it has refunded: the return is closed, and no one is notified', async () => {
    const { near, selling } = world.shops;
    const { orderId, storeOrderId } = await sold(near);
    await near.store.ship(storeOrderId).done;
    await selling.store.returnGoods(orderId).done;
    await near.store.returnGoods(storeOrderId).done;
    const alert = await alertOf('return_waiting', orderId);

    await carryOut('return-waiting', 'It has refunded', { order: orderId });

    expect(await stateOf(alert.id)).toBe('resolved');
    expect(selling.store.returns.filter((one) => one.orderId === orderId)).toEqual([]);
  }, 60_000);
});

describe('cancellations', () => {
  it('cancellation_refused: its failed message is replayed; then package_for_stopped_order is resolved by hand', async () => {
    const { near, selling } = world.shops;
    const { orderId, storeOrderId } = await sold(near);
    near.store.faults.add({ endpoint: 'POST /cancel', fault: REFUSAL });
    const cancelled = selling.store.cancelOrder(orderId);
    const refused = await alertOf('cancellation_refused', orderId);
    const failedMessage = await deadLetterOf(orderId);
    const listed = await look('cancellation-refused', { order: orderId });
    expect(listed).toContain(failedMessage);
    near.store.faults.clear();
    const heading = 'The store refused permanently, and the shop has repaired it';
    await carryOut('cancellation-refused', heading, { 'dead-letter': failedMessage });
    expect(await stateOf(refused.id)).toBe('resolved');
    expect((await cancelled.done).answer).toMatchObject({ status: 200, outcome: 'stopped' });

    const [shipping] = await shippingOf(orderId);
    await near.store.send('fulfillment.shipped', {
      order_id: storeOrderId,
      external_ref: shipping?.externalRef,
      package_id: 'parcel-too-late',
      carrier: 'PostNord',
      tracking_number: 'PN-1',
      shipped_at: new Date().toISOString(),
      line_items: near.store
        .order(storeOrderId)
        .lines.map((line) => ({ external_ref: line.externalRef, quantity: 1 })),
    }).done;
    const parcel = await alertOf('package_for_stopped_order', orderId);
    expect(await look('package-for-stopped-order', { order: orderId })).toContain('PN-1');
    await carryOut('package-for-stopped-order', 'Fix', { alert: parcel.id });
    expect(await stateOf(parcel.id)).toBe('resolved');
  }, 60_000);

  it('cancellation_overruled: the selling shop is informed, and it is resolved by hand', async () => {
    const { near, selling } = world.shops;
    const { orderId, storeOrderId } = await sold(near);
    near.store.sendEventsTo(DEAD_URL);
    near.store.ship(storeOrderId);
    near.store.sendEventsTo(eventsUrlOf('near', world.ingressPort));
    await selling.store.cancelOrder(orderId).done;
    const alert = await alertOf('cancellation_overruled', orderId);
    await look('cancellation-overruled', { order: orderId });
    await carryOut('cancellation-overruled', 'Fix', { alert: alert.id });
    expect(await stateOf(alert.id)).toBe('resolved');
  }, 60_000);

  it('cancellation_unanswered: the shop is informed how it ended, and it is resolved by hand', async () => {
    const { near, selling } = world.shops;
    const { orderId } = await sold(near);
    near.store.faults.add({ endpoint: 'POST /cancel', fault: { kind: 'status', status: 503 } });
    selling.store.cancelOrder(orderId);
    const { id: sellerOrderId } = await world.db.sellerOrder.findFirstOrThrow({ where: { orderId } });
    await eventually(async () => {
      // The shop that asked has given up waiting.
      const { count } = await world.db.cancellation.updateMany({
        where: { sellerOrderId },
        data: { replyUntil: new Date(0) },
      });
      expect(count).toBe(1);
    }, SLOWLY);
    near.store.faults.clear();
    const alert = await alertOf('cancellation_unanswered', orderId);
    expect(await look('cancellation-unanswered', { order: orderId })).toContain('"stopped"');
    await carryOut('cancellation-unanswered', 'The shop will not ask again', { alert: alert.id });
    expect(await stateOf(alert.id)).toBe('resolved');
  }, 60_000);
});

describe('a shop’s catalogue and stock', () => {
  it('catalogue_failed, catalogue_refused, catalogue_waiting: each report says why, and the next run ends it', async () => {
    const { far } = world.shops;
    const shop = { shop: far.slug };
    const jacket = aCatalogue(far.variantId, 60);
    const [pull = ''] = commandsOf('catalogue-failed', 'Fix');

    far.store.faults.add({ endpoint: 'GET /products', fault: { kind: 'status', status: 404 } });
    expect(await run(pull, shop)).toMatchObject({ exitCode: 1 });
    const failed = await alertOf('catalogue_failed');
    await look('catalogue-failed', shop);
    far.store.faults.clear();
    await carryOut('catalogue-failed', 'Fix', shop);
    expect(await stateOf(failed.id)).toBe('resolved');

    far.store.sellFrom(jacket.map((product) => ({ ...product, title: '' })));
    expect(await run(pull, shop)).toMatchObject({ exitCode: 1 });
    const refused = await alertOf('catalogue_refused');
    expect(await look('catalogue-refused', shop)).toContain('title');
    far.store.sellFrom([...jacket, ...manyProducts(150)]);
    await carryOut('catalogue-refused', 'Fix', shop);
    expect(await stateOf(refused.id)).toBe('resolved');

    far.store.sellFrom(jacket);
    expect(await run(pull, shop)).toMatchObject({ exitCode: 3 });
    const waiting = await alertOf('catalogue_waiting');
    await look('catalogue-waiting', shop);
    await carryOut('catalogue-waiting', 'The shop says yes', shop);
    expect(await stateOf(waiting.id)).toBe('resolved');
  }, 90_000);

  it('stock_refused, stock_out_of_step: seen on the shop’s health, and over with the next write that the store takes', async () => {
    const { near, far } = world.shops;
    const shop = { shop: near.slug };
    near.store.faults.add({ endpoint: 'PUT /inventory', fault: REFUSAL });
    await far.store.changeStock(far.variantId, LOCATION_ID, 59).done;
    const refused = await alertOf('stock_refused');
    await world.db.networkQuantity.updateMany({
      where: { shopId: near.id, state: { not: 'in_step' } },
      data: { outOfSyncSince: new Date(Date.now() - 20 * 60_000) },
    });
    const outOfSync = await alertOf('stock_out_of_step');
    await look('stock-refused', shop);
    await look('stock-out-of-step', shop);
    near.store.faults.clear();
    expect(await stateOf(refused.id)).toBe('resolved');
    expect(await stateOf(outOfSync.id)).toBe('resolved');
  }, 60_000);

  it('store_unauthorized: shop check finds it; the sheet with the new token ends the hold', async () => {
    const { near } = world.shops;
    const shop = { shop: near.slug };
    near.store.faults.add({ endpoint: '*', fault: { kind: 'status', status: 401 } });
    await sellOne(world);
    const alert = await alertOf('store_unauthorized');
    const [list, health, check] = commandsOf('store-unauthorized', 'Look');
    for (const line of [list, health]) expect(await run(line ?? '', shop)).toMatchObject({ exitCode: 0 });
    expect(await run(check ?? '', shop)).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('FAULT'),
    });
    await look('broken-store', shop, [0, 1]);
    near.store.faults.clear();

    // The store takes the token that it took; that the sheet names another beside it is what counts.
    await carryOut('store-unauthorized', 'The shop has a new token', {
      sheet: await sheetFile(near, '[ "${BEARER}", "${SPARE}" ]'),
    });

    expect(await stateOf(alert.id)).toBe('resolved');
  }, 90_000);
});

describe('failed messages', () => {
  it('dead_letter: one is tried, the rest replayed by their reason, and the alert closes without action', async () => {
    const { near } = world.shops;
    const orders = [await refusedAtNear(), await refusedAtNear(), await refusedAtNear()];
    const failedMessages = await Promise.all(orders.map(({ orderId }) => deadLetterOf(orderId)));
    const [failedMessage = ''] = failedMessages;
    const { reason } = await world.db.deadLetter.findUniqueOrThrow({ where: { id: failedMessage } });
    const alert = await world.db.alert.findFirstOrThrow({
      where: { kind: 'dead_letter', state: 'open', message: { contains: reason } },
      orderBy: { lastAt: 'desc' },
    });
    const filled = { 'dead-letter': failedMessage, reason, order: orders[0]?.orderId ?? '' };
    expect(await look('dead-letter', filled)).toContain('replay');
    await look('bulk-replay', filled);
    await carryOut('dead-letter', 'Put it aside', filled);
    near.store.faults.clear();

    await carryOut('bulk-replay', 'Try one', filled);
    await eventually(async () => {
      const { state } = await world.db.deadLetter.findUniqueOrThrow({ where: { id: failedMessage } });
      expect(state).toBe('resolved');
    }, SLOWLY);
    await carryOut('bulk-replay', 'Replay the rest', filled);

    for (const { orderId } of orders) await placed(orderId, near);
    await look('what-runs-by-itself', {});
    expect(await stateOf(alert.id, 45_000)).toBe('resolved');
  }, 120_000);
});

describe('failed messages that are edited', () => {
  it('dead_letter, bytes that cannot be read: edited and replayed, it does what its shop meant', async () => {
    const { far } = world.shops;
    const quantity = 77;
    const before = await world.db.deadLetter.count({ where: { reason: 'unreadable' } });
    await putIntoQueue(world.env['AMQP_URL'] ?? '', {
      queue: eventQueue('inventory.updated').name,
      bytes: Buffer.from('{"event": "inventory.upd'),
      headers: { 'x-shop-id': far.id },
    });
    await eventually(
      async () =>
        expect(await world.db.deadLetter.count({ where: { reason: 'unreadable' } })).toBe(before + 1),
      SLOWLY,
    );
    const { id } = await world.db.deadLetter.findFirstOrThrow({
      where: { reason: 'unreadable' },
      orderBy: { lastFailedAt: 'desc' },
    });
    const filled = { 'dead-letter': id };
    expect(await look('dead-letter', filled)).toContain('unreadable');

    const meant = anInventoryUpdate({ variant_id: far.variantId, location_id: LOCATION_ID, quantity });
    const file = join(folder, 'edited.json');
    await writeFile(file, JSON.stringify(anEnvelope('inventory.updated', meant)));
    await carryOut('dead-letter', 'Edit and replay it', { ...filled, file });

    await eventually(async () => {
      const { state, outcome } = await world.db.deadLetter.findUniqueOrThrow({ where: { id } });
      expect({ state, outcome }).toEqual({ state: 'resolved', outcome: 'accepted' });
      const { onHand } = await world.db.variant.findUniqueOrThrow({
        where: { shopId_variantId: { shopId: far.id, variantId: far.variantId } },
      });
      expect(onHand).toBe(BigInt(quantity));
    }, SLOWLY);
  }, 60_000);
});

/** Runs all that a runbook says about looking; resolves with what was said. */
async function look(runbook: string, filled: Filled, exitCodes: readonly number[] = [0]): Promise<string> {
  const shop = world.shops.selling.slug;
  const lines = commandsOf(runbook, 'Look');
  const said = await Promise.all(lines.map((line) => run(line, { shop, ...filled })));
  for (const [index, end] of said.entries())
    if (!exitCodes.includes(end.exitCode ?? -1)) throw new Error(`${lines[index]}: ${JSON.stringify(end)}`);
  return said.map(({ stdout }) => stdout).join('\n');
}

/** Runs the commands under a heading in their order; each must do what it says. */
async function carryOut(runbook: string, heading: string, filled: Filled): Promise<void> {
  for (const line of commandsOf(runbook, heading)) {
    const end = await run(line, filled);
    if (end.exitCode !== 0) throw new Error(`${line}: ${JSON.stringify(end)}`);
  }
}

function run(line: string, filled: Filled) {
  const credentials = {
    BEARER: 'bearer-of-near',
    SPARE: 'bearer-to-come-of-near',
    SECRET: 'signing-secret-of-near',
  };
  return runLine(line, { ...AGENT, ...filled }, { ...world.env, ...credentials });
}

/** The latest alert of a kind that is not resolved, of an order where one is given. */
function alertOf(kind: AlertKind, orderId?: string) {
  return eventually(async () => {
    const order =
      orderId === undefined ? null : await world.db.sellerOrder.findFirstOrThrow({ where: { orderId } });
    return world.db.alert.findFirstOrThrow({
      where: { kind, state: { not: 'resolved' }, ...(order && { sellerOrderId: order.id }) },
      orderBy: { lastAt: 'desc' },
    });
  }, SLOWLY);
}

/** Waits for an alert to be resolved; gives its state, also where it never is. */
async function stateOf(id: string, timeoutMs = 30_000): Promise<string> {
  const readState = async () => (await world.db.alert.findUniqueOrThrow({ where: { id } })).state;
  const isResolved = async () => {
    if ((await readState()) !== 'resolved') throw new Error('not yet');
  };
  await eventually(isResolved, { ...SLOWLY, timeoutMs }).catch(() => undefined);
  return readState();
}

/** The id of the open failed message of an order. */
async function deadLetterOf(orderId: string): Promise<string> {
  const found = await eventually(
    () => world.db.deadLetter.findFirstOrThrow({ where: { orderId, state: 'open' } }),
    SLOWLY,
  );
  return found.id;
}

function referenceIn({ detail }: { detail: unknown }): string {
  if (typeof detail === 'object' && detail !== null && 'reference' in detail) return String(detail.reference);
  throw new Error('the alert names no reference');
}

async function refusedAtNear() {
  world.shops.near.store.faults.clear();
  world.shops.near.store.faults.add({ endpoint: 'POST /orders', fault: REFUSAL });
  const orderId = await sellOne(world);
  const alert = await alertOf('placing_refused', orderId);
  await deadLetterOf(orderId);
  const [shipping] = await shippingOf(orderId);
  return { orderId, alert, reference: shipping?.externalRef ?? '' };
}

/** A store whose answer is lost, once it has the order or before, and that knows nothing of it from then on. */
async function disputedAtNear(when: 'before' | 'after' = 'after') {
  const { faults } = world.shops.near.store;
  faults.add({ endpoint: 'POST /orders', times: 1, fault: { kind: 'drop', when } });
  faults.add({
    endpoint: 'POST /orders',
    fault: { kind: 'status', status: 404, code: 'unknown_order' },
  });
  const orderId = await sellOne(world);
  const alert = await alertOf('placing_disputed', orderId);
  await deadLetterOf(orderId);
  const [shipping] = await shippingOf(orderId);
  return { orderId, alert, reference: shipping?.externalRef ?? '' };
}

/** Sells one piece, which is placed at a shop. */
async function sold(at: TestShop): Promise<{ orderId: string; storeOrderId: string }> {
  const orderId = await sellOne(world);
  return { orderId, storeOrderId: await placed(orderId, at) };
}

/** Waits until an order is placed at a shop. */
function placed(orderId: string, { id }: TestShop): Promise<string> {
  return eventually(async () => {
    const row = await world.db.shippingOrder.findFirst({
      where: { order: { orderId }, shopId: id, state: 'placed' },
    });
    if (!row?.storeOrderId)
      throw new Error(`the order is not placed: ${JSON.stringify(await shippingOf(orderId))}`);
    return row.storeOrderId;
  }, SLOWLY);
}

function shippingOf(orderId: string) {
  return world.db.shippingOrder.findMany({
    where: { order: { orderId } },
    select: { externalRef: true, state: true, lastFailure: true, storeOrderId: true },
    orderBy: { createdAt: 'asc' },
  });
}

async function lineOf(orderId: string): Promise<string> {
  return (await world.db.orderLine.findFirstOrThrow({ where: { order: { orderId } } })).lineItemId;
}

async function setStock(pieces: { near: number; far: number }): Promise<void> {
  for (const slug of ['near', 'far'] as const) {
    const { store, variantId } = world.shops[slug];
    const { answer } = await store.changeStock(variantId, LOCATION_ID, pieces[slug]).done;
    if (answer?.status !== 200) throw new Error(`inventory.updated: ${JSON.stringify(answer)}`);
  }
}

function manyProducts(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    product_id: `product-${index}`,
    title: `Cap ${index}`,
    brand: 'Fjordline',
    images: [{ url: 'https://images.example.com/cap.jpg' }],
    variants: [
      {
        variant_id: `cap-${index}`,
        size: 'One size',
        barcode: aGtin(1_000 + index),
        inventory: [LOCATION_ID, HUB_LOCATION_ID].map((id) => ({ location_id: id, quantity: 0 })),
      },
    ],
  }));
}

async function sheetFile({ slug, store }: TestShop, bearerToken = '${BEARER}'): Promise<string> {
  const sheet = environmentSheet({
    slug,
    country: 'SE',
    currency: 'EUR',
    apiRoot: store.apiRoot,
    hubLocationId: HUB_LOCATION_ID,
    locations: [{ id: LOCATION_ID, latitude: 55.6, longitude: 13 }],
    destinationCountries: ['SE', 'DK'],
    eventsUrl: eventsUrlOf(slug, world.ingressPort),
    bearerEnv: 'BEARER',
    secretEnv: 'SECRET',
  });
  const file = join(folder, `${slug}.yaml`);
  await writeFile(file, sheet.replace('${BEARER}', bearerToken));
  return file;
}
