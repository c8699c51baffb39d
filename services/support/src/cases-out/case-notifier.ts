import { inTransaction, type Database } from '@hub/database';
import { counter, type Clock, type Logger, type Component } from '@hub/runtime';
import type { Channel } from './channel';
import type { CaseMessage } from './gather-notices';
import { claimMessage, markSent, type Sending } from './notice-records';

const EVERY_MS = 5_000;

const messagesOut = counter({
  name: 'hub_case_messages_total',
  help: 'Messages about cases that went out, to some recipients alone (partly), or could not, by channel.',
  labelNames: ['channel', 'outcome'],
});

/** Sends changes of cases through one channel: claimed, sent outside any transaction, marked as sent. */
export class CaseNotifier implements Component {
  readonly name: string;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly given: {
      db: Database;
      logger: Logger;
      clock: Clock;
      channel: Channel;
      deskUrl?: string | undefined;
    },
  ) {
    this.name = `cases out by ${given.channel.name}`;
  }

  async start(): Promise<void> {
    this.running = this.runOnce();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Sends what is due until a message is not accepted: the channel may be down. */
  async notify(): Promise<void> {
    const { db } = this.given;
    while (!this.stopped) {
      const message = await inTransaction(db, (tx) => claimMessage(tx, this.sending()));
      if (!message || !(await this.send(message))) return;
    }
  }

  /** @returns whether it was accepted */
  private async send(message: CaseMessage): Promise<boolean> {
    const { db, logger, channel } = this.given;
    const about = { channel: channel.name, entries: message.ids.length };
    try {
      const refusedFor = await channel.send(message);
      await inTransaction(db, (tx) => markSent(tx, message.ids, this.sending()));
      messagesOut.inc({ channel: channel.name, outcome: refusedFor === 0 ? 'sent' : 'partly' });
      if (refusedFor === 0) logger.info('cases reported', about);
      else logger.warn('cases reported, but some recipients are refused', { ...about, refusedFor });
      return true;
    } catch (error) {
      messagesOut.inc({ channel: channel.name, outcome: 'failed' });
      logger.warn('cases not reported, retrying in a minute', { ...about, error });
      return false;
    }
  }

  private sending(): Sending {
    const { channel, clock, deskUrl } = this.given;
    return { channel: channel.name, now: clock.now(), deskUrl };
  }

  private async runOnce(): Promise<void> {
    try {
      await this.notify();
    } catch (error) {
      this.given.logger.warn('cases could not be read, retrying', { error });
    }
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.running = this.runOnce();
    }, EVERY_MS);
  }
}
