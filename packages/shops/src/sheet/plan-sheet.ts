import { SecretUnreadableError, type Tx } from '@hub/database';
import {
  agreedRatesOf,
  capabilitiesOf,
  contactsOf,
  findShopRow,
  openCredentials,
  type ShopRow,
} from '../shop-records';
import { readOpenWork } from './open-work';
import { refuseChange } from './refuse-change';
import { OPTIONAL_FIELDS, type Sheet } from './sheet';
import { switchesAnyOff, switchingOffFaults } from './switching-off-faults';
import { sheetChanges, type SheetChange, type StoredSheet } from './sheet-changes';

export interface SheetToApply extends Sheet {
  /** A lead has it applied though it switches a capability off with work open (D25). */
  overrule?: boolean;
}

/** What applying a sheet would do. A new shop has no changes: all of it is new. */
export type SheetPlan =
  | { kind: 'refused'; faults: string[] }
  | { kind: 'new' }
  /** `overruled`: what it would be refused for, had nobody overruled. */
  | { kind: 'changed'; changes: SheetChange[]; overruled: string[] }
  | { kind: 'unchanged' };

/**
 * Compares a sheet with what is stored, without writing. Refused: a signing secret that another shop uses (D2), another
 * currency while orders are open, another `HUB_Network` location while the present one shows stock.
 * @param encryptionKey HUB_ENCRYPTION_KEY; secrets stored under another one count as changed, and are encrypted anew
 */
export async function planSheet(tx: Tx, sheet: SheetToApply, encryptionKey: string): Promise<SheetPlan> {
  const stored = await findShopRow(tx, sheet.slug);
  const faults = await refuseChange(tx, sheet, { stored, encryptionKey });
  const open = stored === null ? [] : await workLeftOpen(tx, stored, sheet);
  if (!sheet.overrule) faults.push(...open);
  if (faults.length > 0) return { kind: 'refused', faults };
  if (stored === null) return { kind: 'new' };
  const changes = sheetChanges(storedSheet(stored, encryptionKey), sheet);
  return changes.length === 0 ? { kind: 'unchanged' } : { kind: 'changed', changes, overruled: open };
}

/** D25: a capability is not switched off under what rests on it. */
async function workLeftOpen(tx: Tx, stored: ShopRow, sheet: Sheet): Promise<string[]> {
  const before = capabilitiesOf(stored);
  if (!switchesAnyOff(before, sheet.capabilities)) return [];
  return switchingOffFaults(before, sheet.capabilities, await readOpenWork(tx, stored.id));
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
