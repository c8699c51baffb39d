import { inTransaction } from '@hub/database';
import { correctPackage, type Corrected } from '@hub/orders/packages';
import type { ShopCalls } from '@hub/shops';
import { aSoldOrder, aStore, dyingAfter, type StoreOfShop } from '@hub/test-world';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { correctionWrite } from '../src/correction-write';
import { aPackageOf, FulfilmentWorld } from './fulfilment-world';

const TRACKING = 'PUT /orders/{order_id}/tracking';
const MINUTE = 60_000;

let world: FulfilmentWorld;
let selling: StoreOfShop;
beforeAll(async () => {
  world = await FulfilmentWorld.open();
  selling = await aStore(world.db, { slug: 'selling' });
}, 60_000);
afterAll(async () => {
  await selling.store.stop();
  await world.close();
});

/** A package of one of two pieces, so that the store takes another report of as many. The selling shop has its tracking. */
async function aDeliveredPackage() {
  const order = await aSoldOrder(world.db, selling, [2]);
  const sent = aPackageOf(order, { carrier: 'PostNord', tracking_number: 'WRONG' });
  await world.ship(order.shopId, sent);
  await world.deliver();
  const { id, packageId } = await world.db.package.findFirstOrThrow({ where: { shippingOrderId: order.id } });
  return { order, id, packageId, sent };
}

type Parcel = Awaited<ReturnType<typeof aDeliveredPackage>>;

const correct = ({ order, packageId }: Parcel, trackingNumber = 'RIGHT'): Promise<Corrected> =>
  inTransaction(world.db, (tx) =>
    correctPackage(tx, {
      reference: order.reference,
      packageId,
      tracking: { carrier: 'DHL', trackingNumber, trackingUrl: 'https://dhl.example/RIGHT' },
      by: 'agent:ada',
      now: Date.now(),
    }),
  );
const send = async (options: { aheadMs?: number; calls?: Pick<ShopCalls, 'send'> } = {}) =>
  world.bring(correctionWrite(options.calls ?? (await world.storeCalls())), options);
const corrections = ({ id }: Parcel) =>
  world.db.packageCorrection.findMany({ where: { packageId: id }, orderBy: { number: 'asc' } });
const notified = ({ order }: Parcel) =>
  selling.store.notifications
    .filter(({ orderId }) => orderId === order.orderId)
    .map(({ trackingNumber }) => trackingNumber);
const openAlerts = ({ order }: Parcel) =>
  world.db.alert.findMany({ where: { sellerOrderId: order.sellerOrderId, state: 'open' } });

