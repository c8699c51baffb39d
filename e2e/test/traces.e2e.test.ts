import { eventually } from '@hub/testing';
import { rootOf, traceIdOf } from '@hub/runtime';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CUSTOMER } from './support/shops';
import { LOCATION_ID } from './support/a-catalogue';
import { runHub } from './support/run-program';
import { openWorld, sellOne, type World } from './support/open-world';
import { TraceReceiver, type ReceivedSpan } from './support/trace-receiver';

/** Some in every run; `npm run trial:traces` has a thousand. */
const ORDERS = Number(process.env['HUB_TRACED_ORDERS'] ?? 8);
const AT_ONCE = 8;
const SOON = { timeoutMs: 60_000, everyMs: 200 };

let receiver: TraceReceiver;
let world: World;
beforeAll(async () => {
  receiver = await TraceReceiver.open();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, OTEL_BSP_SCHEDULE_DELAY: '200' };
  world = await openWorld({ env });
}, 120_000);
afterAll(async () => {
  await world?.close();
  await receiver?.close();
}, 60_000);

const correlationOf = async (orderId: string) =>
  (await world.db.sellerOrder.findFirstOrThrow({ where: { orderId } })).correlation;
const namesOf = (spans: readonly ReceivedSpan[]) => spans.map(({ name }) => name);
const traceOf = async (orderId: string) => receiver.of(traceIdOf(await correlationOf(orderId)));

async function sellMany(count: number): Promise<string[]> {
  const orderIds: string[] = [];
  while (orderIds.length < count) {
    const next = Array.from({ length: Math.min(AT_ONCE, count - orderIds.length) }, () => sellOne(world));
    orderIds.push(...(await Promise.all(next)));
  }
  return orderIds;
}

describe('traces, asked for by OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  it(`are one for each of ${ORDERS} orders: from the shop's request through outbox and broker to the call at the other store`, async () => {
    const { near, far } = world.shops;
    await near.store.changeStock(near.variantId, LOCATION_ID, ORDERS + 100).done;
    await far.store.changeStock(far.variantId, LOCATION_ID, 0).done;
    const orderIds = await sellMany(ORDERS);
    await eventually(() => expect(near.store.orders).toHaveLength(ORDERS), {
      timeoutMs: 600_000,
      everyMs: 500,
    });
    for (const orderId of orderIds) {
      const correlation = await correlationOf(orderId);
      const root = rootOf(correlation);
      await eventually(async () => {
        const spans = await traceOf(orderId);
        const [request, ...others] = spans.filter(({ parentSpanId }) => parentSpanId === undefined);
        expect(others).toEqual([]);
        expect(request).toMatchObject({
          name: 'order.created',
          traceId: correlation.replaceAll('-', ''),
          spanId: root.spanId,
          service: 'hub-ingress',
          attributes: {
            'hub.outcome': 'accepted',
            'http.response.status_code': 200,
          },
        });
        expect(namesOf(spans)).toEqual(
          expect.arrayContaining(['process routing.order.created', 'place_order']),
        );
        // The parent of every span is there.
        const ids = new Set(spans.map(({ spanId }) => spanId));
        expect(
          spans.filter(({ parentSpanId }) => parentSpanId !== undefined && !ids.has(parentSpanId)),
        ).toEqual([]);
      }, SOON);
      const [call] = (await traceOf(orderId)).filter(({ name }) => name === 'place_order');
      const parents = near.store.requests
        .filter(({ endpoint }) => endpoint === 'POST /orders')
        .map(({ headers }) => headers['traceparent']);
      expect(parents).toContain(`00-${root.traceId}-${call?.spanId}-01`);
    }
    expect(new Set(await Promise.all(orderIds.map(correlationOf))).size).toBe(ORDERS);
  }, 900_000);

  it('lead from a package to the order that it is of, and back; a call that is tried again shows each attempt', async () => {
    const { near, selling } = world.shops;
    const before = near.store.orders.length;
    const orderId = await sellOne(world);
    await near.store.until(() => near.store.orders.length === before + 1);
    selling.store.faults.add({
      endpoint: 'PUT /orders/{order_id}/tracking',
      times: 1,
      fault: { kind: 'status', status: 500 },
    });
    await near.store.ship(near.store.orders.at(-1)?.orderId ?? '').done;
    await selling.store.until(() => selling.store.notifications.some((one) => one.orderId === orderId));
    const shipped = await eventually(async () => {
      const [back] = (await traceOf(orderId)).filter(({ name }) => name === 'fulfillment.shipped');
      expect(back?.links).toHaveLength(1);
      const spans = receiver.of(back?.links[0]?.traceId ?? '');
      expect(namesOf(spans)).toEqual(
        expect.arrayContaining(['fulfillment.shipped', 'its order', 'deliver_tracking']),
      );
      return spans;
    }, SOON);
    const [link] = shipped.filter(({ name }) => name === 'its order');
    expect(link?.links).toEqual([rootOf(await correlationOf(orderId))]);
    const [call] = shipped.filter(({ name }) => name === 'deliver_tracking');
    expect(call?.events.map(({ attributes }) => attributes['http.response.status_code'])).toEqual([500, 200]);
  }, 120_000);

  it('go on over a dead letter and its replay', async () => {
    const { near } = world.shops;
    const refusal = { kind: 'status', status: 422, code: 'invalid_request' } as const;
    near.store.faults.add({ endpoint: 'POST /orders', times: 1, fault: refusal });
    const orderId = await sellOne(world);
    const failedMessage = await eventually(
      () => world.db.deadLetter.findFirstOrThrow({ where: { state: 'open' } }),
      SOON,
    );
    const { exitCode, stderr } = await runHub(
      ['dead', 'replay', failedMessage.id, '--note', 'again', '--as', 'ada', '--local'],
      world.env,
    );
    expect([exitCode, stderr]).toEqual([0, '']);
    await eventually(async () => {
      const spans = await traceOf(orderId);
      const calls = spans.filter(({ name }) => name === 'place_order');
      expect(calls.map(({ attributes }) => attributes['http.response.status_code'])).toEqual([422, 200]);
      expect(namesOf(spans)).toContain('process dead-letters');
    }, SOON);
  }, 120_000);

  it('stand in the log lines of their services', async () => {
    const orderId = await sellOne(world);
    const correlation = await correlationOf(orderId);
    await eventually(() => {
      const lines = [...world.log('ingress'), ...world.log('routing')].filter((line) =>
        line.includes(correlation),
      );
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(JSON.parse(line)).toMatchObject({ trace_id: traceIdOf(correlation) });
    });
  }, 60_000);

  it('hold nothing personal (D29)', () => {
    const exported = JSON.stringify(receiver.spans);
    for (const personal of [
      CUSTOMER.name,
      CUSTOMER.address_line1,
      CUSTOMER.email,
      CUSTOMER.city,
      'relay.hub.test',
    ])
      expect(exported).not.toContain(personal);
    expect(receiver.spans.length).toBeGreaterThan(ORDERS * 3);
  });
});
