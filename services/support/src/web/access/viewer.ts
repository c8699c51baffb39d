import { includesRole, type Role } from '@hub/desk/engine';

export { ROLES, type Role } from '@hub/desk/engine';

/** A signed-in person. */
export interface Viewer {
  name: string;
  role: Role;
}

/** Whether a person has the rights of that role. */
export function may(viewer: Viewer, role: Role): boolean {
  return includesRole(viewer.role, role);
}

/** The actor for the audit trail, such as `agent:ada`. */
export function actorOf(viewer: Viewer): string {
  return `${viewer.role}:${viewer.name}`;
}
