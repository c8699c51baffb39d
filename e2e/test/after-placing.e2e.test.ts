import { anEnvelope, eventually } from '@hub/testing';
import { sign, SIGNATURE_HEADER } from '@hub/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LOCATION_ID } from './support/a-catalogue';
import { networkQuantities, openWorld, sellOne, type World } from './support/open-world';
import { runHub } from './support/run-program';
import { CUSTOMER, eventsUrlOf, type TestShop } from './support/shops';

const DEAD_URL = 'http://127.0.0.1:9/';
const SLOWLY = { timeoutMs: 30_000, everyMs: 100 };

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 400_000);
afterAll(async () => {
  await world?.close();
}, 60_000);

/** Each test begins with four pieces at the near shop and six at the far one, and with stores that answer. */
beforeEach(async () => {
  const { near, far } = world.shops;
  for (const [{ store, variantId }, pieces] of [
    [near, 4],
    [far, 6],
  ] as const) {
    store.faults.clear();
    store.sendEventsTo(eventsUrlOf(store.slug, world.ingressPort));
    await store.changeStock(variantId, LOCATION_ID, pieces).done;
  }
  await eventually(expectStockToBeKnown, SLOWLY);
}, 60_000);

describe('a shipping order that leaves in two packages (D11)', () => {
  it('is complete with the second one; the customer is notified of each, once, with the selling shop’s own line', async () => {
    const { near, selling } = world.shops;
    const { orderId, lines, shippingOrders } = await sell([2]);
    const [atNear] = shippingOrders;
    const [line] = near.store.order(atNear?.storeOrderId ?? '').lines;

    const first = near.store.ship(atNear?.storeOrderId ?? '', {
      lines: [{ line: line?.lineId ?? '', quantity: 1 }],
    });
    expect((await first.done).answer).toMatchObject({ status: 200, outcome: 'accepted' });
    expect(await lineStates(orderId)).toEqual(['allocated']);
    const second = near.store.ship(atNear?.storeOrderId ?? '');
    expect((await second.done).answer).toMatchObject({ status: 200, outcome: 'accepted' });

    await selling.store.until(() => notificationsOf(orderId).length === 2);
    expect(await lineStates(orderId)).toEqual(['shipped']);
    for (const { eventId } of [first, second])
      expect((await near.store.resend(eventId).done).answer).toMatchObject({ outcome: 'duplicate' });
    expect(notificationsOf(orderId).map((one) => one.lines)).toEqual([
      [{ lineId: lines[0], quantity: 1 }],
      [{ lineId: lines[0], quantity: 1 }],
    ]);
  }, 60_000);
});

describe('an order at two shops is cancelled while one of their stores is down (D12)', () => {
  it('503 while it is unfinished; the resend is answered 200 stopped once both have confirmed', async () => {
    const { near, far, selling } = world.shops;
    const { orderId, shippingOrders } = await sell([4, 3]);
    expect(shippingOrders.map(({ slug }) => slug)).toEqual(['near', 'far']);
    far.store.faults.add({ endpoint: 'POST /cancel', fault: { kind: 'drop', when: 'before' } });

    const cancelled = selling.store.cancelOrder(orderId, 'changed her mind');
    await eventually(() => expect(cancelled.attempts.length).toBeGreaterThan(0), {
      timeoutMs: 60_000,
      everyMs: 100,
    });
    expect(cancelled.attempts[0]?.answer).toMatchObject({ status: 503, code: 'temporary_failure' });
    expect(statusAt(near, shippingOrders)).toBe('cancelled');
    expect(statusAt(far, shippingOrders)).toBe('created');
    expect(await orderState(orderId)).toBe('stopping');

    far.store.faults.clear();
    expect((await cancelled.done).answer).toMatchObject({ status: 200, outcome: 'stopped' });
    expect(statusAt(far, shippingOrders)).toBe('cancelled');
    expect(await orderState(orderId)).toBe('stopped');
    expect(await lineStates(orderId)).toEqual(['stopped', 'stopped']);
    const receipts = far.store.requests.filter(
      ({ endpoint, status }) => endpoint === 'POST /cancel' && status === 200,
    );
    expect(receipts).toHaveLength(1);
  }, 180_000);

  it('a sweep alone completes it, though the shop hangs up and never sends it again', async () => {
    const { far, selling } = world.shops;
    const { orderId, shippingOrders } = await sell([4, 3]);
    // A call of three attempts, and the first of the next: five in a row would suspend the store's calls for 30 s.
    far.store.faults.add({ endpoint: 'POST /cancel', times: 4, fault: { kind: 'status', status: 503 } });

    await sendAndHangUp(selling, 'order.cancelled', { order_id: orderId });

    await eventually(async () => expect(await orderState(orderId)).toBe('stopped'), SLOWLY);
    expect(shippingOrders.map(({ slug }) => statusAt(world.shops[slug], shippingOrders))).toEqual([
      'cancelled',
      'cancelled',
    ]);
  }, 120_000);
});

