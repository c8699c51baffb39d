import { EVENTS } from '../events/events';
import { LIMITS } from '../limits';
import type { ServiceErrorCode } from '../refusal';
import { SIGNATURE_HEADER } from '../signature';
import { OUTCOMES } from '../verdict';
import { EVENT_ERROR_ADVICE, OUTCOME_ADVICE } from './answers';
import {
  errorName,
  eventSchemaName,
  eventSchemas,
  serviceCodesByStatus,
  SIGNATURE_TEXT,
} from './event-schemas';
import {
  EXPLANATION_EXAMPLES,
  exampleEvent,
  exampleOutcome,
  exampleOwnReturn,
  exampleRefusal,
} from './examples';
import { refTo } from './schemas';
import { CONTRACT_VERSION } from './version';

/** OpenAPI 3.1 of the address that events are sent to (D1–D5). */
export function eventAddressDocument(): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'HUB Network: the address of events',
      version: CONTRACT_VERSION,
      summary: 'One signed request for each event of a store.',
      description:
        `One event a request, at most ${LIMITS.maxEventBytes / 1024} KiB. A \`200\` or \`4xx\` is final. Only no answer and \`5xx\` are resent: ` +
        'the same bytes under the same `event_id`, at least three attempts over at least fifteen minutes.',
    },
    servers: [
      {
        url: '{base_url}',
        description: "The service's own address; it differs by environment.",
        variables: { base_url: { default: 'https://hub.example' } },
      },
    ],
    security: [{ signature: [] }],
    tags: [{ name: 'events', description: 'What stores report.' }],
    paths: {
      '/shops/{shop_slug}/events': { post: sendEvent() },
      '/shops/{shop_slug}/signature': { post: SIGNATURE_DEBUGGER },
    },
    components: {
      securitySchemes: {
        signature: { type: 'apiKey', in: 'header', name: SIGNATURE_HEADER, description: SIGNATURE_TEXT },
      },
      parameters: {
        shop_slug: {
          name: 'shop_slug',
          in: 'path',
          required: true,
          description: 'Your shop, as on the environment sheet.',
          schema: { type: 'string', minLength: 1, maxLength: LIMITS.identifierLength },
          example: 'nordic-outdoor',
        },
      },
      schemas: { ...eventSchemas(), SignatureExplanation: SIGNATURE_EXPLANATION },
      responses: Object.fromEntries(
        serviceCodesByStatus().map(([status, codes]) => [responseName(status), response(status, codes)]),
      ),
    },
  };
}

function sendEvent(): object {
  const mapping = EVENTS.map(({ name }) => [name, refTo(eventSchemaName(name))]);
  return {
    operationId: 'sendEvent',
    tags: ['events'],
    summary: 'Send one event',
    description:
      'Answered with the decision of the service, within 10 s (`order.cancelled`: 30 s); what takes longer is answered `503`, and the resend gets the decision.',
    parameters: [{ $ref: '#/components/parameters/shop_slug' }],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            oneOf: EVENTS.map(({ name }) => ({ $ref: refTo(eventSchemaName(name)) })),
            discriminator: { propertyName: 'event', mapping: Object.fromEntries(mapping) },
          },
          examples: {
            ...Object.fromEntries(EVENTS.map(({ name }) => [name, { value: exampleEvent(name) }])),
            'return.created of an own order': { value: exampleOwnReturn() },
          },
        },
      },
    },
    responses: {
      200: {
        description: OUTCOMES.map((outcome) => `\`${outcome}\`: ${OUTCOME_ADVICE[outcome].means}`).join(' '),
        content: {
          'application/json': {
            schema: { $ref: refTo('EventReceipt') },
            examples: Object.fromEntries(
              OUTCOMES.map((outcome) => [outcome, { value: exampleOutcome(outcome) }]),
            ),
          },
        },
      },
      ...Object.fromEntries(
        serviceCodesByStatus().map(([status]) => [
          status,
          { $ref: `#/components/responses/${responseName(status)}` },
        ]),
      ),
    },
  };
}

const SIGNATURE_EXPLANATION = {
  description: 'Why a signature is taken, or not.',
  type: 'object',
  required: ['matches', 'differences', 'summary'],
  properties: {
    matches: { description: 'Whether an event so signed would be let in.', type: 'boolean' },
    differences: {
      description: 'What differs from the right signature.',
      type: 'array',
      items: {
        type: 'object',
        required: ['part', 'code', 'message'],
        properties: {
          part: { description: 'Where.', type: 'string', enum: ['header', 'encoding', 'bytes', 'secret'] },
          code: { description: 'What, for machines; more may come.', type: 'string' },
          message: { description: 'What, for people.', type: 'string' },
        },
      },
    },
    summary: { description: 'The same in one sentence.', type: 'string' },
  },
};

const SIGNATURE_DEBUGGER = {
  operationId: 'explainSignature',
  tags: ['events'],
  summary: 'Ask why a signature is not taken',
  description:
    'Of the environments `development` and `test` only. Send the very request that was answered `401`, at most 64 KiB: the answer says which of header, encoding, bytes and secret differ. Nothing is stored, and no secret is returned. At most 30 requests a minute from one address are answered; beyond them the answer is `503`.',
  security: [{ signature: [] }],
  parameters: [{ $ref: '#/components/parameters/shop_slug' }],
  requestBody: { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
  responses: {
    200: {
      description: 'What differs.',
      content: {
        'application/json': {
          schema: { $ref: refTo('SignatureExplanation') },
          examples: Object.fromEntries(
            Object.entries(EXPLANATION_EXAMPLES).map(([slip, value]) => [slip, { value }]),
          ),
        },
      },
    },
    404: { $ref: '#/components/responses/Refused404' },
    413: { $ref: '#/components/responses/Refused413' },
    503: { $ref: '#/components/responses/Refused503' },
  },
};

const responseName = (status: number) => `Refused${status}`;

function response(status: number, codes: readonly ServiceErrorCode[]): object {
  return {
    description: codes
      .map((code) => `\`${code}\`: ${EVENT_ERROR_ADVICE[code].means} ${EVENT_ERROR_ADVICE[code].doNow}`)
      .join('\n\n'),
    ...(status === 503 && {
      headers: {
        'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
      },
    }),
    content: {
      'application/json': {
        schema: { $ref: refTo(errorName(status)) },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleRefusal(code) }])),
      },
    },
  };
}
