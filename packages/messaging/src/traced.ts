import { randomUUID } from 'node:crypto';
import type { Sql } from '@hub/database';
import {
  isTraced,
  recordSpan,
  rootOf,
  spanIdOf,
  traceIdOf,
  type Attributes,
  type SpanPlace,
} from '@hub/runtime';
import { afterEnd } from './after-end';
import { HEADER, type Delivery } from './broker/delivery';
import type { Settlement } from './settlement';

/** The batch in which a delivery was last handled, for the link from its own trace. */
const batches = new WeakMap<Delivery, SpanPlace>();

/** Each delivery is a span of its correlation's trace, under the message that brought it: one span per delivery. */
export function traced(
  handle: (delivery: Delivery) => Promise<Settlement>,
): (delivery: Delivery) => Promise<Settlement> {
  return async (delivery) => {
    if (!isTraced(delivery.correlation)) return handle(delivery);
    const startedAt = Date.now();
    const settlement = await handle(delivery);
    const batch = batches.get(delivery);
    recordSpan({
      name: `process ${delivery.queue}`,
      kind: 'consumer',
      correlation: delivery.correlation,
      parentId: spanIdOf(delivery.messageId),
      startedAt,
      endedAt: Date.now(),
      attributes: deliveryOf(delivery, settlement),
      links: batch ? [batch] : [],
      failed: settlement.kind === 'retry' || settlement.kind === 'reject' || settlement.kind === 'away',
    });
    return settlement;
  };
}

/** A batch is a span in a separate trace, linked with each message. A single message has none. */
export function tracedBatch(
  queue: string,
  handleAll: (batch: Delivery[]) => Promise<Settlement[]>,
): (batch: Delivery[]) => Promise<Settlement[]> {
  return async (batch) => {
    const followed = batch.filter((delivery) => isTraced(delivery.correlation));
    const [first] = followed;
    if (first === undefined || batch.length < 2) return handleAll(batch);
    const correlation = keptLike(first.correlation);
    for (const delivery of followed) batches.set(delivery, rootOf(correlation));
    const startedAt = Date.now();
    const settlements = await handleAll(batch);
    recordSpan({
      name: `batch ${queue}`,
      kind: 'internal',
      correlation,
      parentId: null,
      startedAt,
      endedAt: Date.now(),
      attributes: {
        'messaging.system': 'rabbitmq',
        'messaging.destination.name': queue,
        'messaging.batch.message_count': batch.length,
      },
      links: followed.map((one) => ({
        traceId: traceIdOf(one.correlation),
        spanId: spanIdOf(one.messageId),
      })),
    });
    return settlements;
  };
}

/** A message of the outbox on its way to the broker, until it is confirmed. */
export async function tracedPublish(
  sent: { type: string; messageId: string; correlation: string },
  publish: () => Promise<void>,
): Promise<void> {
  if (!isTraced(sent.correlation)) return publish();
  const startedAt = Date.now();
  let failed = true;
  try {
    await publish();
    failed = false;
  } finally {
    recordSpan({
      name: `send ${sent.type}`,
      kind: 'producer',
      correlation: sent.correlation,
      spanId: spanIdOf(sent.messageId),
      startedAt,
      endedAt: Date.now(),
      attributes: {
        'messaging.system': 'rabbitmq',
        'messaging.destination.name': sent.type,
        'messaging.message.id': sent.messageId,
      },
      failed,
    });
  }
}

/**
 * The effect of an event on an order that another event brought: the two traces are linked, once it is committed.
 *
 * @param event.name the event, such as `fulfillment.shipped`
 * @param order the order's correlation
 */
export function linkTraces(tx: Sql, event: { name: string; correlation: string }, order: string): void {
  const { name, correlation } = event;
  if (correlation === order) return;
  afterEnd(tx, (isCommitted) => {
    if (!isCommitted) return;
    const now = Date.now();
    const span = { kind: 'internal', startedAt: now, endedAt: now, attributes: {} } as const;
    recordSpan({ ...span, name, correlation: order, links: [rootOf(correlation)] });
    recordSpan({ ...span, name: 'its order', correlation, links: [rootOf(order)] });
  });
}

/** A new correlation whose trace is kept if the other's is: its first digits decide that. */
function keptLike(correlation: string): string {
  const own = randomUUID();
  return correlation.length === own.length ? correlation.slice(0, 8) + own.slice(8) : own;
}

function deliveryOf({ queue, messageId, attempts, headers }: Delivery, settlement: Settlement): Attributes {
  const shopId = headers[HEADER.shopId];
  return {
    'messaging.system': 'rabbitmq',
    'messaging.destination.name': queue,
    'messaging.message.id': messageId,
    'hub.attempts': attempts + 1,
    'hub.outcome': settlement.kind === 'done' ? settlement.outcome : settlement.kind,
    'hub.shop_id': typeof shopId === 'number' ? shopId : null,
  };
}
