import { isDatabaseAway, Prisma, type Database } from '@hub/database';
import type { Logger, Part } from '@hub/runtime';
import { growingWait } from './broker/growing-wait';

/** Between looks at a database that is away; short enough that all goes on within seconds of its return. */
const LOOKS = { firstMs: 250, longestMs: 5_000 };
/** One that is away again sooner was not back: the looks go on growing apart. */
const STEADY_MS = 30_000;

export interface DatabaseWatchOptions {
  db: Database;
  logger: Logger;
  /** Called once at each change of state. */
  changed(isAway: boolean): void;
}

/**
 * Whether the database is there, for the whole process: whoever meets it away says so (D37), and one small query looks
 * for its return. One line in the log for each change, however many messages met it.
 */
export class DatabaseWatch implements Part {
  readonly name = 'database';
  readonly dependency = true;
  private isAway = false;
  private looks = 0;
  private backAt: number | null = null;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(private readonly options: DatabaseWatchOptions) {}

  /** Whether all that needs the database is paused. */
  get away(): boolean {
    return this.isAway;
  }

  /** When it came back the last time, in ms since the epoch; null: it was never away. */
  get returnedAt(): number | null {
    return this.backAt;
  }

  /** @returns whether this failure says that the database is away, and so is taken care of */
  noteFailure(error: unknown): boolean {
    if (!isDatabaseAway(error)) return false;
    if (!this.isAway && !this.stopped) this.leave(error);
    return true;
  }

  async ready(): Promise<boolean> {
    return !this.isAway && (await this.answers());
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.options.db.$disconnect();
  }

  private leave(error: unknown): void {
    const { logger } = this.options;
    if (this.backAt === null || Date.now() - this.backAt > STEADY_MS) this.looks = 0;
    this.isAway = true;
    logger.warn('database away: nothing is taken from the queues until it is back', {
      error: error instanceof Error ? error.message : undefined,
    });
    this.options.changed(true);
    this.lookLater();
  }

  private lookLater(): void {
    this.looks += 1;
    this.timer = setTimeout(() => void this.look(), growingWait(this.looks, LOOKS));
  }

  private async look(): Promise<void> {
    const back = await this.answers();
    if (this.stopped) return;
    if (!back) return this.lookLater();
    this.isAway = false;
    this.backAt = Date.now();
    this.options.logger.info('database back');
    this.options.changed(false);
  }

  /** It writes nothing, and is refused where writing is (25006). */
  private answers(): Promise<boolean> {
    return this.options.db.$executeRaw(Prisma.sql`DELETE FROM outbox WHERE false`).then(
      () => true,
      () => false,
    );
  }
}
