import { applyMigrations, migrationFiles, type Migration } from '@hub/database';
import { createBareDatabase, openSession } from '@hub/testing';
import { deathsOf, type Death } from './deaths';
import { dumpOf } from './schema-dump';

/** What killing migrators came to. */
export interface KilledMigrators {
  migrations: number;
  deaths: number;
  faults: string[];
}

/**
 * For every migration, on the state before it: a migrator is killed at each moment of it, and another runs after it. The
 * result is compared with that of an undisturbed migrator.
 *
 * @param isTried which migrations; the others are only applied
 */
export async function killOnEachStatement(isTried: (name: string) => boolean): Promise<KilledMigrators> {
  const all = migrationFiles();
  const state = await createBareDatabase();
  const report: KilledMigrators = { migrations: 0, deaths: 0, faults: [] };
  try {
    for (const { name } of all.filter((migration) => isTried(migration.name))) {
      const index = all.findIndex((migration) => migration.name === name);
      await apply(state.url, all.slice(0, index));
      const { deaths, faults } = await killOne(state.name, all.slice(0, index + 1));
      report.migrations += 1;
      report.deaths += deaths;
      report.faults.push(...faults);
    }
    return report;
  } finally {
    await state.drop();
  }
}

/** @param upTo the migration that is tried comes last */
async function killOne(
  state: string,
  upTo: readonly Migration[],
): Promise<Omit<KilledMigrators, 'migrations'>> {
  const undisturbed = await withCopy(state, async (url) => {
    await apply(url, upTo);
    return dumpOf(url);
  });
  const deaths = upTo.slice(-1).flatMap(deathsOf);
  const faults: string[] = [];
  for (const death of deaths) {
    const fault = await withCopy(state, (url) => dieAndGoOn(url, { death, upTo, undisturbed }).catch(String));
    if (fault !== null) faults.push(`${death.migration.name}, ${death.at}: ${fault}`);
  }
  return { deaths: deaths.length, faults };
}

async function dieAndGoOn(
  url: string,
  { death, upTo, undisturbed }: { death: Death; upTo: readonly Migration[]; undisturbed: string },
): Promise<string | null> {
  const afterwards = await death.arrange?.(url);
  if (afterwards === null) return null;
  const hasDied = await dies(url, [...upTo.slice(0, -1), death.migration]);
  await afterwards?.();
  if (!hasDied) return 'the migrator did not die';
  await apply(url, upTo);
  return (await dumpOf(url)) === undisturbed ? null : 'the end is another than undisturbed';
}

/** Whether the migrator's session was ended from outside, and not by an answer of the database. */
async function dies(url: string, migrations: readonly Migration[]): Promise<boolean> {
  const session = await openSession(url);
  session.on('error', () => undefined);
  try {
    await applyMigrations(session, migrations);
    return false;
  } catch {
    return await session.query('SELECT 1').then(
      () => false,
      () => true,
    );
  } finally {
    await session.end().catch(() => undefined);
  }
}

async function apply(url: string, migrations: readonly Migration[]): Promise<void> {
  const session = await openSession(url);
  try {
    await applyMigrations(session, migrations);
  } finally {
    await session.end();
  }
}

async function withCopy<T>(template: string, work: (url: string) => Promise<T>): Promise<T> {
  const copy = await createBareDatabase(template);
  try {
    return await work(copy.url);
  } finally {
    await copy.drop();
  }
}
