import { randomUUID } from 'node:crypto';
import { rootOf, setSpanSink, spanIdOf, traceIdOf, type SpanFacts } from '@hub/runtime';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { noteEnd } from './after-end';
import type { Delivery } from './broker/delivery';
import { done, reject, retry, type Settlement } from './settlement';
import { linkTraces, traced, tracedBatch, tracedPublish } from './traced';

let spans: SpanFacts[];
beforeEach(() => {
  spans = [];
  setSpanSink({ follows: () => true, record: (facts) => void spans.push(facts) });
});
afterEach(() => setSpanSink(null));

const aDelivery = (overrides: Partial<Delivery> = {}): Delivery => ({
  queue: 'routing.order.created',
  type: 'order.created',
  messageId: 'M-1',
  content: Buffer.from('{"name":"Astrid Holm"}'),
  correlation: randomUUID(),
  replyTo: null,
  attempts: 0,
  callAttempts: 0,
  firstFailedAt: null,
  redelivered: false,
  headers: { 'x-shop-id': 7 },
  ...overrides,
});

describe('a delivery in its trace', () => {
  it.each<[Settlement, string, boolean]>([
    [done('accepted'), 'accepted', false],
    [retry('Error'), 'retry', true],
    [reject('unreadable'), 'reject', true],
    [{ kind: 'postpone', reason: 'long_wait', afterMs: 1 }, 'postpone', false],
  ])(
    '%j is a span of its correlation, under the message that brought it',
    async (settlement, outcome, failed) => {
      const delivery = aDelivery({ attempts: 2 });
      expect(await traced(async () => settlement)(delivery)).toBe(settlement);
      expect(spans).toMatchObject([
        {
          name: 'process routing.order.created',
          correlation: delivery.correlation,
          parentId: spanIdOf('M-1'),
          attributes: { 'hub.outcome': outcome, 'hub.attempts': 3, 'hub.shop_id': 7 },
          failed,
        },
      ]);
    },
  );

  it('redelivered, as a retry or a replay, is a further span of the same trace', async () => {
    const first = aDelivery();
    const again = aDelivery({ correlation: first.correlation, messageId: 'M-2', attempts: 1 });
    for (const delivery of [first, again]) await traced(async () => done('accepted'))(delivery);
    expect(new Set(spans.map(({ correlation }) => correlation)).size).toBe(1);
    expect(spans.map(({ parentId }) => parentId)).toEqual([spanIdOf('M-1'), spanIdOf('M-2')]);
  });

  it.each([
    ['traces are switched off', null],
    ['its trace is not kept', { follows: () => false, record: (facts: SpanFacts) => void spans.push(facts) }],
  ])('is nothing where %s', async (_, sink) => {
    setSpanSink(sink);
    await traced(async () => done('accepted'))(aDelivery());
    expect(spans).toEqual([]);
  });
});

describe('deliveries that are handled together', () => {
  const together = async (deliveries: Delivery[]) => {
    const settlements = deliveries.map(() => done('accepted'));
    const batch = tracedBatch('inventory.inventory.updated', async () => settlements);
    await batch(deliveries);
    for (const delivery of deliveries) await traced(async () => done('accepted'))(delivery);
  };

  it('are a span in a separate trace, linked with each of them both ways', async () => {
    const deliveries = [aDelivery(), aDelivery({ messageId: 'M-2' })];
    await together(deliveries);
    const [batch, ...each] = spans;
    expect(batch).toMatchObject({
      name: 'batch inventory.inventory.updated',
      parentId: null,
      attributes: { 'messaging.batch.message_count': 2 },
      links: deliveries.map(({ correlation, messageId }) => ({
        traceId: traceIdOf(correlation),
        spanId: spanIdOf(messageId),
      })),
    });
    for (const one of each) expect(one.links).toEqual([rootOf(batch?.correlation ?? '')]);
  });

  it('a single delivery has no span of its own batch', async () => {
    await together([aDelivery()]);
    expect(spans.map(({ name, links }) => [name, links])).toEqual([['process routing.order.created', []]]);
  });
});

describe('a message that is sent', () => {
  const sent = { type: 'place', messageId: 'M-1', correlation: 'C-1' };

  it('is the parent span of its delivery', async () => {
    await tracedPublish(sent, async () => undefined);
    expect(spans).toMatchObject([{ name: 'send place', spanId: spanIdOf('M-1'), failed: false }]);
  });

  it('and was refused, has failed, and its sender gets the reason', async () => {
    const refused = tracedPublish(sent, () => Promise.reject(new Error('not taken')));
    await expect(refused).rejects.toThrow('not taken');
    expect(spans).toMatchObject([{ failed: true }]);
  });
});

describe('an event about an order that another event brought', () => {
  const event = { name: 'fulfillment.shipped', correlation: 'C-2' };
  const aTransaction = () => ({ $queryRaw: () => neverAsked(), $executeRaw: () => neverAsked() });
  const neverAsked = () => {
    throw new Error('asked');
  };

  it('links the two traces, once it is committed', () => {
    const tx = aTransaction();
    linkTraces(tx, event, 'C-1');
    expect(spans).toEqual([]);
    noteEnd(tx, true);
    expect(spans).toMatchObject([
      { name: 'fulfillment.shipped', correlation: 'C-1', links: [rootOf('C-2')] },
      { name: 'its order', correlation: 'C-2', links: [rootOf('C-1')] },
    ]);
  });

  it('has none if it was rolled back', () => {
    const tx = aTransaction();
    linkTraces(tx, event, 'C-1');
    noteEnd(tx, false);
    expect(spans).toEqual([]);
  });
});
