import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const FOLDER = join(__dirname, '..', 'migrations');
/** Earlier migrations were written before the rules. */
const RULES_SINCE = '20261122000000';
/** Days of the ledger: made in the same release as the index, they are still empty. */
const NEW_PARTS = 'ledger';
/** Since when removals are announced to programs that may still need what is removed. */
const CONTRACTS_DECLARED_SINCE = '20261129100000';
const CONTRACT_DECLARED =
  /INSERT\s+INTO\s+"contract_step"\s*\("migration",\s*"needs"\)\s*VALUES\s*\('(\w+)',\s*'(\w+)'\)/i;

/** What a migration does that stops a running system. */
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

/**
 * Without the renaming of a table whose name another table gets in the same migration: programs find it as before. And
 * without the bodies of functions that only a program calls by their name.
 */
function withoutHarmless(sql: string): string {
  return sql
    .replace(
      /(CREATE\s+(?:OR\s+REPLACE\s+)?FUNCTION\s+([\w."]+)[^$]*)\$\$.*?\$\$/gis,
      (whole, head: string, name: string) => (isRun(head, name, sql) ? whole : head),
    )
    .replace(/ALTER\s+TABLE\s+"(\w+)"\s+RENAME\s+TO\s+"\w+"/gi, (renaming, table: string) =>
      new RegExp(`CREATE\\s+TABLE\\s+"${table}"`, 'i').test(sql) ? '' : renaming,
    );
}

/** Whether the migration calls a function, or has rows call it that a program of the previous release writes. */
function isRun(head: string, name: string, sql: string): boolean {
  const bare = name.replaceAll('"', '').replace(/^.*\./, '');
  return (
    /RETURNS\s+trigger/i.test(head) ||
    new RegExp(`\\b(SELECT|PERFORM|CALL)\\s+[\\w."]*\\b${bare}"?\\s*\\(`, 'i').test(sql)
  );
}

/** What a migration does, undeclared, that breaks a program of the previous release. */
function contractFaults({ name, sql }: { name: string; sql: string }, all: readonly string[]): string[] {
  const bare = withoutHarmless(sql.replace(/--[^\n]*/g, ''));
  const statements = bare.split(';');
  const takesAway = /\b(DROP\s+(TABLE|COLUMN|TYPE|FUNCTION|SEQUENCE|VIEW)|RENAME|SET\s+NOT\s+NULL)\b/i.test(
    bare,
  );
  const addsRequiredColumn = statements.some(
    (statement) =>
      /\bALTER\s+TABLE\b/i.test(statement) &&
      statement
        .split(/\bADD\s+COLUMN\b/i)
        .slice(1)
        .some((column) => /\bNOT\s+NULL\b/i.test(column) && !/\b(DEFAULT|GENERATED)\b/i.test(column)),
  );
  const addsValue = /\bADD\s+VALUE\b/i.test(bare);
  const [, declared, needs] = CONTRACT_DECLARED.exec(bare) ?? [];
  return [
    ...(addsRequiredColumn
      ? ['ADD COLUMN … NOT NULL: with a DEFAULT, for the release before writes rows without it']
      : []),
    ...(takesAway && declared === undefined
      ? ['takes something away: INSERT INTO "contract_step" which migration a program must know']
      : []),
    ...(addsValue && !/--.*\bexpand\b/i.test(sql)
      ? ['ADD VALUE: say in a comment that it expands, and which release writes it first']
      : []),
    ...(declared !== undefined && declared !== name
      ? ['contract_step: names another migration than itself']
      : []),
    ...(needs !== undefined && !(needs < name && all.includes(needs))
      ? ['contract_step: needs a migration that stands before it']
      : []),
  ];
}

describe('migrations stop no running service', () => {
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

describe('migrations let the previous release continue, or say that they do not', () => {
  const all = readdirSync(FOLDER).filter((name) => /^\d/.test(name));
  const read = (name: string) => ({ name, sql: readFileSync(join(FOLDER, name, 'migration.sql'), 'utf8') });

  it.each(all.filter((name) => name >= CONTRACTS_DECLARED_SINCE))('%s', (name) => {
    expect(contractFaults(read(name), all)).toEqual([]);
  });

  const declared = (migration: string, needs: string) =>
    `INSERT INTO "contract_step" ("migration", "needs") VALUES ('${migration}', '${needs}');`;
  const drop = 'ALTER TABLE "a" DROP COLUMN "b";';

  it.each([
    [
      `CREATE FUNCTION "f"() RETURNS void LANGUAGE sql AS $$ SELECT 1 $$; ${drop}`,
      'takes something away: INSERT INTO "contract_step" which migration a program must know',
    ],
    [drop, 'takes something away: INSERT INTO "contract_step" which migration a program must know'],
    [
      'ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;',
      'takes something away: INSERT INTO "contract_step" which migration a program must know',
    ],
    [drop + declared('1_other', '1_expand'), 'contract_step: names another migration than itself'],
    [drop + declared('2_gone', '3_later'), 'contract_step: needs a migration that stands before it'],
    [drop + declared('2_gone', '0_nowhere'), 'contract_step: needs a migration that stands before it'],
    [
      'ALTER TABLE "a" ADD COLUMN "b" int DEFAULT 1, ADD COLUMN "c" int NOT NULL;',
      'ADD COLUMN … NOT NULL: with a DEFAULT, for the release before writes rows without it',
    ],
    [
      'ALTER TABLE "a" RENAME TO "b"; CREATE TABLE "c" ("x" int);',
      'takes something away: INSERT INTO "contract_step" which migration a program must know',
    ],
    [
      `ALTER TYPE "a" ADD VALUE 'b';`,
      'ADD VALUE: say in a comment that it expands, and which release writes it first',
    ],
  ])('%s is refused', (sql, fault) => {
    expect(contractFaults({ name: '2_gone', sql }, ['1_expand', '2_gone', '3_later'])).toEqual([fault]);
  });

  const dropping = (returns: string) =>
    `CREATE FUNCTION ledger."f"() RETURNS ${returns} LANGUAGE plpgsql AS $$ BEGIN DROP TABLE "a"; END $$;`;

  it.each([
    `${dropping('void')} SELECT ledger."f"();`,
    `${dropping('void')} DO $do$ BEGIN PERFORM ledger.f(); END $do$;`,
    dropping('trigger'),
  ])('%s is refused, because the body is run', (sql) => {
    expect(contractFaults({ name: '2_gone', sql }, ['2_gone'])).toEqual([
      'takes something away: INSERT INTO "contract_step" which migration a program must know',
    ]);
  });

  it.each([
    drop + declared('2_gone', '1_expand'),
    `-- Expand: read from this release on, written from the next.\nALTER TYPE "a" ADD VALUE 'b';`,
    'ALTER TABLE "a" ADD COLUMN "b" int NOT NULL DEFAULT 1, ADD COLUMN "c" int;',
    'CREATE TABLE "a" ("b" int NOT NULL);',
    'CREATE FUNCTION "f"() RETURNS void LANGUAGE plpgsql AS $$ BEGIN DROP TABLE "a"; END $$;',
    'ALTER TABLE "a" RENAME TO "a_before"; CREATE TABLE "a" ("x" int) PARTITION BY RANGE ("x");',
  ])('%s is fine', (sql) => {
    expect(contractFaults({ name: '2_gone', sql }, ['1_expand', '2_gone'])).toEqual([]);
  });
});
