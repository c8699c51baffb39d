import { z } from 'zod';
import { CancelReceipt, CancelRequest } from '../calls/cancel';
import { InventoryReceipt, InventoryWrite } from '../calls/inventory-write';
import { ProductsPage } from '../calls/products-page';
import { ReturnReceipt, ReturnRequest } from '../calls/return';
import { ShippingOrderReceipt, ShippingOrderRequest } from '../calls/shipping-order';
import { TrackingReceipt, TrackingRequest } from '../calls/tracking';
import { Envelope } from '../events/envelope';
import { EVENTS, type EventName } from '../events/events';
import { DESCRIPTIONS } from './descriptions';

export type JsonSchema = Readonly<Record<string, unknown>>;

const Product = ProductsPage.shape.products.out.element;

/** The documents' name for the schema of an event's `data`: `ReturnCreated` of `return.created`. */
export const dataSchemaName = (event: EventName) =>
  event.replaceAll(/(?:^|\.)([a-z])/g, (_, first: string) => first.toUpperCase());

/** Those of the events, with their named parts. */
export const EVENT_SCHEMAS: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  EVENTS.flatMap(({ name, data, parts }) => [[dataSchemaName(name), data], ...Object.entries(parts)]),
);

/** Every schema with a name in the documents; unnamed ones are inline. */
const NAMED = {
  ProductsPage,
  Product,
  Image: Product.shape.images.out.element,
  Variant: Product.shape.variants.out.element,
  StockLevel: Product.shape.variants.out.element.shape.inventory.out.element,
  InventoryWrite,
  InventoryReceipt,
  ShippingOrderRequest,
  ShipTo: ShippingOrderRequest.shape.ship_to,
  ShippingOrderLine: ShippingOrderRequest.shape.line_items.element,
  ShippingOrderReceipt,
  TrackingRequest,
  TrackingLine: TrackingRequest.shape.line_items.element,
  TrackingReceipt,
  CancelRequest,
  CancelReceipt,
  ReturnRequest,
  ReturnRequestLine: ReturnRequest.shape.lines.element,
  ReturnReceipt,
  Envelope,
  ...EVENT_SCHEMAS,
} satisfies Record<string, z.ZodType>;

const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED)) names.add(schema, { id });

const Written = z.record(
  z.string(),
  z.looseObject({ properties: z.record(z.string(), z.looseObject({})).optional() }),
);

/**
 * The JSON Schema of each named schema, as it goes over the wire (a schema's input), with what its fields mean. A rule
 * that JSON Schema cannot express is in the description.
 */
export function wireSchemas(): Readonly<Record<string, JsonSchema>> {
  const { schemas } = z.toJSONSchema(names, { io: 'input', unrepresentable: 'any', uri: refTo });
  return Object.fromEntries(
    Object.entries(Written.parse(schemas)).map(([name, schema]) => [name, describe(name, schema)]),
  );
}

/** Adds a schema's own text and its fields' to it. Throws if a field has none, or a text has no field. */
function describe(name: string, schema: z.output<typeof Written>[string]): JsonSchema {
  const { $schema: _dialect, $id: _id, properties = {}, ...rest } = schema;
  const { is, ...texts } = DESCRIPTIONS[name] ?? {};
  const stale = Object.keys(texts).filter((field) => !(field in properties));
  const missing = Object.keys(properties).filter((field) => !(field in texts));
  if (is === undefined || stale.length > 0 || missing.length > 0)
    throw new Error(`descriptions.ts, ${name}: is ${is}, stale ${stale.join()}, missing ${missing.join()}`);
  const described = Object.entries(properties).map(([field, written]) => [
    field,
    // A named schema is described there: beside a $ref AsyncAPI takes no text.
    '$ref' in written ? written : { ...written, description: texts[field] },
  ]);
  return { description: is, ...rest, properties: Object.fromEntries(described) };
}

export const refTo = (name: string) => `#/components/schemas/${name}`;

/** The error body of both directions ("Error body"), limited to these codes. */
export function errorSchema(codes: readonly string[]): JsonSchema {
  const code = { description: 'Stable, for machines.', type: 'string', enum: [...codes] };
  const message = { description: 'For people; its wording may change.', type: 'string' };
  const field = {
    description: 'The path of the field at fault, such as `data.line_items[1].quantity`.',
    type: 'string',
  };
  return {
    description: 'What went wrong. It never repeats a value that was sent.',
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        description: 'The first fault that was found.',
        type: 'object',
        required: ['code', 'message'],
        properties: { code, message, field },
      },
    },
  };
}
