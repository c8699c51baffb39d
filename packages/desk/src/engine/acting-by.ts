import { AsyncLocalStorage } from 'node:async_hooks';
import type { Prisma } from '@hub/database';

/** The channel and the person of an action, stored with each row of the audit: names are for reading, and two people may share one. */
export interface Way extends Prisma.InputJsonObject {
  by?: 'command line' | 'command line, past the desk';
  /** The shell user: for a command that bypasses the desk nothing else vouches for who did it. */
  os_user?: string;
  /** The id of the token, and who issued it. */
  token?: string;
  issued_by?: string;
  /** Who vouches for the person: the OpenID issuer's address, `accounts` or `machine`; and the person's `sub` at the issuer. */
  issuer?: string;
  subject?: string;
}

const ways = new AsyncLocalStorage<Way>();

/** Makes the audit record the channel of everything within `work`. */
export function actingBy<T>(way: Way, work: () => T): T {
  return ways.run(way, work);
}

/** Undefined for what an account of the configuration does on the desk's own pages: its name says who. */
export function wayOfActing(): Way | undefined {
  return ways.getStore();
}
