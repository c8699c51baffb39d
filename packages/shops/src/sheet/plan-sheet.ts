import { SecretUnreadableError, type Tx } from '@hub/database';
import {
  agreedRatesOf,
  capabilitiesOf,
  contactsOf,
  findShopRow,
  openCredentials,
  type ShopRow,
} from '../shop-records';
import { refuseChange } from './refuse-change';
import { OPTIONAL_FIELDS, type Sheet } from './sheet';
import { sheetChanges, type SheetChange, type StoredSheet } from './sheet-changes';

/** What applying a sheet would do. A new shop has no changes: all of it is new. */
export type SheetPlan =
  | { kind: 'refused'; faults: string[] }
  | { kind: 'new' }
  | { kind: 'changed'; changes: SheetChange[] }
  | { kind: 'unchanged' };

/**
 * Compares a sheet with what is stored, without writing. Refused: a signing secret that another shop uses (D2), another
 * currency while orders are open, another `HUB_Network` location while the present one shows stock.
 * @param encryptionKey HUB_ENCRYPTION_KEY; secrets stored under another one count as changed, and are encrypted anew
 */
export async function planSheet(tx: Tx, sheet: Sheet, encryptionKey: string): Promise<SheetPlan> {
  const stored = await findShopRow(tx, sheet.slug);
  const faults = await refuseChange(tx, sheet, { stored, encryptionKey });
  if (faults.length > 0) return { kind: 'refused', faults };
  if (stored === null) return { kind: 'new' };
  const changes = sheetChanges(storedSheet(stored, encryptionKey), sheet);
  return changes.length === 0 ? { kind: 'unchanged' } : { kind: 'changed', changes };
}

function storedSheet(row: ShopRow, encryptionKey: string): StoredSheet {
  return {
    ...row,
    ...credentialsIfReadable(row, encryptionKey),
    splitRates: agreedRatesOf(row),
    optionalFields: OPTIONAL_FIELDS.filter((field) => row.optionalFields.includes(field)),
    contacts: contactsOf(row),
    capabilities: capabilitiesOf(row),
  };
}

function credentialsIfReadable(row: ShopRow, encryptionKey: string) {
  try {
    return openCredentials(row, encryptionKey);
  } catch (error) {
    if (error instanceof SecretUnreadableError) return { bearerTokens: null, signingSecrets: null };
    throw error;
  }
}
