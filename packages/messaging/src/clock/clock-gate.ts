import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@hub/database';
import { gauge, type Component, type Logger } from '@hub/runtime';
import { isFarOff } from './clock-sample';
import type { DatabaseClock } from './database-clock';

const LOOK_EVERY_MS = 2_000;

const offset = gauge({
  name: 'hub_clock_offset_seconds',
  help: 'Time by which the clock of this process is ahead of that of the database; negative: behind.',
});

/**
 * Compares the process's clock with the database's every two seconds. Beyond 60 s the process is not ready and does no
 * work until its clock is right (Clocks). Support raises the alert, from what each process reports.
 */
export class ClockGate implements Component {
  readonly name = 'clock';
  private isFarOff = false;
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseClock,
    private readonly options: {
      logger: Logger;
      /** Called once per change. */
      changed?(isFarOff: boolean): void;
    },
  ) {}

  ready(): boolean {
    return this.clock.difference !== null && !this.isFarOff;
  }

  /** Resolves once the clock was compared for the first time. It is compared again until the process stops. */
  async start(): Promise<void> {
    await this.look();
    while (!this.stopped && this.clock.difference === null) {
      await wait(LOOK_EVERY_MS, undefined, { ref: false });
      await this.look();
    }
    this.lookLater();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.looking;
  }

  private lookLater(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.looking = this.look().then(() => this.lookLater());
    }, LOOK_EVERY_MS).unref();
  }

  /** While the database is unavailable the last comparison counts. */
  private async look(): Promise<void> {
    const difference = await this.clock.look(this.db).catch(() => null);
    if (!difference) return;
    offset.set(difference.ms / 1_000);
    if (isFarOff(difference) === this.isFarOff) return;
    this.isFarOff = !this.isFarOff;
    const { logger } = this.options;
    const fields = { aheadMs: Math.round(difference.ms) };
    if (this.isFarOff) logger.error('the clock is wrong: no work is done until it is right', fields);
    else logger.info('the clock is right again', fields);
    this.options.changed?.(this.isFarOff);
  }
}
