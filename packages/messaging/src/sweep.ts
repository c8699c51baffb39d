import type { Tx } from '@hub/database';
import { counter, gauge, type Logger, type Component } from '@hub/runtime';
import { transact, type WorkContext } from './work';

/**
 * A sweep: periodic work that finds what a lost wake-up would have left behind, in one transaction that finds due rows
 * (locked with SKIP LOCKED, so that copies of a service share the work) and enqueues commands for them.
 */
export interface Sweep {
  name: string;
  everyMs: number;
  /** Rows that one run takes at most: a run that took so many has left some, and another follows at once. */
  batch?: number;
  /** @returns for how many rows it enqueued commands, for the log */
  run(tx: Tx, now: number): Promise<number>;
  /** In a separate transaction: defers the rows a run failed on, so that the next one finds other work. */
  defer?(tx: Tx, error: unknown, now: number): Promise<void>;
}

const MAX_BATCHES = 100;

const lastSuccess = gauge({
  name: 'hub_pass_last_success_seconds',
  help: 'When a sweep last completed, in seconds since the epoch.',
  labelNames: ['pass'],
});
const period = gauge({
  name: 'hub_pass_period_seconds',
  help: 'How often a sweep runs.',
  labelNames: ['pass'],
});
const duration = gauge({
  name: 'hub_pass_duration_seconds',
  help: 'How long the last run of a sweep took, with all of its batches.',
  labelNames: ['pass'],
});
const failures = counter({
  name: 'hub_pass_failures_total',
  help: 'Runs of a sweep that failed; each is retried at its next time.',
  labelNames: ['pass'],
});

/** Runs a sweep again and again, first at once; never two at a time. */
export class SweepRunner implements Component {
  readonly name: string;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly sweep: Sweep,
    private readonly context: WorkContext,
    private readonly logger: Logger,
  ) {
    this.name = sweep.name;
  }

  start(): void {
    period.set({ pass: this.sweep.name }, this.sweep.everyMs / 1_000);
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
    const { sweep } = this;
    const started = performance.now();
    try {
      const isAway = this.context.database.away;
      const woken = isAway ? 0 : await this.runBatches();
      if (!isAway) {
        duration.set({ pass: sweep.name }, (performance.now() - started) / 1_000);
        lastSuccess.set({ pass: sweep.name }, this.context.clock.now() / 1_000);
      }
      if (woken > 0) this.logger.info('sweep', { sweep: sweep.name, woken });
    } catch (error) {
      failures.inc({ pass: sweep.name });
      if (!this.context.database.noteFailure(error)) {
        this.logger.warn('sweep failed, retrying at its next run', { sweep: sweep.name, error });
        await this.defer(error);
      }
    }
    if (this.stopped) return;
    // Copies of a service drift apart, so that they do not all scan at the same moment.
    const wait = sweep.everyMs * (0.9 + Math.random() * 0.2);
    this.timer = setTimeout(() => {
      this.running = this.runOnce();
    }, wait);
  }

  private async defer(failed: unknown): Promise<void> {
    const { sweep, context } = this;
    if (!sweep.defer) return;
    try {
      await transact(context, async (tx) => sweep.defer?.(tx, failed, context.clock.now()));
    } catch (error) {
      this.logger.warn('rows that a sweep failed on could not be deferred', { sweep: sweep.name, error });
    }
  }

  /** Each batch in its own transaction. */
  private async runBatches(): Promise<number> {
    const { sweep, context } = this;
    let woken = 0;
    for (let runs = 1; ; runs += 1) {
      const found = await transact(context, (tx) => sweep.run(tx, context.clock.now()));
      woken += found;
      if (sweep.batch === undefined || found < sweep.batch || runs === MAX_BATCHES || this.stopped)
        return woken;
    }
  }
}
