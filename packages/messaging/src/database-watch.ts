import { isDatabaseAway, Prisma, type Database } from '@hub/database';
import type { Clock, Logger, Component } from '@hub/runtime';
import { growingWait } from './broker/growing-wait';

/** Interval between checks of a database that is unavailable; short enough that work resumes within seconds of its return. */
const LOOKS = { firstMs: 250, longestMs: 5_000 };
/** A database that is unavailable again sooner was not back: the intervals keep growing. */
const STEADY_MS = 30_000;

export interface DatabaseWatchOptions {
  db: Database;
  logger: Logger;
  clock: Clock;
  /** Called once per change: whether all work on the database is paused. */
  changed(isPaused: boolean): void;
}

/** Whether the database is unavailable; a caller that finds it away reports it, for the whole process (D37). */
export type DatabaseState = Pick<DatabaseWatch, 'away' | 'noteFailure'>;

/**
 * Whether the database is up, for the whole process: a caller that finds it away reports it (D37), and one small query
 * polls for its return. One log line for each change, however many messages met it.
 */
export class DatabaseWatch implements Component {
  readonly name = 'database';
  readonly dependency = true;
  private isAway = false;
  private isClockWrong = false;
  private looks = 0;
  private backAt: number | null = null;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(private readonly options: DatabaseWatchOptions) {}

  /** Whether all work on the database is paused. */
  get away(): boolean {
    return this.isAway || this.isClockWrong;
  }

  /** The clock of the process is far off, or right again: no work is done meanwhile, as if the database were unavailable. */
  noteClock(isWrong: boolean): void {
    this.changing(() => (this.isClockWrong = isWrong));
  }

  /** When it last came back, in ms since the epoch; null: it was never away. */
  get returnedAt(): number | null {
    return this.backAt;
  }

  /** @returns whether this failure means that the database is unavailable, and is thereby handled */
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
    const { logger, clock } = this.options;
    if (this.backAt === null || clock.now() - this.backAt > STEADY_MS) this.looks = 0;
    logger.warn('database unreachable: consuming is paused until it is back', {
      error: error instanceof Error ? error.message : undefined,
    });
    this.changing(() => (this.isAway = true));
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
    this.backAt = this.options.clock.now();
    this.options.logger.info('database reachable again');
    this.changing(() => (this.isAway = false));
  }

  private changing(change: () => void): void {
    const before = this.away;
    change();
    if (this.away !== before) this.options.changed(this.away);
  }

  /** It writes nothing, and is refused if the session is read-only (25006). */
  private answers(): Promise<boolean> {
    return this.options.db.$executeRaw(Prisma.sql`DELETE FROM outbox WHERE false`).then(
      () => true,
      () => false,
    );
  }
}
