import { inTransaction, type Database } from '@hub/database';
import { counter, type Clock, type Logger, type Part } from '@hub/runtime';
import { claimMessages, markTold, type Telling } from './alert-records';
import type { Channel } from './channel';
import type { AlertMessage } from './group-alerts';

const EVERY_MS = 5_000;

const messagesOut = counter({
  name: 'hub_alert_messages_total',
  help: 'Messages about alerts that went out, or could not, by channel.',
  labelNames: ['channel', 'outcome'],
});

/** Tells alerts to the world outside by one channel: claimed, sent outside any transaction, marked as told. */
export class AlertTeller implements Part {
  readonly name: string;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(private readonly given: { db: Database; logger: Logger; clock: Clock; channel: Channel }) {
    this.name = `alerts out by ${given.channel.name}`;
  }

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
    const { db } = this.given;
    const messages = await inTransaction(db, (tx) => claimMessages(tx, this.telling()));
    for (const message of messages) await this.send(message);
  }

  private async send(message: AlertMessage): Promise<void> {
    const { db, logger, channel } = this.given;
    const about = { channel: channel.name, group: message.group, alerts: message.ids.length };
    try {
      await channel.send(message);
      await inTransaction(db, (tx) => markTold(tx, message, this.telling()));
      messagesOut.inc({ channel: channel.name, outcome: 'told' });
      logger.info('alerts told', about);
    } catch (error) {
      messagesOut.inc({ channel: channel.name, outcome: 'failed' });
      logger.warn('alerts not told, tried again in a minute', { ...about, error });
    }
  }

  private telling(): Telling {
    return { channel: this.given.channel.name, now: this.given.clock.now() };
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
