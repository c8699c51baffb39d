import type { z } from 'zod';
import { Envelope, EVENT_NAMES, type EventName } from '../events/envelope';
import { FulfillmentShipped } from '../events/fulfillment-shipped';
import { InventoryUpdated } from '../events/inventory-updated';
import { OrderCancelled } from '../events/order-cancelled';
import { OrderCreated } from '../events/order-created';
import { ReturnCreated } from '../events/return-created';
import { LIMITS } from '../limits';
import { SIGNATURE_HEADER } from '../signature';
import { wireSchema } from './json-schema';

const DATA: Record<EventName, z.ZodType> = {
  'inventory.updated': InventoryUpdated,
  'order.created': OrderCreated,
  'order.cancelled': OrderCancelled,
  'fulfillment.shipped': FulfillmentShipped,
  'return.created': ReturnCreated,
};

/** AsyncAPI 3.0 of the five events that stores send, each a signed POST to the shop's own address (D1, D2, "Events"). */
export function eventsDocument(): object {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'HUB Network: events of a store',
      version: '1',
      description: `One signed HTTP request an event, at most ${LIMITS.maxEventBytes} bytes, to the address of the shop.`,
    },
    channels: {
      events: {
        address: '/shops/{shop_slug}/events',
        parameters: { shop_slug: { description: 'from the environment sheet' } },
        messages: Object.fromEntries(
          EVENT_NAMES.map((name) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
        bindings: { http: { method: 'POST' } },
      },
    },
    operations: { send: { action: 'receive', channel: { $ref: '#/channels/events' } } },
    components: { messages: Object.fromEntries(EVENT_NAMES.map((name) => [name, message(name)])) },
  };
}

function message(name: EventName): object {
  const envelope = wireSchema(Envelope);
  return {
    name,
    contentType: 'application/json',
    headers: {
      type: 'object',
      required: [SIGNATURE_HEADER],
      properties: { [SIGNATURE_HEADER]: { type: 'string', pattern: '^sha256=[0-9a-fA-F]{64}$' } },
    },
    payload: {
      allOf: [envelope, { properties: { event: { const: name }, data: wireSchema(DATA[name]) } }],
    },
  };
}
