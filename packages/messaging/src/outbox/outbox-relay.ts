import { setTimeout as wait } from 'node:timers/promises';
import { inSqlTransaction, Prisma, rows, type Database, type Sql } from '@hub/database';
import type { BodyCipher } from '@hub/installation';
import { counter, type Component, type Logger } from '@hub/runtime';
import { z } from 'zod';
import type { Broker } from '../broker/broker';
import { HEADER } from '../broker/delivery';
import { growingWait } from '../broker/growing-wait';
import { NotPublished } from '../broker/not-published';
import { OutboxFloor } from './outbox-floor';
import { COMMANDS_EXCHANGE } from '../topology';
import { tracedPublish } from '../traced';
import type { DatabaseState } from '../database-watch';

const BATCH = 200;
const POLL_MS = 1_000;
/** Under load, partial batches are held so far apart: a few batches of many rows cost less than many of a few. */
const GATHER_MS = 5;
/** How long a destination that refuses is skipped, so that others are not held up behind it; longer each time. */
const REFUSED_PAUSE = { firstMs: 2_000, longestMs: 60_000 };

const OutboxRow = z.object({
  id: z.bigint(),
  message_id: z.string(),
  type: z.string(),
  payload: z.unknown(),
  correlation: z.string(),
  queue: z.string().nullable(),
  body: z.instanceof(Uint8Array).nullable(),
  body_key_id: z.int().nullable(),
  headers: z.record(z.string(), z.unknown()).nullable(),
});
type OutboxRow = z.output<typeof OutboxRow>;

/** The broker's answer: confirmed, not, or not in time (and then late, or never). */
type SentOutcome = 'confirmed' | 'refused' | Promise<boolean>;
interface SentRow {
  row: OutboxRow;
  end: SentOutcome;
}

const published = counter({
  name: 'hub_outbox_published_total',
  help: 'Outbox rows published and confirmed.',
});

/**
 * The rows to publish next, oldest first, locked.
 * @param skip.below begins above this id
 * @param skip.paused destinations that take nothing now
 * @param skip.sent rows that may still be confirmed
 */
