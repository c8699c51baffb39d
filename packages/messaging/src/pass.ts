import type { Tx } from '@hub/database';
import { counter, gauge, type Logger, type Part } from '@hub/runtime';
import { transact, type WorkContext } from './work';

/**
 * A sweep: periodic work that finds what a lost wake-up would have left behind, in one transaction that finds due rows
 * (locked with SKIP LOCKED, so that copies of a service share the work) and enqueues commands for them.
 */
export interface Pass {
  name: string;
  everyMs: number;
  /** Rows that one run takes at most: a run that took so many has left some, and another follows at once. */
  batch?: number;
  /** @returns for how many rows it enqueued commands, for the log */
  run(tx: Tx, now: number): Promise<number>;
  /** In a separate transaction: defers the rows a run failed on, so that the next one finds other work. */
  putOff?(tx: Tx, error: unknown, now: number): Promise<void>;
}

const MAX_BATCHES = 100;

const lastSuccess = gauge({
  name: 'hub_pass_last_success_seconds',
  help: 'When a pass last came to its end, in seconds since the epoch.',
  labelNames: ['pass'],
});
const period = gauge({
  name: 'hub_pass_period_seconds',
  help: 'How often a pass runs.',
  labelNames: ['pass'],
});
const failures = counter({
  name: 'hub_pass_failures_total',
  help: 'Runs of a pass that failed; each is tried again at its next time.',
  labelNames: ['pass'],
});

/** Runs a sweep again and again, first at once; never two at a time. */
export class PassRunner implements Part {
  readonly name: string;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly pass: Pass,
    private readonly context: WorkContext,
    private readonly logger: Logger,
  ) {
    this.name = pass.name;
  }

  start(): void {
    period.set({ pass: this.pass.name }, this.pass.everyMs / 1_000);
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
    const { pass } = this;
    try {
      const isAway = this.context.database.away;
      const nudged = isAway ? 0 : await this.runBatches();
      if (!isAway) lastSuccess.set({ pass: pass.name }, this.context.clock.now() / 1_000);
      if (nudged > 0) this.logger.info('pass', { pass: pass.name, nudged });
    } catch (error) {
      failures.inc({ pass: pass.name });
      if (!this.context.database.noteFailure(error)) {
        this.logger.warn('pass failed, tried again at its next time', { pass: pass.name, error });
        await this.putOff(error);
      }
    }
    if (this.stopped) return;
    // Copies of a service drift apart, so that they do not all scan at the same moment.
    const wait = pass.everyMs * (0.9 + Math.random() * 0.2);
    this.timer = setTimeout(() => {
      this.running = this.runOnce();
    }, wait);
  }

  private async putOff(failed: unknown): Promise<void> {
    const { pass, context } = this;
    if (!pass.putOff) return;
    try {
      await transact(context, async (tx) => pass.putOff?.(tx, failed, context.clock.now()));
    } catch (error) {
      this.logger.warn('what a pass failed on could not be put off', { pass: pass.name, error });
    }
  }

  /** Each batch in its own transaction. */
  private async runBatches(): Promise<number> {
    const { pass, context } = this;
    let nudged = 0;
    for (let runs = 1; ; runs += 1) {
      const found = await transact(context, (tx) => pass.run(tx, context.clock.now()));
      nudged += found;
      if (pass.batch === undefined || found < pass.batch || runs === MAX_BATCHES || this.stopped)
        return nudged;
    }
  }
}
