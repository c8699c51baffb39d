import { CAPABILITIES, isPublicHttpsUrl, type Capability } from '@hub/contract';

export interface SheetOptions {
  slug: string;
  name?: string | undefined;
  country: string;
  currency: string;
  apiRoot: string;
  hubLocationId: string;
  locations: { id: string; latitude?: number | undefined; longitude?: number | undefined }[];
  /** The store's own country, where not given. */
  destinationCountries?: string[] | undefined;
  eventsUrl?: string | undefined;
  deducts?: 'order' | 'shipment' | undefined;
  splitRate?: number | undefined;
  /** How long the shop has to ship (D38), such as `72h`; the hub's default, where not given. */
  shipWithin?: string | undefined;
  /** Optional fields of a shipping order that the store asks for (D18); none, where not given. */
  optionalFields?: string[] | undefined;
  /** Names of the environment variables that hold the credentials. */
  bearerEnv: string;
  secretEnv: string;
  /** All live, where not given. */
  capabilities?: Partial<Record<Capability, string>> | undefined;
}

const INSECURE =
  '# plain HTTP or a private address: the hub takes it where ALLOW_INSECURE_STORES=true, for tests alone';

/** The environment sheet (D25) that fits a store, as YAML; credentials by reference, never in it. */
export function environmentSheet(options: SheetOptions): string {
  const { slug, country, currency } = options;
  const lines = [
    `shop_slug: ${quoted(slug)}`,
    `name: ${quoted(options.name ?? slug)}`,
    `country: ${quoted(country)}`,
    `currency: ${quoted(currency)}`,
    ...(isPublicHttpsUrl(options.apiRoot) ? [] : [INSECURE]),
    `store_api_root: ${quoted(options.apiRoot)}`,
    `bearer_token: \${${options.bearerEnv}}`,
    `signing_secrets: [ "\${${options.secretEnv}}" ]`,
    `hub_network_location_id: ${quoted(options.hubLocationId)}`,
    'locations:',
    ...options.locations.map((location) => `  - ${locationEntry(location)}`),
    `destination_countries: ${quoted(options.destinationCountries ?? [country])}`,
    ...(options.eventsUrl === undefined ? [] : [`test_webhook_url: ${quoted(options.eventsUrl)}`]),
    `split_rate: { default: ${options.splitRate ?? 0.7} }`,
    ...(options.shipWithin === undefined ? [] : [`ship_within: ${quoted(options.shipWithin)}`]),
    'injection_vat: domestic',
    `stock_deducted_at: ${options.deducts ?? 'order'}`,
    'test_variants: []',
    `optional_fields: ${quoted(options.optionalFields ?? [])}`,
    `contacts: { technical: ${quoted(`technical@${slug}.example`)} }`,
    'capabilities:',
    ...CAPABILITIES.map((name) => `  ${name}: ${quoted(options.capabilities?.[name] ?? 'live')}`),
  ];
  return `${lines.join('\n')}\n`;
}

function locationEntry({ id, latitude, longitude }: SheetOptions['locations'][number]): string {
  const coordinates = latitude === undefined || longitude === undefined ? {} : { latitude, longitude };
  return quoted({ location_id: id, ...coordinates });
}

/** JSON is YAML: quoting this way keeps `NO` a country and "9000" a text. */
function quoted(value: unknown): string {
  return JSON.stringify(value);
}
