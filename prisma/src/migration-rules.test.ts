import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const FOLDER = join(__dirname, '..', 'migrations');
/** Those before were written before the rules. */
const RULES_SINCE = '20261122000000';
/** Days of the ledger: made in the same release as the index, they hold nothing yet. */
const NEW_PARTS = 'ledger';

/** What a migration does that stops a running system. Pure. */
function migrationFaults(sql: string): string[] {
  const bare = sql.replace(/--[^\n]*/g, '');
  const statements = bare.split(';').filter((statement) => statement.trim() !== '');
  const created = [...bare.matchAll(/CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)"?/gi)].map(
    ([, table]) => table,
  );
  const indexed = [
    ...bare.matchAll(/CREATE\s+(?:UNIQUE\s+)?INDEX\s+(?!CONCURRENTLY)[^;]*?\sON\s+(?!ONLY\b)"?(\w+)"?/gi),
  ];
  const concurrent = /\bCONCURRENTLY\b/i.test(bare);
  const takesAway = /\b(DROP\s+(TABLE|COLUMN|TYPE)|RENAME)\b/i.test(bare);
  return [
    ...indexed
      .filter(([, table]) => !created.includes(table) && table !== NEW_PARTS)
      .map(([, table]) => `an index on ${table}: CONCURRENTLY, in a migration of its own`),
    ...(concurrent && statements.length > 1 ? ['CONCURRENTLY: one statement a file'] : []),
    ...(concurrent && !/CONCURRENTLY\s+IF\s+(NOT\s+)?EXISTS/i.test(bare)
      ? ['CONCURRENTLY: IF NOT EXISTS, for it may be done again']
      : []),
    ...(takesAway && !/--.*\b(expand|contract)\b/i.test(sql)
      ? ['DROP or RENAME: say in a comment how expand and contract go']
      : []),
  ];
}

describe('migrations stop nobody', () => {
  const names = readdirSync(FOLDER).filter((name) => /^\d/.test(name) && name >= RULES_SINCE);

  it.each(names)('%s', (name) => {
    expect(migrationFaults(readFileSync(join(FOLDER, name, 'migration.sql'), 'utf8'))).toEqual([]);
  });

  it.each([
    [
      'CREATE INDEX "a" ON "seller_order"("x");',
      'an index on seller_order: CONCURRENTLY, in a migration of its own',
    ],
    [
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS "a" ON "b"("x"); SELECT 1;',
      'CONCURRENTLY: one statement a file',
    ],
    ['CREATE INDEX CONCURRENTLY "a" ON "b"("x");', 'CONCURRENTLY: IF NOT EXISTS, for it may be done again'],
    ['ALTER TABLE "a" DROP COLUMN "b";', 'DROP or RENAME: say in a comment how expand and contract go'],
  ])('%s is refused', (sql, fault) => {
    expect(migrationFaults(sql)).toEqual([fault]);
  });

  it.each([
    'CREATE TABLE "a" ("x" int); CREATE INDEX "a_x" ON "a"("x");',
    '-- Why.\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "a" ON "b"("x");',
    '-- Contract: nothing reads it since the release before.\nALTER TABLE "a" DROP COLUMN "b";',
  ])('%s is fine', (sql) => {
    expect(migrationFaults(sql)).toEqual([]);
  });
});