describe('a shop that cannot ship (D12)', () => {
  it('its shipping order is stopped there, and its line goes to another shop under new references', async () => {
    const { near, far, selling } = world.shops;
    const { orderId, lines, shippingOrders } = await sell([1]);
    const [atNear] = shippingOrders;

    const cannot = near.store.cancelOrder(atNear?.storeOrderId ?? '', 'broken in the warehouse');
    expect((await cannot.done).answer).toMatchObject({ status: 200, outcome: 'stopped' });
    const again = await eventually(async () => {
      const [, second] = await placedShippingOrders(orderId, 2);
      return second;
    }, SLOWLY);
    expect(again?.slug).toBe('far');
    expect(again?.externalRef).not.toBe(atNear?.externalRef);
    expect((await near.store.resend(cannot.eventId).done).answer).toMatchObject({ outcome: 'stopped' });
    expect(cancelCalls(near, atNear)).toHaveLength(1);

    await far.store.ship(again?.storeOrderId ?? '').done;
    await selling.store.until(() => notificationsOf(orderId).length === 1);
    expect(notificationsOf(orderId)[0]?.lines).toEqual([{ lineId: lines[0], quantity: 1 }]);
  }, 60_000);
});

describe('goods that come back (D13)', () => {
  it('are registered once at the selling shop, however often the return is reported', async () => {
    const { near, selling } = world.shops;
    const { orderId, lines, shippingOrders } = await sell([2]);
    const storeOrderId = shippingOrders[0]?.storeOrderId ?? '';
    await near.store.ship(storeOrderId).done;

    const back = near.store.returnGoods(storeOrderId, { customerNote: 'too small' });
    expect((await back.done).answer).toMatchObject({ status: 200, outcome: 'accepted' });
    await selling.store.until(() => returnsOf(orderId).length === 1);
    expect((await near.store.resend(back.eventId).done).answer).toMatchObject({ outcome: 'duplicate' });
    const repeated = near.store.returnGoods(storeOrderId);
    expect((await repeated.done).answer).toMatchObject({ status: 409, code: 'quantity_exceeded' });

    await eventually(async () => {
      const { id } = await world.db.sellerOrder.findFirstOrThrow({ where: { orderId } });
      const stored = await world.db.return.findMany({ where: { sellerOrderId: id } });
      expect(stored.map(({ state }) => state)).toEqual(['registered']);
    });
    expect(returnsOf(orderId)).toEqual([
      expect.objectContaining({ lines: [{ lineId: lines[0], quantity: 2, reason: null }] }),
    ]);
  }, 60_000);

  it('and that the selling platform has reported are recorded without a call; the shop’s own report waits for support', async () => {
    const { near, selling } = world.shops;
    const { orderId, shippingOrders } = await sell([1]);
    const storeOrderId = shippingOrders[0]?.storeOrderId ?? '';
    await near.store.ship(storeOrderId).done;

    const reported = selling.store.returnGoods(orderId);
    expect((await reported.done).answer).toMatchObject({ status: 200, outcome: 'accepted' });
    const back = near.store.returnGoods(storeOrderId);
    expect((await back.done).answer).toMatchObject({ status: 200, outcome: 'accepted' });

    const { id } = await world.db.sellerOrder.findFirstOrThrow({ where: { orderId } });
    const stored = await world.db.return.findMany({
      where: { sellerOrderId: id },
      orderBy: { createdAt: 'asc' },
    });
    expect(stored.map(({ side, state }) => ({ side, state }))).toEqual([
      { side: 'selling', state: 'recorded' },
      { side: 'shipping', state: 'waiting' },
    ]);
    expect(await openAlerts(id)).toContain('return_waiting');
    expect(returnsOf(orderId)).toEqual([]);
  }, 60_000);
});

