import { migrationFiles } from '@hub/database';
import { describe, expect, it } from '@jest/globals';
import { killOnEachStatement } from './kill-on-each-statement';
import { twoMigrators } from './two-migrators';

/** One of many statements that replaces a table, one that builds an index outside the public schema; `npm run drill:migrations` tries all. */
const SAMPLE = ['20261122131003_ledger_of_days', '20261124202100_refused_events_by_shop'];

describe('a migrator that is killed', () => {
  it('on any statement leaves what the next one brings to the same end', async () => {
    const newest = migrationFiles().at(-1)?.name;
    const { migrations, faults } = await killOnEachStatement(
      (name) => name === newest || SAMPLE.includes(name),
    );
    expect(faults).toEqual([]);
    expect(migrations).toBe(SAMPLE.length + 1);
  });

  it('while another waits for it leaves the rest to that one; two at once end as one does', async () => {
    expect(await twoMigrators()).toEqual([]);
  });
});
