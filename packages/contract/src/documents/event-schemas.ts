import { Envelope } from '../events/envelope';
import { EVENTS, type EventName } from '../events/events';
import { ServiceErrorCode, refusal } from '../refusal';
import { OUTCOMES } from '../verdict';
import { dataSchemaName, errorSchema, EVENT_SCHEMAS, refTo, wireSchemas, type JsonSchema } from './schemas';

/** The schema of a whole event, as components call it. */
export const eventSchemaName = (event: EventName) => `${dataSchemaName(event)}Event`;

/** Every schema of an event and its answers, by name. */
export function eventSchemas(): Record<string, JsonSchema> {
  const wire = wireSchemas();
  const { Envelope: envelope, ReturnCreated: returned, ReturnedLine: line } = wire;
  const events = EVENTS.map(({ name, summary }) => [
    eventSchemaName(name),
    {
      description: summary,
      type: 'object',
      required: Object.keys(Envelope.shape),
      properties: {
        ...fieldsOf(envelope),
        event: { description: 'What happened.', type: 'string', const: name },
        data: { $ref: refTo(dataSchemaName(name)) },
      },
    },
  ]);
  return {
    ...Object.fromEntries(events),
    ...pick(wire, Object.keys(EVENT_SCHEMAS)),
    ...returnSchemas(returned ?? {}, line ?? {}),
    EventReceipt: {
      description: 'The event is dealt with.',
      type: 'object',
      required: ['success', 'event_id', 'outcome'],
      properties: {
        success: { description: 'Always true.', type: 'boolean', const: true },
        event_id: { description: 'The id of the event.', type: 'string' },
        outcome: { description: 'What became of it.', type: 'string', enum: [...OUTCOMES] },
      },
    },
    ...Object.fromEntries(
      serviceCodesByStatus().map(([status, codes]) => [errorName(status), errorSchema(codes)]),
    ),
  };
}

/**
 * A return of a shipping order must carry our reference on every line; one of a platform's own order leaves the
 * references out. JSON cannot tell which order an id names, so both forms have a name, and a generator sees the
 * difference.
 */
function returnSchemas(returned: JsonSchema, line: JsonSchema): Record<string, JsonSchema> {
  const lines = (name: string) => ({
    description: 'Every line that came back.',
    type: 'array',
    minItems: 1,
    items: { $ref: refTo(name) },
  });
  const form = (description: string, lineName: string) => ({
    ...returned,
    description,
    properties: { ...fieldsOf(returned), lines: lines(lineName) },
  });
  return {
    ReturnCreated: {
      description: String(returned['description']),
      anyOf: [{ $ref: refTo('ShippingOrderReturn') }, { $ref: refTo('SellerOrderReturn') }],
    },
    ShippingOrderReturn: form(
      'From the shop that shipped the order: `order_id` is its shipping order, and every line carries our reference.',
      'ShippingOrderReturnLine',
    ),
    SellerOrderReturn: form(
      'From the platform that sold the order: `order_id` and `order_line_id` are its own, the references are left out.',
      'ReturnedLine',
    ),
    ShippingOrderReturnLine: { ...line, required: ['order_line_id', 'external_ref', 'quantity'] },
    ReturnedLine: line,
  };
}

/** The error body of a status, as components call it. */
export const errorName = (status: number) => `Error${status}`;

/** The codes of each status that the service answers an event with. */
export function serviceCodesByStatus(codes: readonly ServiceErrorCode[] = ServiceErrorCode.options) {
  const byStatus = new Map<number, ServiceErrorCode[]>();
  for (const code of codes) {
    const { status } = refusal(code, '');
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return [...byStatus].toSorted(([one], [other]) => one - other);
}

/** What every document says about the signature (D2). */
export const SIGNATURE_TEXT =
  '`sha256=` and the hex HMAC-SHA256 of the raw bytes of the body, keyed with the UTF-8 bytes of the signing secret. ' +
  'Secret `hub-test-secret` and body `{"hello":"network"}` give ' +
  '`sha256=504e7427a63e98d57b4fd26c14886adfeb2d33b211585d48b710632b76148eb8`.';
export const SIGNATURE_PATTERN = '^sha256=[0-9a-fA-F]{64}$';

function fieldsOf({ properties }: JsonSchema = {}): Record<string, unknown> {
  return typeof properties === 'object' && properties !== null ? { ...properties } : {};
}

export function pick(schemas: Readonly<Record<string, JsonSchema>>, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, schemas[name] ?? {}]));
}
