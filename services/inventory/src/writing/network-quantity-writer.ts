import type { Database } from '@hub/database';
import { isDatabaseAway } from '@hub/messaging';
import { Batcher, type Clock, type Logger, type Part } from '@hub/runtime';
import type { ShopCalls } from '@hub/shops';
import { decideWriteEnd, type WriteEnd } from './decide-write-end';
import { Lane } from './lane';
import { recordWrites, type EndedWrite, type RecordedWrite } from './record-writes';
import { refreshClaimed } from '../quantity/refresh-claimed';
import { variantText } from '../stock/stock-facts';
import { claimWrites, shopsWithDueWrites, type ClaimedWrite, type Places } from './write-records';

export interface NetworkQuantityWriterOptions {
  db: Database;
  calls: Pick<ShopCalls, 'writeInventory'>;
  logger: Logger;
  clock: Clock;
  syncIntervalMs: number;
  /** How long a claim stands: longer than the longest call. */
  leaseMs: number;
  /** How often is looked for what no wake told of: often enough for a sync cycle, and for a process that died. */
  pollMs?: number;
}

const POLL_MS = 1_000;
/** Calls in flight to all stores together. */
const CALLS_AT_ONCE = 512;
/** Under load, claims are held so far apart: a few of many rows cost less than many of a few. */
const CLAIMED_EVERY_MS = 5;
/**
 * Under load, ended calls are recorded so far apart. Until then their rows stay claimed: however often a variant changes,
 * its store is told of it so often at the most, and then of the latest.
 */
const RECORDED_EVERY_MS = 200;
const RECORDED_AT_ONCE = 500;
/** Whoever stops waits so long for calls in flight; what is still open then is due again when its lease is over. */
const STOP_WAIT_MS = 5_000;

/**
 * Writes network quantities to the stores (D15): claims due rows, calls, records. What is to be written stands in the
 * rows; being woken, after a commit in this process, only saves waiting for the next look, so nothing is lost with a
 * wake that never came. Every shop has a lane of its own, so that none waits for another (D23).
 */
export class NetworkQuantityWriter implements Part {
  readonly name = 'network quantity writer';
  private readonly lanes = new Map<number, Lane>();
  private readonly woken = new Set<number>();
  private readonly inHand = new Set<Promise<void>>();
  /** Attempts of calls that were broken off to wait: D23 counts them, whenever the rest is made. */
  private readonly attemptsMade = new Map<string, number>();
  private readonly records: Batcher<EndedWrite, RecordedWrite>;
  private callsInFlight = 0;
  private claiming: Promise<void> | undefined;
  private claimedAt = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(private readonly options: NetworkQuantityWriterOptions) {
    this.records = new Batcher(RECORDED_AT_ONCE, (ended) => this.record(ended), RECORDED_EVERY_MS);
  }

  async start(): Promise<void> {
    const { syncIntervalMs, pollMs = Math.min(POLL_MS, syncIntervalMs) } = this.options;
    this.timer = setInterval(() => void this.poll(), pollMs);
    await this.poll();
  }

  /** Looks at these shops now: called after the commit that made something due. */
  wake(shopIds: Iterable<number>): void {
    for (const shopId of shopIds) this.woken.add(shopId);
    this.claim();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.claiming;
    await Promise.race([Promise.all(this.inHand), wait(STOP_WAIT_MS)]);
  }

  private async poll(): Promise<void> {
    try {
      this.wake(await shopsWithDueWrites(this.options.db));
    } catch (error) {
      this.options.logger.warn('due network quantities not looked for, tried again', { error });
    }
  }

  private claim(): void {
    if (this.stopped || this.claiming || this.woken.size === 0) return;
    this.claiming = this.claimAll().finally(() => {
      this.claiming = undefined;
    });
  }

  private async claimAll(): Promise<void> {
    const { db, leaseMs, logger } = this.options;
    for (;;) {
      await this.gather();
      const places = this.freePlaces();
      if (this.stopped || places.length === 0) return;
      try {
        const claimed = await claimWrites(db, places, leaseMs);
        this.noteMore(places, claimed);
        for (const write of await this.refreshed(claimed)) this.begin(write);
      } catch (error) {
        logger.warn('due network quantities not claimed, tried again', { error });
        return;
      }
    }
  }

