import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { rows, type Database, type Tx } from '@hub/database';
import { z } from 'zod';

/** When a silent process no longer counts (D25). */
const SILENT_AFTER_S = 10;
/** When the row of a process that ended silently is deleted: after a day. */
const FORGET_AFTER_S = 86_400;
const INT4 = 2_147_483_647;

const LiveProcess = z.object({
  id: z.string(),
  service: z.string(),
  startedAt: z.date(),
  keyIds: z.array(z.string()),
  host: z.string().nullable(),
  clockAheadMs: z.int().nullable(),
});

/** A process that uses this database now, and its keys. */
export type LiveProcess = z.output<typeof LiveProcess>;

/** Reports that a process is alive, its keys and its clock: at its start and every few seconds after. */
export class ProcessHeartbeat {
  private readonly id = randomUUID();

  constructor(
    private readonly db: Database,
    private readonly process: { service: string; keyIds: readonly string[] },
  ) {}

  /** @param clockAheadMs how far its clock is ahead of the database's, at least; null: not known yet */
  async beat(clockAheadMs: number | null = null): Promise<void> {
    const { service, keyIds } = this.process;
    const aheadMs = clockAheadMs === null ? null : inInt4(clockAheadMs);
    await this.db.$executeRaw`
      INSERT INTO "process" ("id", "service", "key_ids", "host", "clock_ahead_ms")
      VALUES (${this.id}::uuid, ${service}, ${[...keyIds]}, ${hostname()}, ${aheadMs})
      ON CONFLICT ("id") DO UPDATE SET "seen_at" = now(), "clock_ahead_ms" = excluded."clock_ahead_ms"`;
    await this.db.$executeRaw`
      DELETE FROM "process" WHERE "seen_at" < now() - make_interval(secs => ${FORGET_AFTER_S})`;
  }

  async end(): Promise<void> {
    await this.db.$executeRaw`DELETE FROM "process" WHERE "id" = ${this.id}::uuid`;
  }
}

/** The processes seen within the last 10 s. */
export async function liveProcesses(tx: Tx): Promise<LiveProcess[]> {
  return rows(
    LiveProcess,
    tx.$queryRaw`
    SELECT "id"::text AS "id", "service", "started_at" AS "startedAt", "key_ids" AS "keyIds", "host",
      "clock_ahead_ms" AS "clockAheadMs" FROM "process"
    WHERE "seen_at" >= now() - make_interval(secs => ${SILENT_AFTER_S}) ORDER BY "service", "started_at"`,
  );
}

/** A clock may be years off. */
function inInt4(ms: number): number {
  return Math.round(Math.min(Math.max(ms, -INT4), INT4));
}
