import type { Tx } from '@hub/database';
import { asKeys, SecretUnreadableError, type KeyRing, type Keys } from '@hub/installation';
import { agreedRatesOf, capabilitiesOf, findShopRow, openCredentials, type ShopRow } from '../shop-records';
import { z } from 'zod';
import { goLiveGate } from './go-live-gate';
import { readOpenWork } from './open-work';
import { refuseChange } from './refuse-change';
import { OPTIONAL_FIELDS, type Sheet } from '../sheet-fields';
import { shippingTermsOf } from './shipping-terms';
import { switchesAnyOff, switchingOffFaults } from './switching-off-faults';
import { sheetChanges, type SheetChange, type StoredSheet } from './sheet-changes';

export interface SheetToApply extends Sheet {
  /** A lead has it applied though it switches a capability off with work open (D25). */
  overrule?: boolean;
}

/** The effects of applying a sheet. A new shop, or a removed one, has no changes: all of it is new. */
export type SheetPlan =
  | { kind: 'refused'; faults: string[] }
  | { kind: 'new' }
  /** `overruled`: what it would be refused for without the overruling. */
  | { kind: 'changed'; changes: SheetChange[]; overruled: string[] }
  | { kind: 'unchanged' };

/**
 * Compares a sheet with the stored shop, without writing. Refused: a signing secret that another shop uses (D2),
 * another currency while orders are open, another `HUB_Network` location while the present one shows stock, a
 * capability `live` without its record (D32).
 * @param given the keys, or a single one that is all of them; secrets that none decrypts count as changed
 */
export async function planSheet(tx: Tx, sheet: SheetToApply, given: string | Keys): Promise<SheetPlan> {
  const keys = asKeys(given);
  const stored = await findShopRow(tx, sheet.slug);
  const faults = await refuseChange(tx, sheet, { stored, reference: keys.reference });
  const open = stored === null ? [] : await workLeftOpen(tx, stored, sheet);
  if (!sheet.overrule) faults.push(...open);
  faults.push(...(await goLiveGate(tx, sheet, stored)));
  if (faults.length > 0) return { kind: 'refused', faults };
  if (stored === null || stored.removedAt !== null) return { kind: 'new' };
  const contacts = await storedContacts(tx, stored.id);
  const changes = sheetChanges({ ...storedSheet(stored, keys.ring), contacts }, sheet);
  return changes.length === 0 ? { kind: 'unchanged' } : { kind: 'changed', changes, overruled: open };
}

/** D25: a capability is not switched off while work depends on it. */
async function workLeftOpen(tx: Tx, stored: ShopRow, sheet: Sheet): Promise<string[]> {
  const before = capabilitiesOf(stored);
  if (!switchesAnyOff(before, sheet.capabilities)) return [];
  return switchingOffFaults(before, sheet.capabilities, await readOpenWork(tx, stored.id));
}

/** Texts by name. */
async function storedContacts(tx: Tx, id: number): Promise<Record<string, string>> {
  const shop = await tx.shop.findUnique({ where: { id }, select: { contacts: true } });
  return z.record(z.string(), z.string()).catch({}).parse(shop?.contacts);
}

function storedSheet(row: ShopRow, ring: KeyRing): Omit<StoredSheet, 'contacts'> {
  return {
    ...row,
    ...shippingTermsOf(row),
    ...credentialsIfReadable(row, ring),
    splitRates: agreedRatesOf(row),
    optionalFields: OPTIONAL_FIELDS.filter((field) => row.optionalFields.includes(field)),
    capabilities: capabilitiesOf(row),
  };
}

function credentialsIfReadable(row: ShopRow, ring: KeyRing) {
  try {
    // A token set at the shop's door is not part of the sheet.
    const { sheetTokens: bearerTokens, signingSecrets } = openCredentials(row, ring);
    return { bearerTokens, signingSecrets };
  } catch (error) {
    if (error instanceof SecretUnreadableError) return { bearerTokens: null, signingSecrets: null };
    throw error;
  }
}
