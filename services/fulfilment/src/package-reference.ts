import { createHash } from 'node:crypto';

/**
 * `external_ref` of `PUT tracking` (D20). Derived from the package's identity, so that a package reported again to a
 * database restored from a backup gets the same one, and the customer gets no second notification.
 */
export function packageReference(identity: { orderReference: string; packageId: string }): string {
  const text = JSON.stringify(['package', identity.orderReference, identity.packageId]);
  return `pk_${createHash('sha256').update(text).digest('base64url').slice(0, 32)}`;
}
