import { randomUUID } from 'node:crypto';
import type { EventName } from '@hub/contract';
import { exampleEvent } from '@hub/contract/documents';

/** The shop's data for an example of its own. */
export interface ExampleShop {
  currency: string;
  hubNetworkLocationId: string;
  locationId: string;
  country: string;
  /** Null: it has none yet. */
  variantId: string | null;
}

type Json = Readonly<Record<string, unknown>>;

const TIMES = new Set(['occurred_at', 'changed_at', 'created_at', 'cancelled_at', 'shipped_at']);

/**
 * The body of an example event, as a journey sent it, under a new id and with the current time; with a shop, with its
 * own currency, locations and variant. Orders and references are still invented: `changes` sets existing ones.
 * @param given.changes by path, such as `data.line_items[0].quantity`
 */
export function exampleBody(
  event: EventName,
  given: { shop?: ExampleShop; changes?: readonly [path: string, value: unknown][]; now: Date },
): string {
  const { shop, changes = [], now } = given;
  const fresh = { ...ofNow(exampleEvent(event), now), event_id: randomUUID() };
  const own = shop ? { ...fresh, data: ofShop(event, objectOf(fresh, 'data'), shop) } : fresh;
  return JSON.stringify(
    changes.reduce<unknown>((body, [path, value]) => changed(body, keysOf(path), value), own),
  );
}

function ofNow(value: Json, now: Date): Json {
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      if (TIMES.has(key)) return [key, now.toISOString()];
      return [key, isObject(entry) ? ofNow(entry, now) : entry];
    }),
  );
}

function ofShop(event: EventName, data: Json, shop: ExampleShop): Json {
  const variant = shop.variantId === null ? {} : { variant_id: shop.variantId };
  if (event === 'inventory.updated') return { ...data, ...variant, location_id: shop.locationId };
  if (event !== 'order.created') return data;
  const { latitude: _, longitude: _also, ...address } = objectOf(data, 'shipping_address');
  const [first, ...others] = Array.isArray(data['line_items']) ? data['line_items'].filter(isObject) : [];
  return {
    ...data,
    order_id: `example-${randomUUID().slice(0, 8)}`,
    currency: shop.currency,
    shipping_address: { ...address, country_code: shop.country },
    line_items: [
      { ...first, ...variant, fulfillment_location_id: shop.hubNetworkLocationId },
      ...others.map((line) => ({ ...line, fulfillment_location_id: shop.locationId })),
    ],
  };
}

function changed(value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown {
  // Values from a command line are text: a number stays a number.
  if (key === undefined) return typeof value === 'number' && typeof to === 'string' ? Number(to) : to;
  if (!Array.isArray(value)) {
    const object = isObject(value) ? value : {};
    return { ...object, [key]: changed(object[key], rest, to) };
  }
  const list: unknown[] = value;
  return list.with(Number(key), changed(list[Number(key)], rest, to));
}

/** `data.line_items[0].quantity` as `data`, `line_items`, `0`, `quantity`. */
function keysOf(path: string): string[] {
  return path.split(/[.[\]]+/).filter((key) => key !== '');
}

function objectOf(value: Json, key: string): Json {
  const entry = value[key];
  return isObject(entry) ? entry : {};
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
