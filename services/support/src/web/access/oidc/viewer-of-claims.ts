import { ROLES, type Role, type Viewer } from '../viewer';
import type { Claims } from './issuer';

const MAX_NAME = 100;
const CONTROL = /\p{Cc}/u;

/** Somebody as the desk calls them; null: the issuer gives them no role here. Pure. */
export function viewerOfClaims(claims: Claims, roleClaim: string): Viewer | null {
  const role = highestRole(claims[roleClaim]);
  return role && { name: nameOf(claims), role };
}

/** What people call themselves there, or the issuer's own name for them. */
export function nameOf({ preferred_username, email, sub }: Claims): string {
  const names = [preferred_username, email].filter((name) => typeof name === 'string');
  return names.find((name) => name.trim() !== '' && name.length <= MAX_NAME && !CONTROL.test(name)) ?? sub;
}

/** A claim is one role, or several of which the highest counts; what is no role of ours counts for nothing. */
function highestRole(claim: unknown): Role | null {
  const claimed: unknown[] = Array.isArray(claim) ? claim : [claim];
  return ROLES.findLast((role) => claimed.includes(role)) ?? null;
}
