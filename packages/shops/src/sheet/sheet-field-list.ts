import { z } from 'zod';
import { sheetSchema } from './sheet-schema';

/** A field of the environment sheet, for its authors. */
export interface SheetField {
  name: string;
  isRequired: boolean;
  /** Its default; null: none, or it is required. */
  fallback: unknown;
  /** Its possible values, if they can be listed. */
  values: readonly string[];
  form: string;
  meaning: string;
}

const SCHEMA = sheetSchema({}, { allowInsecureStores: false });
type FieldName = keyof (typeof SCHEMA)['shape'];

/** What the schema cannot express about a field: a field without a text does not compile. */
const TEXTS: Readonly<Record<FieldName, readonly [form: string, meaning: string]>> = {
  shop_slug: [
    'letters, digits, dots, dashes, underscores',
    'Your name in addresses: events go to `/shops/{shop_slug}/events`. It never changes.',
  ],
  name: ['text', 'What people call the shop.'],
  country: [
    'ISO 3166-1, two upper-case letters',
    'Where the shop ships from. It decides about injection VAT.',
  ],
  currency: [
    'ISO 4217, three upper-case letters',
    'Of every amount in both directions. Nothing is converted: an order in another currency is refused, and shops trade with shops of the same one.',
  ],
  store_api_root: [
    'public https address, without credentials, query and fragment',
    'The base address of your six endpoints. Plain http and private addresses are taken only where the service runs with `ALLOW_INSECURE_STORES`, which production refuses.',
  ],
  bearer_token: [
    '`${NAME}` of an environment variable, or a list of such',
    'Sent with every call. Of a list the next is tried where you answer `401` to the first, so that a token can be changed without a gap.',
  ],
  signing_secrets: [
    'list of `${NAME}`, or of `{ secret, verify_until }`',
    'The first signs our calls. Control characters, and blanks at either end, are faults. Each of them verifies your events, until its `verify_until` where it has one. At least one has none. At most four at a time. No other shop may use the same.',
  ],
  hub_network_location_id: [
    'whole number as a string',
    'Your `HUB_Network` location. Only the service writes its quantity.',
  ],
  locations: [
    'list of `{ location_id, latitude?, longitude? }`',
    'Your own locations, all of them and not `HUB_Network`. Coordinates come in pairs; with them you are chosen for customers nearby. A stock event for a location that is not here is `422 unknown_location`.',
  ],
  destination_countries: [
    'list of ISO 3166-1 country codes; quote `"NO"`; `GB` and `GR`, never `UK` or `EL`',
    'Where orders with network lines may go, and where you ship to for others.',
  ],
  test_webhook_url: [
    'http or https address',
    'The address your events go to, for the record. The service calls it never.',
  ],
  split_rate: [
    '`{ default?, variants? }`; a rate is above 0 and at most 1, or a list of `{ from, rate }`',
    'Your share of what is sold for you to ship, as a shop and by variant. Without a rate for a variant you are not chosen for it. A rate counts from its `from`, by the time the order was placed.',
  ],
  injection_vat: [
    'text',
    'Whether the VAT of your country is added to what you are paid: where selling and shipping shop are in one country, always, or never.',
  ],
  stock_deducted_at: [
    'text',
    'When your own stock figure falls for a shipping order: as you take the order, or as its parcel leaves. Get it right, or goods are promised twice or not at all.',
  ],
  test_variants: [
    'list of your variant ids',
    'The only variants that get a network quantity above 0 while your `orders` are not live, and in test until it is signed off: what a rehearsal sells. Taken off the list, their quantity goes back to 0.',
  ],
  optional_fields: [
    'list',
    'What is added to your shipping orders: line titles, `total_price`, a note for the carrier, the order number of the selling shop.',
  ],
  time_zone: [
    'IANA name, such as `Europe/Stockholm`',
    'The days of `closed_days` and `orders_per_day` are days there.',
  ],
  ship_within: [
    'number with `s`, `m`, `h` or `d`, from `1s` to `365d`',
    'How long you may take to ship, from when you take a shipping order. After that it is at risk, and we ask you.',
  ],
  closed_days: [
    'list of `mon` to `sun` and of dates, such as `2026-12-24`',
    'Days that do not count for `ship_within`.',
  ],
  stock_buffer: [
    'number of pieces, or `{ default?, variants? }`',
    'What you keep back of each variant: the network neither offers nor sells your last pieces. Your own sales are not touched.',
  ],
  orders_per_day: [
    'whole number of at least 1',
    'After this many shipping orders in one day you get more only if no other shop can ship, or you ship another line of that order already.',
  ],
  contacts: [
    'mapping of a role to an e-mail address',
    'Your people. They may sign in at your own door. Mails about what waits for you go to `orders`, else to `technical`.',
  ],
  capabilities: [
    'mapping of each capability to a state; quote `"off"`',
    'What is switched on. Each needs the earlier ones `live` (`orders` may be `draining`). `dry_run` is of `orders` alone: everything is worked out and nothing is sent. `draining` takes nothing new and ends what is open. What is not named is off.',
  ],
};

/** Every field of the sheet in its order, from the schema (D25). */
export function sheetFields(): SheetField[] {
  return Object.entries(SCHEMA.shape).map(([name, schema]) => {
    const empty = schema.safeParse(undefined);
    const [form, meaning] = TEXTS[name as FieldName];
    return {
      name,
      isRequired: !empty.success,
      fallback: empty.data ?? null,
      values: valuesOf(schema),
      form,
      meaning,
    };
  });
}

const Listed = z.object({
  enum: z.array(z.string()).optional(),
  items: z.object({ enum: z.array(z.string()).optional() }).optional(),
});

function valuesOf(schema: z.ZodType): string[] {
  const { enum: own, items } = Listed.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return own ?? items?.enum ?? [];
}
