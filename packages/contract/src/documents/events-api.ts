import { Envelope } from '../events/envelope';
import type { EventDefinition } from '../events/event-definition';
import { EVENTS } from '../events/events';
import { LIMITS } from '../limits';
import { SIGNATURE_HEADER } from '../signature';
import { wireSchema } from './json-schema';

/** AsyncAPI 3.0 of the events that stores send, each a signed POST to the shop's own address (D1, D2, "Events"). */
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
          EVENTS.map(({ name }) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
        bindings: { http: { method: 'POST' } },
      },
    },
    operations: { send: { action: 'receive', channel: { $ref: '#/channels/events' } } },
    components: { messages: Object.fromEntries(EVENTS.map((event) => [event.name, message(event)])) },
  };
}

function message({ name, data }: EventDefinition): object {
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
      allOf: [envelope, { properties: { event: { const: name }, data: wireSchema(data) } }],
    },
  };
}
