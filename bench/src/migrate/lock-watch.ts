import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

const LOOK_EVERY_MS = 20;

/** Samples which sessions wait for a lock behind a migrator. */
export class LockWatch {
  longestMs = 0;
  private stopped = false;
  private readonly looking: Promise<void>;

  private constructor(private readonly client: Client) {
    this.looking = this.look();
  }

  static async open(url: string): Promise<LockWatch> {
    const client = new Client({ connectionString: url });
    await client.connect();
    return new LockWatch(client);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.looking;
    await this.client.end();
  }

  /** Only table locks: services wait for each other's rows all the time. */
  private async look(): Promise<void> {
    while (!this.stopped) {
      const { rows } = await this.client.query<{ ms: string | null }>(
        `SELECT max(extract(epoch FROM clock_timestamp() - l.waitstart) * 1000) AS ms
         FROM pg_locks l JOIN pg_stat_activity a USING (pid)
         WHERE NOT l.granted AND l.locktype = 'relation' AND a.application_name LIKE '%/%' AND a.datname = current_database()`,
      );
      this.longestMs = Math.max(this.longestMs, Number(rows[0]?.ms ?? 0));
      await sleep(LOOK_EVERY_MS);
    }
  }
}