describe('a package that leaves just before the cancellation comes (D12)', () => {
  it('409: the order stands, and the lines stopped elsewhere are routed again under new references', async () => {
    const { far, selling } = world.shops;
    const { orderId, shippingOrders } = await sell([4, 3]);
    const [atNear, atFar] = shippingOrders;
    // Given that the far shop has shipped, and the hub does not know it yet.
    far.store.sendEventsTo(DEAD_URL);
    const shipped = far.store.ship(atFar?.storeOrderId ?? '');

    const cancelled = selling.store.cancelOrder(orderId);
    expect((await cancelled.done).answer).toMatchObject({ status: 409, code: 'order_already_shipped' });

    const all = await eventually(() => placedShippingOrders(orderId, 3), SLOWLY);
    expect(await orderState(orderId)).toBe('accepted');
    expect(all.map(({ state }) => state)).toEqual(['stopped', 'placed', 'placed']);
    expect(all[2]?.externalRef).not.toBe(atNear?.externalRef);
    const { id } = await world.db.sellerOrder.findFirstOrThrow({ where: { orderId } });
    expect(await openAlerts(id)).toContain('cancellation_overruled');

    // When both packages are reported, then everything is shipped, each line by one shop.
    far.store.sendEventsTo(eventsUrlOf('far', world.ingressPort));
    expect((await far.store.resend(shipped.eventId).done).answer).toMatchObject({ outcome: 'accepted' });
    const last = all[2];
    if (last) await world.shops[last.slug].store.ship(last.storeOrderId).done;
    await selling.store.until(() => notificationsOf(orderId).length === 2);
    expect(await lineStates(orderId)).toEqual(['shipped', 'shipped']);
    const late = selling.store.cancelOrder(orderId);
    expect((await late.done).answer).toMatchObject({ status: 409, code: 'order_already_shipped' });
  }, 120_000);
});

