import type { Database } from '@hub/database';

/** Copies the rows of every table. */
export async function keepRows(db: Database): Promise<void> {
  await db.$executeRaw`
    DO $$
    DECLARE t name;
    BEGIN
      CREATE SCHEMA kept;
      FOR t IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
        EXECUTE format('CREATE TABLE kept.%1$I AS TABLE public.%1$I', t);
      END LOOP;
    END $$`;
}

/** Puts the copies back: much cheaper than letting shops join again. The tables are small, so rows are deleted one by one. */
export async function restoreRows(db: Database): Promise<void> {
  await db.$executeRaw`
    DO $$
    DECLARE t name;
    BEGIN
      SET LOCAL session_replication_role = replica;
      FOR t IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
        EXECUTE format('DELETE FROM public.%1$I', t);
        EXECUTE format('INSERT INTO public.%1$I SELECT * FROM kept.%1$I', t);
      END LOOP;
    END $$`;
}
