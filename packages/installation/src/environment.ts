import { rows, type Database, type Tx } from '@hub/database';
import { z } from 'zod';
import { StartRefused } from './start-refused';

const InstallationRow = z.object({ environment: z.string(), changed: z.boolean() });

/** The purpose of a deployment (D26, D28). */
export type Environment = 'development' | 'test' | 'production';

/**
 * Makes process and database agree on the purpose of the deployment (D28): the first start records it. Throws
 * `StartRefused` if another value is recorded, and if none is though the database holds a shop.
 * @param given HUB_ENVIRONMENT; unset it is development
 */
export async function agreeOnEnvironment(db: Database, given: Environment | undefined): Promise<void> {
  const stored = await storedEnvironment(db);
  const asked = given ?? 'development';
  if (stored === asked) return;
  if (stored !== null) throw new StartRefused(otherValue(stored, given));
  if (given === undefined && (await db.shop.count()) > 0)
    throw new StartRefused(
      'HUB_ENVIRONMENT: is required (development, test or production): this database holds a shop, and does not say what it is for',
    );
  await db.$executeRaw`INSERT INTO installation (environment) VALUES (${asked}) ON CONFLICT DO NOTHING`;
  // Another process may have been first, with another value.
  const now = await storedEnvironment(db);
  if (now !== null && now !== asked) throw new StartRefused(otherValue(now, given));
}

/** The recorded environment; null if there is none yet. */
async function storedEnvironment(db: Database | Tx): Promise<string | null> {
  return (await db.installation.findUnique({ where: { id: 1 } }))?.environment ?? null;
}

export type EnvironmentChange = 'changed' | 'as_before' | 'not_development' | 'changed_before';

/**
 * Changes the environment of a `development` installation, once (D28, `hub golive environment`); a database without one
 * accepts any.
 */
export async function changeEnvironment(tx: Tx, to: Environment): Promise<EnvironmentChange> {
  const [row] = await rows(
    InstallationRow,
    tx.$queryRaw`
    SELECT environment, was_development_until IS NOT NULL AS changed FROM installation WHERE id = 1 FOR UPDATE`,
  );
  if (row?.environment === to) return 'as_before';
  if (row && row.environment !== 'development') return row.changed ? 'changed_before' : 'not_development';
  await tx.$executeRaw`
    INSERT INTO installation (environment) VALUES (${to})
    ON CONFLICT (id) DO UPDATE SET environment = excluded.environment, environment_since = now(),
      was_development_until = now()`;
  return 'changed';
}

function otherValue(stored: string, given: Environment | undefined): string {
  const said = given === undefined ? 'it is unset, which means development' : `it is ${given}`;
  return `HUB_ENVIRONMENT: this database is of the environment ${stored}, and ${said}`;
}