describe('D11: a corrected tracking number', () => {
  it('goes to the selling shop under a reference of its own; the package stays as it was reported', async () => {
    const parcel = await aDeliveredPackage();
    const before = await world.db.package.findUniqueOrThrow({ where: { id: parcel.id } });
    expect(await correct(parcel)).toMatchObject({ kind: 'corrected', changed: true });
    await send();
    const [correction] = await corrections(parcel);
    expect(correction).toMatchObject({
      state: 'done',
      number: 1,
      correctedBy: 'agent:ada',
      lastFailure: null,
    });
    expect(correction?.reference).not.toBe(before.reference);
    expect(selling.store.notifications.at(-1)).toMatchObject({
      orderId: parcel.order.orderId,
      externalRef: correction?.reference,
      carrier: 'DHL',
      trackingNumber: 'RIGHT',
      trackingUrl: 'https://dhl.example/RIGHT',
      lines: [{ lineId: parcel.order.lines[0]?.lineItemId, quantity: 1 }],
    });
    expect(await world.db.package.findUniqueOrThrow({ where: { id: parcel.id } })).toEqual(before);
    expect(await world.ship(parcel.order.shopId, parcel.sent)).toMatchObject({
      verdict: { outcome: 'duplicate' },
    });
    const renamed = { ...parcel.sent, tracking_number: 'RIGHT' };
    expect(await world.ship(parcel.order.shopId, renamed)).toMatchObject({
      verdict: { code: 'event_id_conflict' },
    });
  });

  it('made twice at the same moment, and sent by two processes, is one call', async () => {
    const parcel = await aDeliveredPackage();
    const ends = await Promise.all([correct(parcel), correct(parcel)]);
    expect(ends.map((end) => end.kind === 'corrected' && end.changed).toSorted()).toEqual([false, true]);
    await Promise.all([send(), send()]);
    expect(notified(parcel)).toEqual(['WRONG', 'RIGHT']);
    expect(await corrections(parcel)).toHaveLength(1);
  });

  it('whose answer is lost is sent again under the same reference: one notification', async () => {
    const parcel = await aDeliveredPackage();
    await correct(parcel);
    selling.store.faults.add({ endpoint: TRACKING, times: 1, fault: { kind: 'drop', when: 'after' } });
    await send();
    expect(await corrections(parcel)).toMatchObject([{ state: 'done' }]);
    expect(notified(parcel)).toEqual(['WRONG', 'RIGHT']);
  });

  it('whose worker died after the call is sent by another once the lease is over: one notification', async () => {
    const parcel = await aDeliveredPackage();
    await correct(parcel);
    await send({ calls: dyingAfter(await world.storeCalls()) });
    await send();
    expect(await corrections(parcel)).toMatchObject([{ state: 'sending' }]);
    await send({ aheadMs: 2 * MINUTE });
    expect(await corrections(parcel)).toMatchObject([{ state: 'done' }]);
    expect(notified(parcel)).toEqual(['WRONG', 'RIGHT']);
  });

  it('that the store refuses is shown and alerted, without a failed message; made again, it is sent again', async () => {
    const parcel = await aDeliveredPackage();
    const dead = await world.deadLetters();
    await correct(parcel);
    const fault = { kind: 'status', status: 409, code: 'idempotency_conflict' } as const;
    selling.store.faults.add({ endpoint: TRACKING, times: 1, fault });
    await send();
    const reason = 'the store answered 409 idempotency_conflict';
    expect(await corrections(parcel)).toMatchObject([{ state: 'failed', lastFailure: reason }]);
    expect(await openAlerts(parcel)).toMatchObject([
      { kind: 'tracking_failed', shopId: selling.shop.id, message: expect.stringContaining(reason) },
    ]);
    expect(await world.deadLetters()).toEqual(dead);
    await send({ aheadMs: 60 * MINUTE });
    expect(notified(parcel)).toEqual(['WRONG']);
    await correct(parcel);
    await send();
    expect(notified(parcel)).toEqual(['WRONG', 'RIGHT']);
    expect(await openAlerts(parcel)).toEqual([]);
  });

  it('that failed is replaced by another number, and never sent after it', async () => {
    const parcel = await aDeliveredPackage();
    await correct(parcel);
    selling.store.faults.add({ endpoint: TRACKING, times: 3, fault: { kind: 'status', status: 503 } });
    await send();
    expect(await corrections(parcel)).toMatchObject([{ state: 'failed' }]);
    await correct(parcel, 'NEWER');
    await send({ aheadMs: 60 * MINUTE });
    expect(notified(parcel)).toEqual(['WRONG', 'NEWER']);
    expect(await openAlerts(parcel)).toEqual([]);
  });

  it('is refused before the tracking is delivered, beside one under way, and if nothing changes', async () => {
    const order = await aSoldOrder(world.db, selling, [2]);
    await world.ship(order.shopId, aPackageOf(order));
    const { id, packageId } = await world.db.package.findFirstOrThrow({
      where: { shippingOrderId: order.id },
    });
    const due = { order, id, packageId, sent: aPackageOf(order) };
    expect(await correct(due)).toEqual({ kind: 'refused', why: 'not_delivered' });
    await world.deliver();
    expect(await correct(due)).toMatchObject({ changed: true });
    expect(await correct(due, 'OTHER')).toEqual({ kind: 'refused', why: 'under_way' });
    expect(await correct(due)).toMatchObject({ kind: 'corrected', changed: false });
    const { carrier, trackingNumber, trackingUrl } = await world.db.package.findUniqueOrThrow({
      where: { id },
    });
    await world.db.packageCorrection.deleteMany({ where: { packageId: id } });
    const same = { reference: order.reference, packageId, by: 'agent:ada', now: Date.now() };
    const unchanged = inTransaction(world.db, (tx) =>
      correctPackage(tx, { ...same, tracking: { carrier, trackingNumber, trackingUrl } }),
    );
    expect(await unchanged).toEqual({ kind: 'refused', why: 'unchanged' });
  });
});
