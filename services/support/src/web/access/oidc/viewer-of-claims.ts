import { ROLES, type Role, type Viewer } from '../viewer';
import type { Claims } from './issuer';

const MAX_NAME = 100;
const CONTROL = /\p{Cc}/u;

/** A person as a viewer of the desk; null: the issuer gives them no role here. */
export function viewerOfClaims(claims: Claims, roleClaim: string): Viewer | null {
  const role = highestRole(claims[roleClaim]);
  return role && { name: nameOf(claims), role };
}

/** Their own name at the issuer, or the issuer's name for them. */
export function nameOf({ preferred_username, email, sub }: Claims): string {
  const names = [preferred_username, email].filter((name) => typeof name === 'string');
  return names.find((name) => name.trim() !== '' && name.length <= MAX_NAME && !CONTROL.test(name)) ?? sub;
}

/** A claim is one role, or several of which the highest counts; anything that is not one of our roles is ignored. */
function highestRole(claim: unknown): Role | null {
  const claimed: unknown[] = Array.isArray(claim) ? claim : [claim];
  return ROLES.findLast((role) => claimed.includes(role)) ?? null;
}