describe('a store that denies what it may have taken, and an order that is cancelled meanwhile (D12, D18)', () => {
  const NOT_FOUND = { kind: 'status', status: 404, code: 'unknown_order' } as const;
  const CONFLICT = { kind: 'status', status: 409, code: 'idempotency_conflict' } as const;

  it('404 after a lost answer, and the shop finds it: stopped there by a call, and only then reported as stopped', async () => {
    const { near } = world.shops;
    const { orderId, reference } = await denied('after', NOT_FOUND);
    const cancelled = await cancelUnsettled(orderId);
    const { orderId: id = '' } = atNear(reference) ?? {};
    near.store.faults.clear();
    await settle(reference, '--has', id);
    expect((await cancelled.done).answer).toMatchObject({ status: 200, outcome: 'stopped' });
    expect(atNear(reference)).toMatchObject({ status: 'cancelled' });
    expect(callsToStop(reference)).toHaveLength(1);
  }, 90_000);

  it('409 after a lost answer, and the store answers correctly when it is placed again: the same', async () => {
    const { near } = world.shops;
    const { orderId, reference } = await denied('after', CONFLICT);
    const cancelled = await cancelUnsettled(orderId);
    near.store.faults.clear();
    expect(await runHub(['dead', 'resume', reference], world.env)).toMatchObject({ exitCode: 0 });
    expect((await cancelled.done).answer).toMatchObject({ status: 200, outcome: 'stopped' });
    expect(atNear(reference)).toMatchObject({ status: 'cancelled' });
  }, 90_000);

  it('404, and the parcel leaves all the same: the order stands, and its customer is notified of the parcel', async () => {
    const { near, selling } = world.shops;
    const { orderId, reference } = await denied('after', NOT_FOUND);
    const cancelled = await cancelUnsettled(orderId);
    const shipped = near.store.ship(atNear(reference)?.orderId ?? '');
    expect((await shipped.done).answer).toMatchObject({ status: 200, outcome: 'accepted' });
    expect((await cancelled.done).answer).toMatchObject({ status: 409, code: 'order_already_shipped' });
    await selling.store.until(() => notificationsOf(orderId).length === 1);
    expect(callsToStop(reference)).toEqual([]);
  }, 90_000);

  it('404, and the shop has nothing: stopped without a call, and nothing is sent under that reference again', async () => {
    const { near } = world.shops;
    const { orderId, reference } = await denied('before', NOT_FOUND);
    const cancelled = await cancelUnsettled(orderId);
    near.store.faults.clear();
    await settle(reference, '--has-not');
    expect((await cancelled.done).answer).toMatchObject({ status: 200, outcome: 'stopped' });
    expect(await runHub(['dead', 'resume', reference], world.env)).not.toMatchObject({ exitCode: 0 });
    expect(atNear(reference)).toBeUndefined();
    expect(callsToStop(reference)).toEqual([]);
  }, 90_000);

  const atNear = (reference: string) =>
    world.shops.near.store.orders.find(({ externalRef }) => externalRef === reference);

  /** References of `POST /cancel` are derived from that of the order. */
  const callsToStop = (reference: string) =>
    world.shops.near.store.requests.filter(
      ({ endpoint, body }) => endpoint === 'POST /cancel' && JSON.stringify(body).includes(reference),
    );

  /** An order whose store loses its answer, once it has it or before, and from then on says otherwise. */
  async function denied(when: 'before' | 'after', denial: typeof NOT_FOUND | typeof CONFLICT) {
    const { faults } = world.shops.near.store;
    faults.add({ endpoint: 'POST /orders', times: 1, fault: { kind: 'drop', when } });
    faults.add({ endpoint: 'POST /orders', fault: denial });
    const orderId = await sellOne(world);
    const { externalRef: reference } = await eventually(
      () => world.db.shippingOrder.findFirstOrThrow({ where: { order: { orderId }, state: 'disputed' } }),
      SLOWLY,
    );
    return { orderId, reference };
  }

  /** The selling shop waits for its answer, and the shipping shop is to be asked by people. */
  async function cancelUnsettled(orderId: string) {
    const cancelled = world.shops.selling.store.cancelOrder(orderId);
    await eventually(async () => {
      const alert = await world.db.alert.findFirstOrThrow({
        where: { kind: 'placing_disputed', state: 'open' },
        orderBy: { lastAt: 'desc' },
      });
      expect(alert.message).toContain('cancelled: ask the shop to stop it');
      expect(await orderState(orderId)).toBe('stopping');
    }, SLOWLY);
    expect(cancelled.attempts).toEqual([]);
    return cancelled;
  }

  async function settle(reference: string, ...word: string[]): Promise<void> {
    const end = await runHub(['order', 'settle', reference, ...word, '--note', 'Bo, by phone'], world.env);
    expect(end).toMatchObject({ exitCode: 0, stderr: '' });
  }
});

