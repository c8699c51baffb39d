import { createHash } from 'node:crypto';

/**
 * `external_ref` of `POST /returns` (D22). Derived from what came back, so that a return reported again to a database
 * restored from a backup gets the same one, and the selling shop registers nothing twice.
 */
export function returnReference(returned: {
  orderReference: string;
  lineReferences: readonly string[];
}): string {
  const text = JSON.stringify(['return', returned.orderReference, ...returned.lineReferences.toSorted()]);
  return `re_${createHash('sha256').update(text).digest('base64url').slice(0, 32)}`;
}
