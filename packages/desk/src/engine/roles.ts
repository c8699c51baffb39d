import { z } from 'zod';

/** The desk's roles: view; also act; also overrule (decisions/desk.md#roles-and-sign-in). Each includes the ones before. */
export const ROLES = ['viewer', 'agent', 'lead'] as const;
export const Role = z.enum(ROLES);
export type Role = z.output<typeof Role>;

/** Who may, in a sentence. `shop`: people of a shop, at its door (D35). */
export const WHO_MAY = {
  viewer: 'a viewer',
  agent: 'an agent',
  lead: 'a lead',
  shop: 'the shop itself',
} as const satisfies Readonly<Record<Role | 'shop', string>>;

/** Whether a role includes another. */
export function includesRole(has: Role, asked: Role): boolean {
  return ROLES.indexOf(has) >= ROLES.indexOf(asked);
}

/** The lesser of two roles. */
export function lesserRole(one: Role, other: Role): Role {
  return includesRole(one, other) ? other : one;
}
