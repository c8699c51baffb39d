import { userInfo } from 'node:os';

/** The actor for the audit: the given name, or the user of this machine. */
export function actorOf(name: string | undefined): string {
  return `cli:${name ?? userName()}`;
}

/** The user of this machine. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user id without a name, as in a container.
    return 'unknown';
  }
}
