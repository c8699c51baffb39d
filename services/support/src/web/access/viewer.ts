/** What somebody at the desk may do: look; also act; also overrule (see docs/decisions). Each includes the ones before. */
export const ROLES = ['viewer', 'agent', 'lead'] as const;
export type Role = (typeof ROLES)[number];

/** Somebody signed in. */
export interface Viewer {
  name: string;
  role: Role;
}

/** Whether somebody may do what asks for that role. Pure. */
export function may(viewer: Viewer, role: Role): boolean {
  return ROLES.indexOf(viewer.role) >= ROLES.indexOf(role);
}

/** Who did it, for the trail: such as `agent:ada`. */
export function actorOf(viewer: Viewer): string {
  return `${viewer.role}:${viewer.name}`;
}
