import { raiseAlerts, resolveAlerts } from '@hub/alerts';
import { inTransaction, type Database, type Tx } from '@hub/database';
import { liveProcesses } from '@hub/installation';
import type { Component, Logger } from '@hub/runtime';
import { clockReports } from './clock-reports';

const KIND = 'clock_wrong';
const EVERY_MS = 10_000;

/**
 * Raises an alert for each machine whose clock is wrong, and resolves it once the clock is right or its processes have
 * ended (Clocks). No sweep, because sweeps pause in a process whose own clock is far off.
 */
export class ClockAlerts implements Component {
  readonly name = 'clock alerts';
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(private readonly given: { db: Database; logger: Logger }) {}

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
    const { db, logger } = this.given;
    try {
      await inTransaction(db, reportClocks);
    } catch (error) {
      logger.warn('the clocks of processes could not be compared, retrying', { error });
    }
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.running = this.runOnce();
    }, EVERY_MS);
  }
}

/** An alert that is open already is not counted again, unless it says something else. */
export async function reportClocks(tx: Tx): Promise<void> {
  const reports = clockReports(await liveProcesses(tx));
  const open = await tx.alert.findMany({
    where: { kind: KIND, state: { not: 'resolved' } },
    select: { subject: true, message: true },
  });
  const isNews = ({ subject, message }: { subject: string; message: string }) =>
    open.every((alert) => alert.subject !== subject || alert.message !== message);
  await raiseAlerts(tx, reports.filter(isNews));
  const over = open.filter(({ subject }) => reports.every((report) => report.subject !== subject));
  await resolveAlerts(
    tx,
    KIND,
    over.map(({ subject }) => subject),
  );
}