function expectStockToBeKnown(): void {
  expect(networkQuantities(world.shops)).toEqual({ near: 6, far: 4, selling: 10 });
}

type ShippingSlug = 'near' | 'far';

interface Placed {
  slug: ShippingSlug;
  state: string;
  externalRef: string;
  storeOrderId: string;
}

/** Sells a network line of each quantity; resolves once every one of them is placed. */
async function sell(
  quantities: number[],
): Promise<{ orderId: string; lines: string[]; shippingOrders: Placed[] }> {
  const { selling } = world.shops;
  const { variantId } = selling;
  const { orderId, lines, delivery } = selling.store.sell({
    lines: quantities.map((quantity) => ({ variantId, quantity, network: true, unitPrice: 100 })),
    address: CUSTOMER,
  });
  expect((await delivery.done).answer).toMatchObject({ status: 200, outcome: 'accepted' });
  const shippingOrders = await eventually(() => placedShippingOrders(orderId, quantities.length), SLOWLY);
  return { orderId, lines: lines.map(({ lineId }) => lineId), shippingOrders };
}

/** All shipping orders of an order, oldest first; of one routing decision, the near shop's first. */
async function placedShippingOrders(orderId: string, number: number): Promise<Placed[]> {
  const rows = await world.db.shippingOrder.findMany({
    where: { order: { orderId } },
    orderBy: { createdAt: 'asc' },
  });
  expect(rows.map(({ storeOrderId }) => storeOrderId)).toEqual(
    Array.from({ length: number }, () => expect.any(String)),
  );
  const { near } = world.shops;
  const placed = rows.map(({ shopId, state, externalRef, storeOrderId, createdAt }) => ({
    slug: shopId === near.id ? ('near' as const) : ('far' as const),
    state,
    externalRef,
    storeOrderId: storeOrderId ?? '',
    at: createdAt.getTime(),
  }));
  return placed.toSorted((a, b) => a.at - b.at || b.slug.localeCompare(a.slug));
}

function statusAt({ slug, store }: TestShop, shippingOrders: readonly Placed[]): string {
  return store.order(shippingOrders.find((one) => one.slug === slug)?.storeOrderId ?? '').status;
}

function cancelCalls({ store }: TestShop, shippingOrder: Placed | undefined) {
  return store.requests.filter(
    ({ endpoint, body }) =>
      endpoint === 'POST /cancel' && JSON.stringify(body).includes(shippingOrder?.storeOrderId ?? '?'),
  );
}

async function orderState(orderId: string): Promise<string> {
  return (await world.db.sellerOrder.findFirstOrThrow({ where: { orderId } })).state;
}

async function lineStates(orderId: string): Promise<string[]> {
  const lines = await world.db.orderLine.findMany({
    where: { order: { orderId } },
    orderBy: { position: 'asc' },
  });
  return lines.map(({ state }) => state);
}

async function openAlerts(sellerOrderId: string): Promise<string[]> {
  const alerts = await world.db.alert.findMany({ where: { sellerOrderId, state: 'open' } });
  return alerts.map(({ kind }) => kind);
}

function notificationsOf(orderId: string) {
  return world.shops.selling.store.notifications.filter((one) => one.orderId === orderId);
}

function returnsOf(orderId: string) {
  return world.shops.selling.store.returns.filter((one) => one.orderId === orderId);
}

/** A shop that does not wait for the answer, and keeps nothing to send again. */
async function sendAndHangUp({ slug, signingSecret }: TestShop, event: 'order.cancelled', data: object) {
  const body = JSON.stringify(anEnvelope(event, { ...data }));
  const headers = {
    'content-type': 'application/json',
    [SIGNATURE_HEADER]: sign(signingSecret, body),
  };
  const hangUp = AbortSignal.timeout(300);
  await expect(
    fetch(eventsUrlOf(slug, world.ingressPort), { method: 'POST', headers, body, signal: hangUp }),
  ).rejects.toThrow();
}
