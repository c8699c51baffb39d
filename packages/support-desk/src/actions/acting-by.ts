import { AsyncLocalStorage } from 'node:async_hooks';
import type { Prisma } from '@hub/database';

/** The channel of an action, if it is not the desk's own pages: stored with each row of the audit. */
export interface Way extends Prisma.InputJsonObject {
  by: 'command line' | 'command line, past the desk';
  /** The shell user: for a command that bypasses the desk nothing else vouches for who did it. */
  os_user?: string;
}

const ways = new AsyncLocalStorage<Way>();

/** Makes the audit record the channel of everything within `work`. */
export function actingBy<T>(way: Way, work: () => Promise<T>): Promise<T> {
  return ways.run(way, work);
}

/** Empty for the desk's own pages. */
export function wayOfActing(): Way | undefined {
  return ways.getStore();
}
