import type { KitContext } from '../context';
import type { KitEvents, SweepOptions, SweepReport } from '../store-kit';
import { reportOrder } from '../events/read-and-report';
import { agreedLocations } from '../locations';
import { sweepParkedStock } from './sweep-parked-stock';
import { sweepShippedStock } from './sweep-shipped-stock';
import { sweepStock } from './sweep-stock';

const MINUTE = 60_000;
const RECORD = 'orders';

export const SWEEP: SweepOptions = { everyMs: 15 * MINUTE, overlapMs: 60 * MINUTE };

/** Looks for what a platform's hooks lost, so that it is late and not lost: orders since the last time, and all stock. */
export class Sweep<Tx> {
  last: SweepReport | null = null;
  /** A shop that is slow to read would else have sweep upon sweep. */
  #underWay: Promise<SweepReport> | null = null;

  constructor(
    private readonly kit: KitContext<Tx>,
    private readonly events: KitEvents<Tx>,
    private readonly options: SweepOptions,
  ) {}

  get everyMs(): number {
    return this.options.everyMs;
  }

  /** Sweeps unless some process of the shop began to within the time. */
  async sweepIfDue(): Promise<void> {
    const startedAt = this.kit.now();
    const isDue = await this.kit.storage.transaction(async (tx) => {
      const latest = await this.kit.records(tx).find('sweep', RECORD);
      return latest === null || latest.startedAt + this.options.everyMs <= startedAt;
    });
    if (isDue) await this.sweep();
    else await this.kit.listing?.refresh();
  }

  /** Never rejects: a sweep that failed says so, and the next one covers its time as well. One that is under way is joined. */
  sweep(): Promise<SweepReport> {
    this.#underWay ??= this.#sweepOnce().finally(() => {
      this.#underWay = null;
    });
    return this.#underWay;
  }

  async #sweepOnce(): Promise<SweepReport> {
    let reported = 0;
    let failed = false;
    const startedAt = this.kit.now();
    try {
      await agreedLocations(this.kit);
      await this.kit.listing?.refresh();
      const since = await this.#begin(startedAt);
      if (since !== null) reported += await this.#sweepOrders(new Date(since));
      if (this.kit.has('inventory')) {
        reported += await sweepStock(this.kit, { isFirst: since === null });
        reported += await sweepParkedStock(this.kit);
        await sweepShippedStock(this.kit);
      }
      await this.#end(startedAt);
    } catch (error) {
      failed = true;
      this.kit.failed(error, 'the sweep');
    }
    this.last = { endedAt: new Date(this.kit.now()), reported, failed };
    return this.last;
  }

  /** From when on orders are read; null in the very first sweep: what was before the kit does not concern it. */
  #begin(startedAt: number): Promise<number | null> {
    return this.kit.storage.transaction(async (tx) => {
      const records = this.kit.records(tx);
      const latest = await records.findOrInsert('sweep', RECORD, { startedAt, since: null });
      await records.update('sweep', RECORD, { ...latest, startedAt });
      return latest.since;
    });
  }

  async #sweepOrders(since: Date): Promise<number> {
    let reported = 0;
    for (const orderId of new Set(await this.#ordersSince(since)))
      for (const end of await reportOrder(this.kit, this.events, { orderId }))
        if ('queued' in end) reported += 1;
    return reported;
  }

  async #ordersSince(since: Date): Promise<readonly string[]> {
    const { adapter, storage } = this.kit;
    if (!adapter.sharesTransaction) return adapter.ordersSince(since, null);
    return storage.transaction(async (tx) => (await adapter.ordersSince?.(since, tx)) ?? []);
  }

  #end(startedAt: number): Promise<void> {
    return this.kit.storage.transaction((tx) =>
      this.kit.records(tx).update('sweep', RECORD, { startedAt, since: startedAt - this.options.overlapMs }),
    );
  }
}
