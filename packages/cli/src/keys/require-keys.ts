import type { Database } from '@hub/database';
import { openKeys, type Keys, type KeysConfig, type LackedKey } from '@hub/installation';
import { CommandFailure } from '../failure';

/** The keys of this command and database. Throws `CommandFailure` where a needed one was not given. */
export async function requireKeys(db: Database, config: KeysConfig): Promise<Keys> {
  const keys = await openKeys(db, config);
  if ('lacks' in keys) throw new CommandFailure([lackedKey(keys)]);
  return keys;
}

export const lackedKey = ({ lacks }: LackedKey): string =>
  `secrets are encrypted with the key ${lacks}, which was not given here (HUB_ENCRYPTION_KEYS)`;
