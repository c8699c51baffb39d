import type { Database } from '@hub/database';
import type { BodyCipher } from '@hub/installation';
import type { Forecasts } from '@hub/messaging';
import type { Clock, Logger, Component } from '@hub/runtime';
import { advanceRunsByEffect } from '@hub/desk/messages/runs';

const EVERY_MS = 1_000;

/** Advances bulk runs that choose by effect: workers are asked in between, so it is not a sweep in one transaction. */
export class RunsByEffect implements Component {
  readonly name = 'bulk runs by effect';
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly given: {
      db: Database;
      cipher: BodyCipher;
      forecasts: Forecasts;
      logger: Logger;
      clock: Clock;
      database: { readonly away: boolean };
    },
  ) {}

  async start(): Promise<void> {
    this.running = this.runOnce();
  }

  beginStop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  async stop(): Promise<void> {
    this.beginStop();
    await this.running;
  }

  private async runOnce(): Promise<void> {
    const { db, cipher, forecasts, logger, clock, database } = this.given;
    try {
      while (
        !this.stopped &&
        !database.away &&
        (await advanceRunsByEffect(db, { forecasts, cipher, now: clock.now() })) > 0
      );
    } catch (error) {
      logger.warn('bulk run could not be advanced, retrying', { error });
    }
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.running = this.runOnce();
    }, EVERY_MS);
  }
}
