import { includesRole, type Role } from '@hub/support-desk';

export { ROLES, type Role } from '@hub/support-desk';

/** Somebody signed in. */
export interface Viewer {
  name: string;
  role: Role;
}

/** Whether somebody may do what asks for that role. Pure. */
export function may(viewer: Viewer, role: Role): boolean {
  return includesRole(viewer.role, role);
}

/** Who did it, for the trail: such as `agent:ada`. */
export function actorOf(viewer: Viewer): string {
  return `${viewer.role}:${viewer.name}`;
}
