import { z } from 'zod';
import type { Database } from './database';
import { ownMigrations } from './missing-migrations';
import { rows } from './rows';

const ContractRow = z.object({ migration: z.string(), needs: z.string() });

/** A migration that removed something, and the one that a program must know to work without it. */
export type ContractStep = z.infer<typeof ContractRow>;

/**
 * Contract steps of the database that this program is too old for. Only called for a database that has all of the
 * program's migrations.
 */
export async function contractsUnknown(db: Database): Promise<ContractStep[]> {
  const taken = await rows(
    ContractRow,
    db.$queryRaw`
    SELECT migration, needs FROM contract_step ORDER BY migration`,
  );
  const known = new Set(ownMigrations());
  return taken.filter(({ needs }) => !known.has(needs));
}
