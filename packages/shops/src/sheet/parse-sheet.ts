import type { z } from 'zod';
import { expectation } from './expectation';
import { readYaml } from './read-yaml';
import type { Environment } from './secret-reference';
import type { AgreedRate, Sheet } from '../sheet-fields';
import { sheetSchema } from './sheet-schema';

const NS_PER_MS = 1_000_000n;

/**
 * Parses an environment sheet (D25). Every fault is reported at once, as `field: what is expected`, and never a value.
 * @param env where `${NAME}` in `bearer_token` and `signing_secrets` is looked up
 * @param options.allowInsecureStores plain HTTP and private addresses as `store_api_root`: for tests only (D28)
 */
export function parseSheet(
  yamlText: string,
  env: Environment,
  options: { allowInsecureStores: boolean },
): { ok: true; sheet: Sheet } | { ok: false; faults: string[] } {
  const yaml = readYaml(yamlText);
  if (!yaml.ok) return yaml;
  const read = sheetSchema(env, options).safeParse(yaml.value, { error: expectation });
  if (!read.success) return { ok: false, faults: [...new Set(read.error.issues.flatMap(faultTexts))] };
  return { ok: true, sheet: toSheet(read.data) };
}

type SheetFields = z.output<ReturnType<typeof sheetSchema>>;

function toSheet(fields: SheetFields): Sheet {
  return {
    slug: fields.shop_slug,
    name: fields.name,
    country: fields.country,
    currency: fields.currency,
    storeApiRoot: fields.store_api_root,
    bearerTokens: typeof fields.bearer_token === 'string' ? [fields.bearer_token] : fields.bearer_token,
    signingSecrets: fields.signing_secrets.map((entry) =>
      typeof entry === 'string'
        ? { secret: entry, verifyUntil: null }
        : { secret: entry.secret, verifyUntil: toDate(entry.verify_until) },
    ),
    hubNetworkLocationId: fields.hub_network_location_id,
    locations: fields.locations.map(({ location_id, ...coordinates }) => ({
      locationId: location_id,
      ...coordinates,
    })),
    destinationCountries: fields.destination_countries,
    testWebhookUrl: fields.test_webhook_url,
    splitRates: splitRates(fields.split_rate),
    injectionVat: fields.injection_vat,
    stockDeductedAt: fields.stock_deducted_at,
    testVariants: fields.test_variants,
    optionalFields: fields.optional_fields,
    timeZone: fields.time_zone,
    shipWithin: fields.ship_within,
    closedDays: fields.closed_days,
    stockBuffer: fields.stock_buffer,
    ordersPerDay: fields.orders_per_day,
    contacts: fields.contacts,
    capabilities: fields.capabilities,
  };
}

function splitRates({ default: ofShop, variants }: SheetFields['split_rate']): AgreedRate[] {
  const named = Object.entries(variants);
  return (ofShop === null ? named : [['', ofShop] as const, ...named]).flatMap(([variantId, rates]) =>
    typeof rates === 'string'
      ? [{ variantId, appliesFrom: 0n, rate: rates }]
      : rates.map(({ from, rate }) => ({ variantId, appliesFrom: from, rate })),
  );
}

function toDate(instant: bigint | null): Date | null {
  return instant === null ? null : new Date(Number(instant / NS_PER_MS));
}

function faultTexts(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${pathText([...issue.path, key])}: is not a field of the sheet`);
  }
  return [`${pathText(issue.path) || 'sheet'}: ${issue.message}`];
}

function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((parent, step) => {
    if (typeof step === 'number') return `${parent}[${step}]`;
    return parent === '' ? String(step) : `${parent}.${String(step)}`;
  }, '');
}
