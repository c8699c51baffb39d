import { instantToIso, type Instant } from '@hub/contract';
import type { AgreedRate, Sheet, ShopLocation } from '../sheet-fields';
import { termTexts } from './shipping-terms';

/** One field that a sheet would change. For secrets neither value is included. */
export type SheetChange =
  | { field: string; from: Comparable; to: Comparable }
  | { field: 'bearer_token' | 'signing_secrets'; secret: true };
type Comparable = string | null;

/** The stored fields of a shop, in the form of a sheet; `null` for secrets that cannot be decrypted. */
export type StoredSheet = Omit<Sheet, 'bearerTokens' | 'signingSecrets'> & {
  bearerTokens: Sheet['bearerTokens'] | null;
  signingSecrets: Sheet['signingSecrets'] | null;
};

/** The fields in which a sheet differs from the stored shop. The order of entries matters only for signing secrets. */
export function sheetChanges(stored: StoredSheet, sheet: Sheet): SheetChange[] {
  const before = comparableFields(stored);
  const after = comparableFields(sheet);
  const changes: SheetChange[] = [...after].flatMap(([field, to]) => {
    const from = before.get(field) ?? null;
    return from === to ? [] : [{ field, from, to }];
  });
  if (JSON.stringify(stored.bearerTokens) !== JSON.stringify(sheet.bearerTokens)) {
    changes.push({ field: 'bearer_token', secret: true });
  }
  if (JSON.stringify(stored.signingSecrets) !== JSON.stringify(sheet.signingSecrets)) {
    changes.push({ field: 'signing_secrets', secret: true });
  }
  return changes;
}

const CREDENTIALS = new Set(['bearer_token', 'signing_secrets', 'store_api_root']);

/** Whether calls use other credentials, or another address, from now on: then held calls get a try (D23). */
export function changesCredentials(changes: readonly SheetChange[]): boolean {
  return changes.some(({ field }) => CREDENTIALS.has(field));
}

/** Every field but the secrets under the sheet's own name, as a text that is equal for equal facts. */
function comparableFields(sheet: StoredSheet): Map<string, Comparable> {
  return new Map<string, Comparable>([
    ['name', sheet.name],
    ['country', sheet.country],
    ['currency', sheet.currency],
    ['store_api_root', sheet.storeApiRoot],
    ['hub_network_location_id', sheet.hubNetworkLocationId],
    ['locations', listText(sheet.locations.map(locationText))],
    ['destination_countries', listText(sheet.destinationCountries)],
    ['test_webhook_url', sheet.testWebhookUrl],
    ['split_rate', listText(sheet.splitRates.map(rateText))],
    ['injection_vat', sheet.injectionVat],
    ['stock_deducted_at', sheet.stockDeductedAt],
    ['test_variants', listText(sheet.testVariants)],
    ['optional_fields', listText(sheet.optionalFields)],
    ...termTexts(sheet),
    ['contacts', listText(Object.entries(sheet.contacts).map(([name, contact]) => `${name}: ${contact}`))],
    ...Object.entries(sheet.capabilities).map(([name, state]): [string, string] => [
      `capabilities.${name}`,
      state,
    ]),
  ]);
}

function listText(entries: readonly string[]): string {
  return entries.toSorted().join(', ');
}

function locationText({ locationId, latitude, longitude }: ShopLocation): string {
  return latitude === null ? locationId : `${locationId} (${latitude} ${longitude})`;
}

function rateText({ variantId, appliesFrom, rate }: AgreedRate): string {
  const from = appliesFrom === 0n ? '' : ` from ${instantToIso(appliesFrom as Instant)}`;
  return `${variantId === '' ? 'default' : variantId} ${rate}${from}`;
}
