import {
  BEARER_TOKEN,
  Instant,
  LIMITS,
  LocationId,
  ShopSlug,
  SIGNING_SECRET,
  VariantId,
} from '@hub/contract';
import { z } from 'zod';
import { Country } from './country';
import { goLiveFaults } from './go-live-order';
import { secretReference, type Environment } from './secret-reference';
import { OPTIONAL_FIELDS, type Capabilities } from '../sheet-fields';
import {
  coordinate,
  Currency,
  FilledText,
  listOf,
  orElse,
  Rate,
  storeApiRoot,
  textOr,
  WebAddress,
} from './sheet-fields';
import { ClosedDays, OrdersPerDay, ShipWithin, StockBuffer, TimeZone } from './term-fields';

const Location = z
  .strictObject({
    location_id: LocationId,
    latitude: orElse(null, coordinate(90).nullable()),
    longitude: orElse(null, coordinate(180).nullable()),
  })
  .superRefine(
    (location: { latitude?: unknown; longitude?: unknown }, context) => {
      for (const [one, other] of [
        ['latitude', 'longitude'],
        ['longitude', 'latitude'],
      ] as const) {
        if (location[one] === null && location[other] !== null) {
          context.addIssue({ code: 'custom', path: [one], message: `is required where there is a ${other}` });
        }
      }
    },
    { when: ({ value }) => isObject(value) },
  );

/** One rate without start, or several with the instant from which each applies (D24). */
const Rates = textOr(
  Rate,
  listOf(z.strictObject({ from: Instant, rate: Rate }), (entry) => fieldOf(entry, 'from')).min(1),
);

const Capability = z.preprocess(asCapability, z.enum(['off', 'live', 'draining']));
const OrdersCapability = z.preprocess(asCapability, z.enum(['off', 'dry_run', 'live', 'draining']));

/** YAML 1.1 tools write `off` as `false`; a missing capability is not switched on. */
function asCapability(value: unknown): unknown {
  return value === 'false' || value === null || value === undefined ? 'off' : value;
}

const CapabilitiesOfSheet = z
  .strictObject({
    products: Capability,
    inventory: Capability,
    orders: OrdersCapability,
    cancellation: Capability,
    returns: Capability,
  })
  .superRefine(
    (capabilities: Partial<Capabilities>, context) => {
      const unreadable = new Set(context.issues.map(({ path }) => path?.[0]));
      const known = Object.entries(capabilities).filter(([name]) => !unreadable.has(name));
      for (const { capability, message } of goLiveFaults(Object.fromEntries(known))) {
        context.addIssue({ code: 'custom', path: [capability], message });
      }
    },
    { when: ({ value }) => isObject(value) },
  );

/** One, or several of which the store accepts at least one: the next is tried if it refuses the first. */
function bearerTokens(env: Environment) {
  const reference = secretReference(env, BEARER_TOKEN);
  return textOr(reference, listOf(reference).min(1));
}

function signingSecrets(env: Environment) {
  const reference = secretReference(env, SIGNING_SECRET);
  const ending = z.strictObject({ secret: reference, verify_until: orElse(null, Instant.nullable()) });
  return listOf(textOr(reference, ending), (entry) =>
    typeof entry === 'string' ? entry : fieldOf(entry, 'secret'),
  )
    .min(1)
    .max(LIMITS.signingSecrets, `must hold at most ${LIMITS.signingSecrets} entries`)
    .refine(
      (entries) =>
        entries.length === 0 ||
        entries.some((entry) => typeof entry === 'string' || entry.verify_until === null),
      'must hold one without verify_until, or the shop would be left without any',
    );
}

/**
 * The fields of a sheet (D25) in the output of `readYaml`: every scalar a text. Unknown fields are faults, as most are
 * typos.
 */
export function sheetSchema(env: Environment, options: { allowInsecureStores: boolean }) {
  return z
    .strictObject({
      shop_slug: ShopSlug,
      name: FilledText,
      country: Country,
      currency: Currency,
      store_api_root: storeApiRoot(options.allowInsecureStores),
      bearer_token: bearerTokens(env),
      signing_secrets: signingSecrets(env),
      hub_network_location_id: LocationId,
      locations: listOf(Location, (entry) => fieldOf(entry, 'location_id')).min(1),
      destination_countries: listOf(Country).min(1),
      test_webhook_url: orElse(null, WebAddress.nullable()),
      split_rate: orElse(
        {},
        z.strictObject({
          default: orElse(null, Rates.nullable()),
          variants: orElse({}, z.record(VariantId, Rates)),
        }),
      ),
      injection_vat: orElse('domestic', z.enum(['domestic', 'always', 'never'])),
      stock_deducted_at: orElse('order', z.enum(['order', 'shipment'])),
      test_variants: orElse([], listOf(VariantId)),
      optional_fields: orElse([], listOf(z.enum(OPTIONAL_FIELDS))),
      time_zone: orElse('UTC', TimeZone),
      ship_within: orElse('72h', ShipWithin),
      closed_days: orElse([], ClosedDays),
      stock_buffer: orElse('0', StockBuffer),
      orders_per_day: orElse(null, OrdersPerDay.nullable()),
      contacts: orElse({}, z.record(FilledText, FilledText)),
      capabilities: CapabilitiesOfSheet,
    })
    .superRefine(
      (sheet: { locations?: unknown; hub_network_location_id?: unknown }, context) => {
        if (!Array.isArray(sheet.locations)) return;
        for (const [index, entry] of sheet.locations.entries()) {
          if (fieldOf(entry, 'location_id') !== sheet.hub_network_location_id) continue;
          const message = 'is the HUB_Network location, which is none of the shop’s own';
          context.addIssue({ code: 'custom', path: ['locations', index, 'location_id'], message });
        }
      },
      { when: ({ value }) => isObject(value) },
    );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A field of an entry that may be unreadable. */
function fieldOf(entry: unknown, field: string): unknown {
  return isObject(entry) ? new Map<string, unknown>(Object.entries(entry)).get(field) : undefined;
}
