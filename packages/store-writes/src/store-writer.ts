import type { Sql } from '@hub/database';
import { afterEnd, isDatabaseAway, type CallingContext, type DatabaseState } from '@hub/messaging';
import { Batcher, counter, Progress, type Clock, type Logger, type Component } from '@hub/runtime';
import type { ShopCallOutcome } from '@hub/shops';
import { pauseAfter } from './decide-write-outcome';
import { ShopQueue, type ShopSlots } from './shop-queue';
import type { ClaimedWrite, EndedWrite, RecordedWrite, StoreWrite, WriteWork } from './store-write';
import type { Slot, TakesClaims } from './takes-claims';

export interface StoreWriterOptions<Write extends ClaimedWrite, Receipt> {
  write: StoreWrite<Write, Receipt>;
  work: CallingContext;
  database: DatabaseState;
  logger: Logger;
  clock: Clock;
  /** How long a claim lasts: longer than the longest call. */
  leaseMs: number;
  /** Interval of scans for rows without a wake-up: those that failed before, or that another process left behind. */
  pollMs?: number | undefined;
}

const POLL_MS = 1_000;
/** Calls in flight to all stores together: half of the slots of the store calls. */
export const CALLS_AT_ONCE = 512;
const CLAIMED_EVERY_MS = 5;
const RECORDED_AT_ONCE = 50;

const ended = counter({
  name: 'hub_store_writes_total',
  help: 'Writes to stores by kind and outcome of the call.',
  labelNames: ['write', 'outcome'],
});

/**
 * Delivers the rows of one kind of write to the stores: due, claimed with a lease, called, recorded. What to write is
 * in the rows; a wake-up only saves the wait for the next scan, so a lost one loses nothing. Every shop has its own
 * queue, so that none waits for another (D23).
 */
export class StoreWriter<Write extends ClaimedWrite, Receipt> implements Component, TakesClaims<Write> {
  readonly name: string;
  private readonly queues = new Map<number, ShopQueue>();
  private readonly woken = new Set<number>();
  private readonly inFlight = new Set<Promise<void>>();
  private readonly records: Batcher<EndedWrite<Write, Receipt>, RecordedWrite>;
  private readonly progress: Progress;
  private slotsTaken = 0;
  private scanning: Promise<void> | undefined;
  private nextScan: Promise<void> | undefined;
  private claiming: Promise<void> | undefined;
  private claimedAt = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  private stopping = false;

  constructor(private readonly options: StoreWriterOptions<Write, Receipt>) {
    const { write, leaseMs } = options;
    this.name = `writes: ${write.name}`;
    this.progress = new Progress(leaseMs);
    this.records = new Batcher(
      write.recordedAtOnce ?? RECORDED_AT_ONCE,
      (batch) => write.record(this.work(), batch),
      write.recordedEveryMs,
    );
  }

  async start(): Promise<void> {
    this.timer = setInterval(() => void this.look(), this.options.pollMs ?? POLL_MS);
    await this.look();
  }

  /** Scans these shops now: called after the commit that made something due. */
  wake(shopIds: Iterable<number>): void {
    for (const shopId of shopIds) this.woken.add(shopId);
    this.claim();
  }

  wakeAfter(tx: Sql, shopId: number): void {
    afterEnd(tx, (committed) => {
      if (committed) this.wake([shopId]);
    });
  }

  lookAfter(tx: Sql): void {
    afterEnd(tx, (committed) => {
      if (committed && !this.stopping) void this.look();
    });
  }

  slotFor(tx: Sql, shopId: number): Slot<Write> | null {
    const { clock, leaseMs } = this.options;
    const queue = this.queueOf(shopId);
    const free = queue.slots(clock.now(), this.fairShare(CALLS_AT_ONCE - this.slotsTaken));
    if (this.stopping || queue.more || this.woken.has(shopId) || !free || free.fresh <= 0) return null;
    const place = { shopId, failing: false };
    this.take(place);
    let handed: Write | null = null;
    afterEnd(tx, (committed) => {
      if (committed && handed) this.carryOut(handed);
      else this.leave(place);
    });
    return { leaseUntil: new Date(clock.now() + leaseMs), handOver: (write) => (handed = write) };
  }

  /** Scans once, and waits for the results of everything in flight then; for tests. */
  async runOnce(): Promise<void> {
    await this.look();
    while (this.claiming || this.inFlight.size > 0) {
      await this.claiming;
      await Promise.all(this.inFlight);
    }
  }

  stuck(): boolean {
    return this.progress.stuck();
  }

  /** Claims nothing more from now on; calls in flight continue. */
  beginStop(): void {
    this.stopping = true;
    clearInterval(this.timer);
  }

  async stop(): Promise<void> {
    this.beginStop();
    await (this.nextScan ?? this.scanning);
    await this.claiming;
    await Promise.all(this.inFlight);
  }

  /** One scan at a time: on a slow database, scans would pile up. A request during a scan gets the next scan. */
  private look(): Promise<void> {
    if (this.scanning) {
      this.nextScan ??= this.scanning.then(() => {
        this.nextScan = undefined;
        return this.look();
      });
      return this.nextScan;
    }
    this.scanning = this.scan().finally(() => (this.scanning = undefined));
    return this.scanning;
  }

