import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FulfillmentShipped, ReturnCreated } from '@hub/contract';
import type { SimulatedStore } from '../src/start-store';
import { aStore, placed } from './a-store';
import { startFakeHub, type FakeHub } from './fake-hub';

let hub: FakeHub;
let store: SimulatedStore;
beforeEach(async () => {
  hub = await startFakeHub();
  store = await aStore({ eventsUrl: hub.url });
});
afterEach(async () => {
  await store.stop();
  await hub.stop();
});

const aSale = () => store.sell({ lines: [{ variantId: 'hat', quantity: 1, network: true }] });

describe('what the shipping shop sends', () => {
  it('ships real packages, the rest by default, each with its own id and the references of the service', async () => {
    const orderId = await placed(store, 'ref-1', [
      ['jacket-m', 3],
      ['hat', 1],
    ]);
    await store.ship(orderId, {
      lines: [{ line: 'ref-1-line-1', quantity: 2 }],
      packageId: 'box-1',
      carrier: 'DHL',
      trackingNumber: 'D1',
      trackingUrl: 'https://track.example.com/D1',
    }).done;
    await store.ship(orderId).done;
    const [first, second] = hub.dataOf('fulfillment.shipped');
    expect(FulfillmentShipped.safeParse(first).success).toBe(true);
    expect(first).toMatchObject({
      order_id: orderId,
      external_ref: 'ref-1',
      package_id: 'box-1',
      carrier: 'DHL',
      tracking_number: 'D1',
      tracking_url: 'https://track.example.com/D1',
      line_items: [{ external_ref: 'ref-1-line-1', quantity: 2 }],
    });
    expect(FulfillmentShipped.safeParse(second).success).toBe(true);
    expect(second).toMatchObject({
      line_items: [
        { external_ref: 'ref-1-line-1', quantity: 1 },
        { external_ref: 'ref-1-line-2', quantity: 1 },
      ],
    });
    expect(() => store.ship(orderId)).toThrow('nothing left to ship');
    // Already taken when the order arrived.
    expect(store.inventory('jacket-m')).toEqual({ '1001': 2, '1002': 2, '9000': 0 });
  });

  it('refuses to ship what is stopped, unknown, or its own sale', async () => {
    const orderId = await placed(store, 'ref-1');
    store.cancelOrder(orderId);
    expect(() => store.ship(orderId)).toThrow('stopped');
    expect(() => store.ship('nothing')).toThrow('no order');
    expect(() => store.ship(aSale().orderId)).toThrow('not a shipping order');
  });

  it('reports returned goods with the references of the service, and puts them back into stock', async () => {
    const orderId = await placed(store, 'ref-1', [['jacket-m', 2]]);
    await store.ship(orderId).done;
    await store.returnGoods(orderId, {
      lines: [{ line: 'ref-1-line-1', reason: 'too small' }],
      customerNote: 'thank you',
    }).done;
    const [data] = hub.dataOf('return.created');
    expect(ReturnCreated.safeParse(data).success).toBe(true);
    expect(data).toEqual({
      order_id: orderId,
      external_ref: 'ref-1',
      lines: [
        {
          order_line_id: store.order(orderId).lines[0]?.lineId,
          external_ref: 'ref-1-line-1',
          quantity: 2,
          reason: 'too small',
        },
      ],
      customer_note: 'thank you',
    });
    expect(store.inventory('jacket-m')['1001']).toBe(2);
  });

  it('reports a return on an own order with only its own line ids', async () => {
    const { orderId, lines } = aSale();
    await store.returnGoods(orderId, { lines: [{ line: lines[0]?.lineId ?? '' }] }).done;
    const [data] = hub.dataOf('return.created');
    expect(ReturnCreated.safeParse(data).success).toBe(true);
    expect(data).toEqual({ order_id: orderId, lines: [{ order_line_id: lines[0]?.lineId, quantity: 1 }] });
  });
});
