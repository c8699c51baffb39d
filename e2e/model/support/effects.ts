import { Prisma, rows, type Database } from '@hub/database';
import { z } from 'zod';

/** What a transaction has written, noted down by the database itself: another way than that of the forecasts. */
export interface Effects {
  commands: Record<string, number>;
  rows: Record<string, number>;
}

const NotedRow = z.object({
  tx: z.string(),
  name: z.string(),
  command: z.string().nullable(),
  count: z.int(),
});
const TableRow = z.object({ name: z.string() });
/** The table of the notes themselves. */
const NOTES = 'noted_effect';

/** Has every row that is written noted down with its transaction. Messages are noted as commands; the ledger, the inbox and the log of calls, which is written aside, are not. */
export async function noteEffects(db: Database): Promise<void> {
  await db.$executeRaw`
    CREATE TABLE noted_effect (id bigint GENERATED ALWAYS AS IDENTITY, tx text DEFAULT pg_current_xact_id()::text, name text, command text)`;
  await db.$executeRaw`
    CREATE FUNCTION note_effect() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO noted_effect (name) VALUES (TG_TABLE_NAME);
      RETURN NULL;
    END $$`;
  await db.$executeRaw`
    CREATE FUNCTION note_command() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.payload IS NOT NULL THEN INSERT INTO noted_effect (name, command) VALUES ('outbox', NEW.type); END IF;
      RETURN NULL;
    END $$`;
  const tables = await rows(
    TableRow,
    db.$queryRaw`
    SELECT relname::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = current_schema() AND c.relkind = 'r' AND NOT c.relispartition
      AND relname !~ '^(event_ledger|inbox|outbox|store_call|noted_effect)'`,
  );
  for (const { name } of tables)
    await db.$executeRaw(
      Prisma.raw(
        `CREATE TRIGGER note_effect AFTER INSERT OR UPDATE OR DELETE ON "${name}" FOR EACH ROW EXECUTE FUNCTION note_effect()`,
      ),
    );
  await db.$executeRaw`CREATE TRIGGER note_command AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION note_command()`;
}

/** The rows that a forecast covers, without those of the notes. */
export function withoutNotes({ commands, rows: { [NOTES]: _, ...covered } }: Effects): Effects {
  return { commands, rows: covered };
}

/** What was noted since it was last asked, by transaction, the first one first. */
export async function takeEffects(db: Database): Promise<Effects[]> {
  const noted = await rows(
    NotedRow,
    db.$queryRaw`
    WITH taken AS (DELETE FROM noted_effect RETURNING id, tx, name, command)
    SELECT tx, name, command, count(*)::int AS count FROM taken GROUP BY tx, name, command ORDER BY min(id)`,
  );
  const byTransaction = new Map<string, Effects>();
  for (const { tx, name, command, count } of noted) {
    const effects = byTransaction.get(tx) ?? { commands: {}, rows: {} };
    if (command === null) effects.rows[name] = count;
    else effects.commands[command] = count;
    byTransaction.set(tx, effects);
  }
  return [...byTransaction.values()];
}
