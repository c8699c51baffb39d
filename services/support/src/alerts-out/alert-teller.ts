import { inTransaction, type Database } from '@hub/database';
import type { Clock, Logger, Part } from '@hub/runtime';
import { claimMessages, markTold } from './alert-records';
import type { AlertMessage } from './group-alerts';
import type { Send } from './webhook';

const EVERY_MS = 5_000;

/** Tells alerts to the world outside: claimed, sent outside any transaction, marked as told. */
export class AlertTeller implements Part {
  readonly name = 'alerts out';
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(private readonly given: { db: Database; logger: Logger; clock: Clock; send: Send }) {}

  async start(): Promise<void> {
    this.running = this.runOnce();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Sends what is to be sent now. */
  async tell(): Promise<void> {
    const { db, clock } = this.given;
    const messages = await inTransaction(db, (tx) => claimMessages(tx, clock.now()));
    for (const message of messages) await this.send(message);
  }

  private async send(message: AlertMessage): Promise<void> {
    const { db, clock, logger, send } = this.given;
    const { group, ids } = message;
    try {
      await send(message.text);
      await inTransaction(db, (tx) => markTold(tx, message, clock.now()));
      logger.info('alerts told', { group, alerts: ids.length });
    } catch (error) {
      logger.warn('alerts not told, tried again in a minute', { group, alerts: ids.length, error });
    }
  }

  private async runOnce(): Promise<void> {
    try {
      await this.tell();
    } catch (error) {
      this.given.logger.warn('alerts could not be looked for, tried again', { error });
    }
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.running = this.runOnce();
    }, EVERY_MS);
  }
}
