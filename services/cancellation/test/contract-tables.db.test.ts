import { eventually } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packageArrives, partOf, storeOrder, type StoredOrder, type StoredPart } from './stored-order';
import { openAlerts, viewOrder, viewStock } from './views';
import { WorkerWorld, type ShopWithStore } from './worker-world';

// The rows of the contract that concern cancellation, each through the running service: RabbitMQ, PostgreSQL, a store.

let world: WorkerWorld;
let seller: ShopWithStore;
beforeAll(async () => {
  world = await WorkerWorld.open();
  seller = await world.shop();
}, 60_000);
afterAll(() => world.close(), 60_000);

const answered = (verdict: object): unknown => expect.objectContaining({ kind: 'answered', verdict });
const STOPPED = answered({ status: 200, outcome: 'stopped' });
const SHIPPED = answered(expect.objectContaining({ status: 409, code: 'order_already_shipped' }));
const UNANSWERED = { kind: 'unanswered' };

/** An order with one line at a shop, placed at its store. */
async function anOrderAt(shop: ShopWithStore): Promise<{ order: StoredOrder; part: StoredPart }> {
  const placedAs = await world.place(shop);
  const order = await storeOrder(world.db, {
    sellingShopId: seller.id,
    shippingOrders: [{ shopId: shop.id, state: 'placed', placedAs }],
  });
  const part = partOf(order);
  return { order, part };
}

const callsOf = ({ store }: ShopWithStore) =>
  store.requests.filter(({ endpoint }) => endpoint === 'POST /cancel');
const statusAt = ({ store }: ShopWithStore, part: StoredPart) => store.order(part.storeOrderId ?? '').status;
const cancelled = (order: StoredOrder, eventId: string, timeoutMs?: number) =>
  world.cancel(seller, order.orderId, { eventId, ...(timeoutMs === undefined ? {} : { timeoutMs }) });

describe('State table', () => {
  it('Order | order.cancelled (whole order) | No line shipped | Stopped | Stock released; POST /cancel at the shipping shop; event acknowledged', async () => {
    const shipper = await world.shop();
    const { order, part } = await anOrderAt(shipper);
    expect(await cancelled(order, 'E-1')).toEqual(STOPPED);
    expect(statusAt(shipper, part)).toBe('cancelled');
    expect(callsOf(shipper)).toHaveLength(1);
    expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'stopped', lines: ['stopped'] });
    expect(await viewStock(world.db, part)).toEqual({ committed: 0, reserved: 0, blocked: 0 });
  });

  it('Order | order.cancelled | A line already shipped | Unchanged | 409 order_already_shipped', async () => {
    const shipper = await world.shop();
    const { order, part } = await anOrderAt(shipper);
    await packageArrives(world.db, part, 1);
    const before = await viewOrder(world.db, order.id);
    expect(await cancelled(order, 'E-2')).toEqual(SHIPPED);
    expect(await viewOrder(world.db, order.id)).toEqual(before);
    expect(callsOf(shipper)).toEqual([]);
    expect(statusAt(shipper, part)).toBe('created');
  });

  it('Order | order.cancelled delivered again | Cancellation unfinished | Continues toward stopped | Cancellation resumes', async () => {
    const shipper = await world.shop();
    const { order } = await anOrderAt(shipper);
    shipper.store.faults.add({ endpoint: 'POST /cancel', times: 3, fault: { kind: 'status', status: 503 } });
    expect(await cancelled(order, 'E-3', 200)).toEqual(UNANSWERED);
    expect(await cancelled(order, 'E-3')).toEqual(STOPPED);
    expect(new Set(callsOf(shipper).map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it('Order | order.cancelled delivered again | Already stopped | Stopped | Stays stopped', async () => {
    const shipper = await world.shop();
    const { order } = await anOrderAt(shipper);
    expect(await cancelled(order, 'E-4')).toEqual(STOPPED);
    expect(await cancelled(order, 'E-4')).toEqual(STOPPED);
    expect(await cancelled(order, 'E-5')).toEqual(STOPPED);
    expect(callsOf(shipper)).toHaveLength(1);
  });

  it('Shipping shop order | POST /cancel | No line shipped | Stopped | Original receipt returned on repeat with the same external_ref', async () => {
    const shipper = await world.shop();
    const { order, part } = await anOrderAt(shipper);
    shipper.store.faults.add({ endpoint: 'POST /cancel', times: 1, fault: { kind: 'drop', when: 'after' } });
    expect(await cancelled(order, 'E-6')).toEqual(STOPPED);
    const [first, repeat] = callsOf(shipper);
    expect(repeat?.body).toEqual(first?.body);
    expect(repeat).toMatchObject({ status: 200, answer: { status: 'stopped', order_id: part.storeOrderId } });
  });

  it('Shipping shop order | POST /cancel | A line shipped | Unchanged | 409 order_already_shipped', async () => {
    const shipper = await world.shop();
    const { order, part } = await anOrderAt(shipper);
    shipper.store.ship(part.storeOrderId ?? '');
    expect(await cancelled(order, 'E-7')).toEqual(SHIPPED);
    expect(statusAt(shipper, part)).toBe('created');
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      order: 'accepted',
      shippingOrders: ['placed'],
    });
    expect(await openAlerts(world.db)).toContain('cancellation_overruled');
  });
});

describe('Idempotency and safe retries', () => {
  it('order.cancelled | Order and its cancellation state | Stopped orders stay stopped; unfinished cancellations resume', async () => {
    const shipper = await world.shop();
    const { order } = await anOrderAt(shipper);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => cancelled(order, `E-8-${index % 3}`, 5_000)),
    );
    expect(answers.some((answer) => answer.kind === 'answered')).toBe(true);
    expect(callsOf(shipper)).toHaveLength(1);
    for (const eventId of ['E-8-0', 'E-8-1', 'E-8-2'])
      expect(await cancelled(order, eventId)).toEqual(STOPPED);
    expect(callsOf(shipper)).toHaveLength(1);
  });

  it('POST /cancel | external_ref | Returns the original cancellation receipt once the order is stopped', async () => {
    const shipper = await world.shop();
    const { order, part } = await anOrderAt(shipper);
    // Every answer is lost, so the outcome stays unknown; the order is stopped at the store all the same.
    const takeBack = shipper.store.faults.add({
      endpoint: 'POST /cancel',
      fault: { kind: 'drop', when: 'after' },
    });
    expect(await cancelled(order, 'E-9', 200)).toEqual(UNANSWERED);
    await eventually(() => expect(statusAt(shipper, part)).toBe('cancelled'));
    expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'stopping', lines: ['allocated'] });
    takeBack();
    expect(await cancelled(order, 'E-9')).toEqual(STOPPED);
    expect(new Set(callsOf(shipper).map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });
});
