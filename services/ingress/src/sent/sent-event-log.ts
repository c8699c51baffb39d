import { databaseFailure, inTransaction, type Database } from '@hub/database';
import { BodyCipher, SecretUnreadableError, type KeysConfig } from '@hub/installation';
import { counter, type Logger, type Component } from '@hub/runtime';
import { describeSent, type AnsweredRequest, type SentEvent } from './describe-sent';
import { keepSentEvents, keepStockRefusals } from './sent-event-records';
import { WaitingEvents } from './waiting-events';

/** Anyone can send unsigned requests: at most this many of one shop between two writes. */
const UNVERIFIED_BETWEEN_WRITES = 50;
const WRITE_EVERY_MS = 500;

const dropped = counter({
  name: 'hub_sent_events_dropped_total',
  help: 'What shops sent that is not kept (D33): no room, the database refused it; `body`: kept without its body, for want of the key.',
  labelNames: ['why'],
});

/**
 * Keeps what shops sent and were answered (D33). No request waits for it: it is called after the answer, and writes in
 * batches. While the database is down what fits into memory waits; what does not is dropped and counted.
 */
export class SentEventLog implements Component {
  readonly name = 'sent events';
  private readonly waiting = new WaitingEvents();
  private readonly unverified = new Map<number, number>();
  private readonly timer: NodeJS.Timeout;
  private readonly cipher: BodyCipher;
  private writing: Promise<void> | undefined;

  constructor(
    private readonly db: Database,
    private readonly options: { config: KeysConfig; logger: Logger; writeEveryMs?: number },
  ) {
    this.cipher = new BodyCipher(options.config);
    this.timer = setInterval(() => void this.write(), options.writeEveryMs ?? WRITE_EVERY_MS).unref();
  }

  /** Takes what was answered; never waits and never throws. */
  keep(request: AnsweredRequest): void {
    const sent = describeSent(request);
    if (sent === null) return;
    if (!request.verified && !this.admitsUnverified(request.shopId))
      return dropped.inc({ why: 'unverified' });
    if (!this.waiting.add(sent, request.verified)) dropped.inc({ why: 'full' });
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.writing;
    await this.write();
  }

  private admitsUnverified(shopId: number): boolean {
    const count = (this.unverified.get(shopId) ?? 0) + 1;
    this.unverified.set(shopId, count);
    return count <= UNVERIFIED_BETWEEN_WRITES;
  }

  private write(): Promise<void> {
    this.unverified.clear();
    this.writing ??= this.writeAll().finally(() => (this.writing = undefined));
    return this.writing;
  }

  private async writeAll(): Promise<void> {
    for (;;) {
      const batch = this.waiting.firstBatch();
      if (batch.length === 0 || !(await this.writeBatch(batch))) return;
      this.waiting.removeFirst(batch.length);
    }
  }

  /** @returns false if the write must be retried */
  private async writeBatch(batch: readonly SentEvent[]): Promise<boolean> {
    try {
      await this.keepAll(batch);
      return true;
    } catch (error) {
      if (databaseFailure(error) !== null) return false;
      this.options.logger.error('sent events could not be stored', { rows: batch.length, error });
      dropped.inc({ why: 'refused' }, batch.length);
      return true;
    }
  }

  private async keepAll(batch: readonly SentEvent[]): Promise<void> {
    try {
      await inTransaction(this.db, async (tx) => {
        await keepSentEvents(tx, this.cipher, batch);
        await keepStockRefusals(tx, batch);
      });
    } catch (error) {
      if (!(error instanceof SecretUnreadableError)) throw error;
      dropped.inc({ why: 'body' }, batch.filter(({ body }) => body !== null).length);
      await inTransaction(this.db, async (tx) => {
        await keepSentEvents(tx, null, batch);
        await keepStockRefusals(tx, batch);
      });
    }
  }
}
