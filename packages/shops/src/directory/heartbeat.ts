import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { rows, type Database } from '@hub/database';
import { z } from 'zod';

const AtRow = z.object({ at: z.date() });

/** What a process has read of the shops. */
export interface DirectoryReport {
  /** When the read began, by the database's clock. */
  readAt: Date;
  revision: bigint;
  /** Shops whose secrets it cannot decrypt. */
  unreadableShops: readonly number[];
}

/** The moment of the database's clock: a process that has read the shops since then knows everything committed before. */
export async function databaseTime(db: Pick<Database, '$queryRaw'>): Promise<Date> {
  const [row] = await rows(AtRow, db.$queryRaw`SELECT clock_timestamp() AS "at"`);
  if (!row) throw new Error('clock_timestamp() returned no row');
  return row.at;
}

const EVERY_MS = 2_000;
const KEPT = '1 day';

/** Reports what this process has read of the shops (D25): after each change, and every two seconds. */
export class Heartbeat {
  private readonly process = `${hostname()}/${process.pid}/${randomBytes(3).toString('hex')}`;
  private reported: { revision: bigint; atMs: number } | null = null;

  constructor(
    private readonly db: Database,
    private readonly service: string,
  ) {}

  async beat({ readAt, revision, unreadableShops }: DirectoryReport): Promise<void> {
    const atMs = performance.now();
    const isNews = this.reported?.revision !== revision;
    if (!isNews && atMs - (this.reported?.atMs ?? 0) < EVERY_MS) return;
    await this.db.$executeRaw`
      INSERT INTO "process_heartbeat" ("process", "service", "shops_revision", "unreadable_shops", "read_at", "seen_at")
      VALUES (${this.process}, ${this.service}, ${revision}, ${[...unreadableShops]}, ${readAt}, now())
      ON CONFLICT ("process") DO UPDATE SET "shops_revision" = excluded."shops_revision",
        "unreadable_shops" = excluded."unreadable_shops", "read_at" = excluded."read_at", "seen_at" = excluded."seen_at"`;
    if (this.reported === null)
      await this.db.$executeRaw`DELETE FROM "process_heartbeat" WHERE "seen_at" < now() - ${KEPT}::interval`;
    this.reported = { revision, atMs };
  }

  /** The process ends: nothing waits for it. */
  async end(): Promise<void> {
    if (this.reported) await this.db.processHeartbeat.deleteMany({ where: { process: this.process } });
  }
}
