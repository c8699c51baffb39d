import { rows, type Database } from '@hub/database';
import { systemClock, type Clock } from '@hub/runtime';
import { z } from 'zod';
import { differenceAfter, type ClockDifference } from './clock-sample';

const AtRow = z.object({ at: z.date() });

/**
 * The database's time, kept between two looks by this process's clock: the time of all work, so that leases and due
 * times of two machines can be compared (Clocks).
 */
export class DatabaseClock implements Clock {
  private known: ClockDifference | null = null;

  constructor(private readonly own: Clock = systemClock) {}

  now(): number {
    return this.own.now() - (this.known?.ms ?? 0);
  }

  /** The later of this process's clock and the database's: what a permanent verdict on a time is given against. */
  latest(): number {
    return Math.max(this.own.now(), this.now());
  }

  /** Null: the database was not asked yet. */
  get difference(): ClockDifference | null {
    return this.known;
  }

  /** Asks the database. Fails if it cannot be asked; the known difference is kept then. */
  async look(db: Database): Promise<ClockDifference> {
    const askedAt = this.own.now();
    const [row] = await rows(AtRow, db.$queryRaw`SELECT clock_timestamp() AS "at"`);
    if (!row) throw new Error('clock_timestamp() returned no row');
    const sample = { askedAt, databaseAt: row.at.getTime(), answeredAt: this.own.now() };
    this.known = differenceAfter(this.known?.ms ?? 0, sample);
    return this.known;
  }
}
