import type { KeyRing } from '@hub/installation';
import { capabilitiesOf, openSigningSecrets, type ShopRow } from '../shop-records';
import type { Capabilities } from '../sheet-fields';

/** The facts of a shop needed to authenticate the sender of an event. */
export interface ShopSender {
  id: number;
  /** Those that verify now (D2). */
  secrets: string[];
  /** Those of the sheet that no longer verify. */
  older: string[];
  /**
   * Whether a currently valid secret cannot be decrypted by this process: what the others do not match is undecidable
   * (D3).
   */
  someUnopened: boolean;
  capabilities: Capabilities;
  /** D32: the run of the rehearsal in progress; one whose lease is over no longer counts. */
  rehearsal: string | null;
}

/** The sender at an instant, from the stored shop. */
export function senderOf(row: ShopRow, keys: string | KeyRing): (nowMs: number) => ShopSender {
  const { opened, unopened } = openSigningSecrets(row, keys);
  const capabilities = capabilitiesOf(row);
  const run = row.rehearsal;
  return (nowMs) => {
    const verifies = ({ verifyUntil }: { verifyUntil: Date | null }) =>
      verifyUntil === null || nowMs <= verifyUntil.getTime();
    return {
      id: row.id,
      secrets: opened.filter(verifies).map(({ secret }) => secret),
      older: opened.filter((secret) => !verifies(secret)).map(({ secret }) => secret),
      someUnopened: unopened.some(verifies),
      capabilities,
      rehearsal: run !== null && nowMs <= run.leaseUntil.getTime() ? run.id : null,
    };
  };
}