export function outboxLook(skip: { below: bigint; paused: string[]; sent: bigint[] }): Prisma.Sql {
  return Prisma.sql`
    SELECT id, message_id, type, payload, correlation, queue, body, body_key_id, headers FROM outbox
    WHERE id > ${skip.below} AND coalesce(queue, type) <> ALL (${skip.paused}::text[])
      AND id <> ALL (${skip.sent}::bigint[])
    ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
}

/**
 * Publishes the outbox. Rows are claimed by locking them, so a process that dies gives them back at once; a row is
 * deleted when the broker has confirmed it, in the same transaction. A crash between confirm and commit publishes it
 * twice: consumers recognise it by its message id. Any service's relay may publish any service's rows.
 */
export class OutboxRelay implements Component {
  readonly name = 'outbox relay';
  private timer: NodeJS.Timeout | undefined;
  private draining: Promise<void> | undefined;
  private again = false;
  private full = false;
  private begunAt = -Infinity;
  private stopped = false;
  private readonly pausedUntil = new Map<string, number>();
  private readonly refusals = new Map<string, number>();
  /** Sent and not confirmed in time: resent only once a confirm is no longer possible. */
  private readonly unconfirmed = new Set<bigint>();
  private readonly floor = new OutboxFloor();

  constructor(
    private readonly db: Database,
    private readonly broker: Broker,
    private readonly context: { logger: Logger; database: DatabaseState; cipher: BodyCipher },
  ) {}

  /** Polls each second for what a crash left behind. */
  start(): void {
    this.timer = setInterval(() => this.wake(), POLL_MS);
  }

  /** Scans now: called after a commit that wrote outbox rows. */
  wake(): void {
    if (this.stopped) return;
    this.again = true;
    this.draining ??= this.drain().finally(() => (this.draining = undefined));
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    // What the last handlers committed is published before the broker is closed; another relay finds the rest.
    this.wake();
    this.stopped = true;
    await this.draining;
  }

  private async drain(): Promise<void> {
    while (this.again && this.broker.ready() && !this.context.database.away) {
      await this.gather();
      this.again = false;
      try {
        const found = await inSqlTransaction(this.db, (tx) => this.publishBatch(tx));
        this.full = found === BATCH;
        if (this.full) this.again = true;
      } catch (error) {
        if (!this.context.database.noteFailure(error))
          this.context.logger.warn('outbox not published, retrying', { error });
        return;
      }
    }
  }

  private async gather(): Promise<void> {
    const dueIn = this.full || this.stopped ? 0 : this.begunAt + GATHER_MS - performance.now();
    if (dueIn > 0) await wait(dueIn);
    this.begunAt = performance.now();
  }

  private async publishBatch(tx: Sql): Promise<number> {
    const below = await this.floor.below(tx, Date.now());
    const found = await rows(
      OutboxRow,
      tx.$queryRaw(outboxLook({ below, paused: this.paused(), sent: [...this.unconfirmed] })),
    );
    const results = await Promise.allSettled(found.map((row) => this.publish(tx, row)));
    const ends = found.map((row, index) => ({ row, end: endOf(results[index]) }));
    await this.remove(
      tx,
      ends.flatMap(({ row, end }) => (end === 'confirmed' ? row : [])),
    );
    this.noteRefusals(ends);
    this.waitForLate(ends);
    return found.length;
  }

  private async remove(tx: Sql, sent: readonly OutboxRow[]): Promise<void> {
    if (sent.length === 0) return;
    await tx.$executeRaw(
      Prisma.sql`DELETE FROM outbox WHERE id = ANY (${sent.map((row) => row.id)}::bigint[])`,
    );
    published.inc(sent.length);
  }

  private noteRefusals(ends: readonly SentRow[]): void {
    for (const { row, end } of ends) if (end === 'confirmed') this.refusals.delete(destinationOf(row));
    const refused = ends.filter(({ end }) => end === 'refused').map(({ row }) => destinationOf(row));
    for (const destination of new Set(refused)) this.pause(destination);
  }

  /** If the broker confirms late, the row is removed; otherwise it is found again. */
  private waitForLate(ends: readonly SentRow[]): void {
    const late = ends.flatMap(({ row, end }) => (typeof end === 'string' ? [] : { row, confirmed: end }));
    if (late.length === 0) return;
    for (const { row } of late) this.unconfirmed.add(row.id);
    const settle = async () => {
      const confirmed = await Promise.all(late.map((one) => one.confirmed));
      const taken = late.filter((_, index) => confirmed[index]).map(({ row }) => row);
      await inSqlTransaction(this.db, (tx) => this.remove(tx, taken));
    };
    settle()
      .catch((error: unknown) =>
        this.context.logger.warn('published outbox rows not removed, they are published again', { error }),
      )
      .finally(() => {
        for (const { row } of late) this.unconfirmed.delete(row.id);
        this.wake();
      });
  }

  private async publish(tx: Sql, row: OutboxRow): Promise<void> {
    const content = await this.contentOf(tx, row);
    const { type, message_id: messageId, correlation } = row;
    const options = {
      persistent: true,
      mandatory: true,
      messageId,
      type,
      correlationId: correlation,
      headers: { ...row.headers, [HEADER.publishedAt]: Date.now() },
    };
    const exchange = row.queue === null ? COMMANDS_EXCHANGE : '';
    return tracedPublish({ type, messageId, correlation }, () =>
      this.broker.publish({ exchange, routingKey: destinationOf(row), content, options }),
    );
  }

  /**
   * A replay is published as it failed, or as edited; one that this process has no key for stays for another process
   * (D34).
   */
  private async contentOf(tx: Sql, row: OutboxRow): Promise<Buffer> {
    const { payload, body, body_key_id: bodyKeyId, headers } = row;
    if (body === null) return Buffer.from(JSON.stringify(payload));
    const id = String(headers?.[HEADER.deadLetterId]);
    return this.context.cipher.open(tx, { table: 'dead_letter', id }, { body, bodyKeyId });
  }

  private paused(): string[] {
    const now = Date.now();
    return [...this.pausedUntil].filter(([, until]) => until > now).map(([destination]) => destination);
  }

  private pause(destination: string): void {
    this.context.logger.warn('message not accepted by the broker, it stays in the outbox', {
      destination,
    });
    const times = (this.refusals.get(destination) ?? 0) + 1;
    this.refusals.set(destination, times);
    this.pausedUntil.set(destination, Date.now() + growingWait(times, REFUSED_PAUSE));
  }
}

function endOf(result: PromiseSettledResult<void> | undefined): SentOutcome {
  if (result?.status === 'fulfilled') return 'confirmed';
  const late = result?.reason instanceof NotPublished ? result.reason.confirmedAfterAll : null;
  return late ?? 'refused';
}

/** A command goes by its type to the queue bound to it; a replay to the queue its message failed in. */
function destinationOf(row: OutboxRow): string {
  return row.queue ?? row.type;
}
