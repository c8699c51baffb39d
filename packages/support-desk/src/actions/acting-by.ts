import { AsyncLocalStorage } from 'node:async_hooks';
import type { Prisma } from '@hub/database';

/** By what way somebody acts, where it is not the desk's own pages: stands with each row of the audit. */
export interface Way extends Prisma.InputJsonObject {
  by: 'command line' | 'command line, past the desk';
  /** Whose shell it was: of a command past the desk nobody else vouches for who did it. */
  os_user?: string;
}

const ways = new AsyncLocalStorage<Way>();

/** Has the audit say by what way everything within `work` was done. */
export function actingBy<T>(way: Way, work: () => Promise<T>): Promise<T> {
  return ways.run(way, work);
}

/** Nothing at the desk's own pages. */
export function wayOfActing(): Way | undefined {
  return ways.getStore();
}