  /** Where that fails they are sent as they were claimed, and once more at their article's moment. */
  private async refreshed(claimed: ClaimedWrite[]): Promise<ClaimedWrite[]> {
    const { db, clock, syncIntervalMs, logger } = this.options;
    try {
      return await refreshClaimed(db, claimed, { now: clock.now(), syncIntervalMs });
    } catch (error) {
      logger.warn('claimed network quantities not brought up to date', { error });
      return claimed;
    }
  }

  private async gather(): Promise<void> {
    const dueIn = this.claimedAt + CLAIMED_EVERY_MS - performance.now();
    if (dueIn > 0) await wait(dueIn);
    this.claimedAt = performance.now();
  }

  /** Places of the shops that were woken, as far as calls to all stores together allow; the others stay woken. */
  private freePlaces(): Places[] {
    const now = this.options.clock.now();
    const places: Places[] = [];
    let left = CALLS_AT_ONCE - this.callsInFlight;
    for (const shopId of this.woken) {
      if (left <= 0) break;
      this.woken.delete(shopId);
      const lane = this.laneOf(shopId);
      // However many stores hang, a healthy one finds a place: nobody takes more than half of what is left.
      const free = lane.places(now, Math.max(1, Math.floor(left / 2)));
      // A paused lane is found again by the poll.
      if (!free) continue;
      lane.more = free.fresh === 0 || free.failing === 0;
      if (free.fresh + free.failing === 0) continue;
      left -= free.fresh + free.failing;
      places.push(free);
    }
    return places;
  }

  /** A shop that filled the places it was given may have more. */
  private noteMore(places: readonly Places[], claimed: readonly ClaimedWrite[]): void {
    for (const { shopId, fresh, failing } of places) {
      const ofShop = claimed.filter((write) => write.shopId === shopId);
      const failed = ofShop.filter(({ failures }) => failures > 0).length;
      const filled = failed === failing || ofShop.length - failed === fresh;
      if (filled) this.laneOf(shopId).more = true;
    }
  }

  private begin(write: ClaimedWrite): void {
    this.laneOf(write.shopId).take(write);
    this.callsInFlight += 1;
    const work = this.write(write)
      .catch((error: unknown) =>
        this.options.logger.error('write not recorded: due again when its lease is over', { error }),
      )
      .finally(() => this.inHand.delete(work));
    this.inHand.add(work);
  }

  private async write(write: ClaimedWrite): Promise<void> {
    const end = await this.call(write).finally(() => this.leave(write));
    const ended = { write, end };
    const { dueNow } = await this.records
      .add(ended)
      .catch((error: unknown) => this.recordAlone(ended, error));
    if (dueNow) this.wake([write.shopId]);
  }

  private record(ended: EndedWrite[]): Promise<RecordedWrite[]> {
    const { db, syncIntervalMs } = this.options;
    return recordWrites(db, ended, syncIntervalMs);
  }

  /** What a batch could not record is recorded by itself: one store's write never holds up another's (D23). */
  private async recordAlone(ended: EndedWrite, error: unknown): Promise<RecordedWrite> {
    if (isDatabaseAway(error)) throw error;
    const [recorded] = await this.record([ended]);
    if (recorded === undefined) throw error;
    return recorded;
  }

  private async call(write: ClaimedWrite): Promise<WriteEnd> {
    const { calls, clock, syncIntervalMs } = this.options;
    const { shopId, variantId, locationId, quantity } = write;
    const outcome = await calls.writeInventory(
      shopId,
      { variant_id: variantId, location_id: locationId, quantity },
      { attemptsMade: this.attemptsMade.get(variantText(write)) ?? 0, switchingOff: true },
    );
    const { end, pauseMs } = decideWriteEnd(outcome, { ...write, syncIntervalMs });
    this.keepAttempts(write, end);
    if (pauseMs > 0) this.laneOf(shopId).pause(clock.now() + pauseMs);
    return end;
  }

  private keepAttempts(write: ClaimedWrite, end: WriteEnd): void {
    if (end.kind === 'released' && end.attemptsMade > 0)
      this.attemptsMade.set(variantText(write), end.attemptsMade);
    else this.attemptsMade.delete(variantText(write));
  }

  private leave(write: ClaimedWrite): void {
    const { shopId } = write;
    const lane = this.laneOf(shopId);
    this.callsInFlight -= 1;
    lane.leave(write);
    if (lane.more) this.woken.add(shopId);
    else if (lane.idle(this.options.clock.now())) this.lanes.delete(shopId);
    this.claim();
  }

  private laneOf(shopId: number): Lane {
    const lane = this.lanes.get(shopId) ?? new Lane(shopId);
    this.lanes.set(shopId, lane);
    return lane;
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
