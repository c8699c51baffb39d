import { inTransaction, type Database } from '@hub/database';
import { counter, type Clock, type Component, type Logger } from '@hub/runtime';
import {
  claimMail,
  endLeftMails,
  makeDueMails,
  mailText,
  recordMail,
  type ClaimedMail,
  type MailOutcome,
} from '@hub/desk/mails';
import type { ShopMailServer } from './mail-server';

const EVERY_MS = 60_000;

const mails = counter({
  name: 'hub_shop_mails_total',
  help: 'Mails to shops about what waits for them (D38), by outcome.',
  labelNames: ['outcome'],
});

/** Tells shops by mail what waits for them: the row first, then the mail (D38). Every copy of support runs it. */
export class ShopMailer implements Component {
  readonly name = 'mails to shops';
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly given: {
      db: Database;
      logger: Logger;
      clock: Clock;
      server: ShopMailServer;
      doorUrl: string;
    },
  ) {}

  async start(): Promise<void> {
    this.running = this.runOnce();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Stores what is due, and sends it, one after another, until the mail server takes none. */
  async run(): Promise<void> {
    const { db, clock } = this.given;
    await inTransaction(db, (tx) => endLeftMails(tx));
    await inTransaction(db, (tx) => makeDueMails(tx, clock.now()));
    while (!this.stopped) {
      const mail = await inTransaction(db, (tx) => claimMail(tx));
      if (mail === null) return;
      const outcome = await this.send(mail);
      await inTransaction(db, (tx) => recordMail(tx, mail, outcome));
      mails.inc({ outcome: outcome.kind });
      const about = { mail: mail.id, cause: mail.cause, outcome: outcome.kind };
      if (outcome.kind === 'sent') this.given.logger.info('mail to a shop sent', about);
      else this.given.logger.warn('mail to a shop not sent', { ...about, failure: outcome.failure });
      if (outcome.kind === 'later') return;
    }
  }

  private async send(mail: ClaimedMail): Promise<MailOutcome> {
    const { server, doorUrl } = this.given;
    if (mail.address === null) return { kind: 'refused', failure: 'the sheet has no such contact' };
    return server.send({ id: mail.id, to: mail.address.trim(), ...mailText(mail, doorUrl) });
  }

  private async runOnce(): Promise<void> {
    try {
      await this.run();
    } catch (error) {
      this.given.logger.warn('mails to shops were not sent, retrying in a minute', { error });
    }
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.running = this.runOnce();
    }, EVERY_MS);
  }
}
