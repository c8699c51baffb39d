import { EVENTS, type EventName } from '../events/events';
import type { EventDefinition } from '../events/event-definition';
import { LIMITS } from '../limits';
import type { ServiceErrorCode } from '../refusal';
import { SIGNATURE_HEADER } from '../signature';
import type { Outcome } from '../verdict';
import { answersOf, EVENT_ERROR_ADVICE, OUTCOME_ADVICE } from './answers';
import {
  errorName,
  eventSchemaName,
  eventSchemas,
  serviceCodesByStatus,
  SIGNATURE_PATTERN,
  SIGNATURE_TEXT,
} from './event-schemas';
import { exampleEvent, exampleOutcome, exampleOwnReturn, exampleRefusal } from './examples';
import { refTo } from './schemas';
import { CONTRACT_VERSION } from './version';

/** AsyncAPI 3.0 of the events that stores send, each a signed POST to the shop's own address (D1, D2, "Events"). */
export function eventsDocument(): object {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'HUB Network: events of a store',
      version: CONTRACT_VERSION,
      description: `One signed HTTP request for each event, at most ${LIMITS.maxEventBytes} bytes, to the address of the shop; its answer is the decision.`,
    },
    defaultContentType: 'application/json',
    servers: {
      hub: {
        host: 'hub.example',
        protocol: 'https',
        description: "The service's own address; it differs by environment.",
        security: [SIGNATURE],
      },
    },
    channels: Object.fromEntries([
      [
        'events',
        {
          address: '/shops/{shop_slug}/events',
          description: 'Where a store sends its events.',
          parameters: { shop_slug: { description: 'From the environment sheet.' } },
          messages: refs(EVENTS.map(({ name }) => name)),
        },
      ],
      ...EVENTS.map(({ name }) => [
        answerChannel(name),
        {
          description: `What ${name} may be answered, in the response of the same request.`,
          messages: refs(answerNames(name)),
        },
      ]),
    ]),
    operations: Object.fromEntries(EVENTS.map((event) => [operationId(event.name), operation(event)])),
    components: {
      securitySchemes: {
        signature: { type: 'httpApiKey', in: 'header', name: SIGNATURE_HEADER, description: SIGNATURE_TEXT },
      },
      messages: Object.fromEntries([
        ...EVENTS.map((event) => [event.name, message(event)]),
        ...EVENTS.flatMap(({ name }) => answerMessages(name)),
      ]),
      schemas: eventSchemas(),
    },
  };
}

const SIGNATURE = { $ref: '#/components/securitySchemes/signature' };
const answerChannel = (event: EventName) => `answers to ${event}`.replaceAll(/[ .]/g, '_');
const operationId = (event: EventName) => `send_${event.replace('.', '_')}`;
const refs = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }]));

function operation({ name, summary, capability, answerWithinMs }: EventDefinition<EventName>): object {
  return {
    action: 'receive',
    title: name,
    summary,
    description: `Belongs to the capability ${capability}. Answered within ${answerWithinMs / 1_000} s; what takes longer is answered 503.`,
    channel: { $ref: '#/channels/events' },
    messages: [{ $ref: `#/channels/events/messages/${name}` }],
    bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
    security: [SIGNATURE],
    reply: {
      channel: { $ref: `#/channels/${answerChannel(name)}` },
      messages: answerNames(name).map((answer) => ({
        $ref: `#/channels/${answerChannel(name)}/messages/${answer}`,
      })),
    },
  };
}

function message({ name, summary }: EventDefinition<EventName>): object {
  const examples = [{ name: 'run', summary: 'From a run', payload: exampleEvent(name) }];
  const own = { name: 'own_order', summary: 'From a run, of an own order', payload: exampleOwnReturn() };
  return {
    name,
    title: name,
    summary,
    contentType: 'application/json',
    headers: {
      type: 'object',
      required: [SIGNATURE_HEADER],
      properties: {
        [SIGNATURE_HEADER]: { description: SIGNATURE_TEXT, type: 'string', pattern: SIGNATURE_PATTERN },
      },
    },
    payload: { $ref: refTo(eventSchemaName(name)) },
    examples: name === 'return.created' ? [...examples, own] : examples,
  };
}

const answerNames = (event: EventName) => answerMessages(event).map(([name]) => name);

/** A `200` for each outcome that the event may have, and one answer for each status of an error. */
function answerMessages(event: EventName): [name: string, message: object][] {
  const { outcomes, errors } = answersOf(event);
  const key = event.replace('.', '_');
  return [
    ...outcomes.map((outcome): [string, object] => [`${key}_200_${outcome}`, handled(outcome)]),
    ...serviceCodesByStatus(errors).map(([status, codes]): [string, object] => [
      `${key}_${status}`,
      refused(status, codes),
    ]),
  ];
}

function handled(outcome: Outcome): object {
  const { means, doNow } = OUTCOME_ADVICE[outcome];
  return {
    title: `200 ${outcome}`,
    summary: `${means} ${doNow}`,
    payload: {
      allOf: [
        { $ref: refTo('EventReceipt') },
        { properties: { outcome: { type: 'string', const: outcome } } },
      ],
    },
    bindings: { http: { statusCode: 200, bindingVersion: '0.3.0' } },
    examples: [{ payload: exampleOutcome(outcome) }],
  };
}

function refused(status: number, codes: readonly ServiceErrorCode[]): object {
  return {
    title: `${status} ${codes.join(', ')}`,
    summary: codes.map((code) => `${code}: ${EVENT_ERROR_ADVICE[code].means}`).join(' '),
    payload: { $ref: refTo(errorName(status)) },
    bindings: { http: { statusCode: status, bindingVersion: '0.3.0' } },
    examples: codes.map((code) => ({ name: code, payload: exampleRefusal(code) })),
  };
}
