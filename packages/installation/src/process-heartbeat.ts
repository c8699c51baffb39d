import { randomUUID } from 'node:crypto';
import { rows, type Database, type Tx } from '@hub/database';
import { z } from 'zod';

/** A process that was not heard of for so long does not count (D25). */
const SILENT_AFTER_S = 10;
/** What a process that ended without a word leaves behind goes after a day. */
const FORGET_AFTER_S = 86_400;

const LiveProcess = z.object({
  id: z.string(),
  service: z.string(),
  startedAt: z.date(),
  keyIds: z.array(z.string()),
});

/** A process that works on this database now, and the keys it was given. */
export type LiveProcess = z.output<typeof LiveProcess>;

/** Says that a process lives, and which keys it has: at its start and every few seconds after. */
export class ProcessHeartbeat {
  private readonly id = randomUUID();

  constructor(
    private readonly db: Database,
    private readonly process: { service: string; keyIds: readonly string[] },
  ) {}

  async beat(): Promise<void> {
    const { service, keyIds } = this.process;
    await this.db.$executeRaw`
      INSERT INTO "process" ("id", "service", "key_ids") VALUES (${this.id}::uuid, ${service}, ${[...keyIds]})
      ON CONFLICT ("id") DO UPDATE SET "seen_at" = now()`;
    await this.db.$executeRaw`
      DELETE FROM "process" WHERE "seen_at" < now() - make_interval(secs => ${FORGET_AFTER_S})`;
  }

  async end(): Promise<void> {
    await this.db.$executeRaw`DELETE FROM "process" WHERE "id" = ${this.id}::uuid`;
  }
}

/** The processes that were heard of within the last 10 s. */
export async function liveProcesses(tx: Tx): Promise<LiveProcess[]> {
  return rows(
    LiveProcess,
    tx.$queryRaw`
    SELECT "id"::text AS "id", "service", "started_at" AS "startedAt", "key_ids" AS "keyIds" FROM "process"
    WHERE "seen_at" >= now() - make_interval(secs => ${SILENT_AFTER_S}) ORDER BY "service", "started_at"`,
  );
}
