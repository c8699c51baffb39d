import { ROLES } from '../engine/roles';

const DAY_MS = 24 * 60 * 60_000;
/** An issuer cannot be asked about a person who is not there: their token ends when they have not signed in for so long. */
const WITHOUT_SIGN_IN_MS = 30 * DAY_MS;

/** A token of a person who last signed in at or before this time has ended. */
export function signedInSince(now: number): Date {
  return new Date(now - WITHOUT_SIGN_IN_MS);
}

/** When a token ends, unless its person signs in again before. One that an issuer vouched for without naming whom has ended. */
export function endOf(token: { vouchedBy: string; expiresAt: Date; signedInAt: Date | null }): Date {
  const { vouchedBy, expiresAt, signedInAt } = token;
  if (vouchedBy !== 'issuer') return expiresAt;
  const latest = (signedInAt?.getTime() ?? -WITHOUT_SIGN_IN_MS) + WITHOUT_SIGN_IN_MS;
  return new Date(Math.min(expiresAt.getTime(), latest));
}

/** Only its owner issues a token: one that another person issued, as an earlier release allowed, counts for nothing. */
export function isIssuedByOwner(token: { vouchedBy: string; issuedBy: string; person: string }): boolean {
  const { vouchedBy, issuedBy, person } = token;
  return vouchedBy === 'machine' || ROLES.some((role) => issuedBy === `${role}:${person}`);
}
