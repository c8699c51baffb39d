import { z } from 'zod';

/** The desk's roles: view; also act; also overrule (record 14). Each includes the ones before. */
export const ROLES = ['viewer', 'agent', 'lead'] as const;
export const Role = z.enum(ROLES);
export type Role = z.output<typeof Role>;

/** Whether a role includes another. */
export function includesRole(has: Role, asked: Role): boolean {
  return ROLES.indexOf(has) >= ROLES.indexOf(asked);
}

/** The lesser of two roles. */
export function lesserRole(one: Role, other: Role): Role {
  return includesRole(one, other) ? other : one;
}