  private async scan(): Promise<void> {
    const { write, work, database, clock, logger } = this.options;
    if (database.away || this.stopping) return;
    try {
      this.wake(await write.findDueShops(work.db, clock.now()));
    } catch (error) {
      if (!database.noteFailure(error))
        logger.warn('due writes not read, retrying', { write: write.name, error });
    }
  }

  private claim(): void {
    if (this.stopping || this.claiming || this.woken.size === 0) return;
    this.claiming = this.claimAll().finally(() => {
      this.claiming = undefined;
    });
  }

  private async claimAll(): Promise<void> {
    const { write, leaseMs, database, logger } = this.options;
    for (;;) {
      await this.gather();
      const slots = this.freeSlots();
      if (this.stopping || slots.length === 0) return;
      try {
        const claimed = await write.claim(this.work(), { slots, leaseMs });
        this.noteMore(slots, claimed);
        for (const row of claimed) {
          this.take(row);
          this.carryOut(row);
        }
      } catch (error) {
        if (!database.noteFailure(error))
          logger.warn('due writes not claimed, retrying', { write: write.name, error });
        return;
      }
    }
  }

  private async gather(): Promise<void> {
    const everyMs = this.options.write.claimedEveryMs ?? CLAIMED_EVERY_MS;
    const dueIn = this.claimedAt + everyMs - performance.now();
    if (dueIn > 0) await wait(dueIn);
    this.claimedAt = performance.now();
  }

  /** Slots of the woken shops, as far as the total allows; the others stay woken. */
  private freeSlots(): ShopSlots[] {
    const now = this.options.clock.now();
    const slots: ShopSlots[] = [];
    let left = CALLS_AT_ONCE - this.slotsTaken;
    for (const shopId of this.woken) {
      if (left <= 0) break;
      this.woken.delete(shopId);
      const queue = this.queueOf(shopId);
      const free = queue.slots(now, this.fairShare(left));
      // The next scan finds a paused shop again.
      if (!free) continue;
      queue.more = free.fresh === 0 || free.failing === 0;
      if (free.fresh + free.failing === 0) continue;
      left -= free.fresh + free.failing;
      slots.push(free);
    }
    return slots;
  }

  /** However many stores hang, a healthy one finds a slot: no shop takes more than half of the rest. */
  private fairShare(left: number): number {
    return Math.max(1, Math.floor(left / 2));
  }

  /** A shop that filled its slots may have more rows. */
  private noteMore(slots: readonly ShopSlots[], claimed: readonly Write[]): void {
    for (const { shopId, fresh, failing } of slots) {
      const ofShop = claimed.filter((write) => write.shopId === shopId);
      const failed = ofShop.filter((write) => write.failing).length;
      const filled = failed === failing || ofShop.length - failed === fresh;
      if (filled) this.queueOf(shopId).more = true;
    }
  }

  /** Of a claimed row that has its slot. */
  private carryOut(row: Write): void {
    const { write, logger, database } = this.options;
    this.progress.begin();
    const carried = this.callAndRecord(row)
      .catch((error: unknown) => {
        database.noteFailure(error);
        logger.error('write not recorded: due again when its lease expires', { write: write.name, error });
      })
      .finally(() => {
        this.progress.end();
        this.inFlight.delete(carried);
      });
    this.inFlight.add(carried);
  }

  private async callAndRecord(row: Write): Promise<void> {
    const outcome = await this.call(row).finally(() => this.leave(row));
    ended.inc({ write: this.options.write.name, outcome: outcome.kind });
    const end = { write: row, outcome };
    const { dueNow } = await this.records.add(end).catch((error: unknown) => this.recordAlone(end, error));
    if (dueNow) this.wake([row.shopId]);
  }

  private async call(row: Write): Promise<ShopCallOutcome<Receipt>> {
    const { write, clock } = this.options;
    const outcome = await write.call(row);
    const pauseMs = pauseAfter(outcome, write.waitsTogether);
    if (pauseMs > 0) this.queueOf(row.shopId).pause(clock.now() + pauseMs);
    return outcome;
  }

  /** What a batch could not record is recorded singly: one store's write never holds up another's (D23). */
  private async recordAlone(end: EndedWrite<Write, Receipt>, error: unknown): Promise<RecordedWrite> {
    if (isDatabaseAway(error)) throw error;
    const [recorded] = await this.options.write.record(this.work(), [end]);
    if (recorded === undefined) throw error;
    return recorded;
  }

  private take(row: ClaimedWrite): void {
    this.queueOf(row.shopId).take(row);
    this.slotsTaken += 1;
  }

  private leave(row: ClaimedWrite): void {
    const { shopId } = row;
    const queue = this.queueOf(shopId);
    this.slotsTaken -= 1;
    queue.leave(row);
    if (queue.more) this.woken.add(shopId);
    else if (queue.idle(this.options.clock.now())) this.queues.delete(shopId);
    this.claim();
  }

  private queueOf(shopId: number): ShopQueue {
    const queue = this.queues.get(shopId) ?? new ShopQueue(shopId);
    this.queues.set(shopId, queue);
    return queue;
  }

  private work(): WriteWork {
    const { work, clock, logger } = this.options;
    return { ...work, now: clock.now(), logger };
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
