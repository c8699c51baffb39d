import { rows, type Database } from '@hub/database';
import type { Clock, Logger, Component } from '@hub/runtime';
import { readProductsPage } from '@hub/store-calls';
import { z } from 'zod';
import type { ShopCalls } from './create-shop-calls';
import { HoldScope } from '../holds/hold-scope';

const DueProbe = z.object({ shopId: z.int(), scopes: z.array(HoldScope) });

/** Requests a catalogue page from a held store, if no waiting call could be the probe (D23). */
export interface HoldProber extends Component {
  start(): Promise<void>;
  /** Runs once; for tests. */
  probe(): Promise<void>;
  stop(): Promise<void>;
}

export interface HoldProberOptions {
  db: Database;
  calls: Pick<ShopCalls, 'send'>;
  logger: Logger;
  clock: Clock;
  everyMs?: number;
}

const EVERY_MS = 15_000;
/** A held call is retried within 30 s: one that has not probed by then is gone with its command. */
const HELD_CALL_AWAITED_MS = 60_000;

export function createHoldProber(options: HoldProberOptions): HoldProber {
  return new Prober(options);
}

class Prober implements HoldProber {
  readonly name = 'hold prober';
  private timer: NodeJS.Timeout | undefined;
  private probing: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(private readonly options: HoldProberOptions) {}

  async start(): Promise<void> {
    const { everyMs = EVERY_MS, logger } = this.options;
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.probing = this.probe()
        .catch((error: unknown) => logger.warn('held stores not probed, retrying', { error }))
        .then(() => this.start());
    }, everyMs);
  }

  async probe(): Promise<void> {
    const { db, calls, clock } = this.options;
    const due = await findDue(db, new Date(clock.now()));
    const probes = due.map(({ shopId, scopes }) =>
      calls.send(shopId, readProductsPage({}), { probeFor: scopes }),
    );
    await Promise.allSettled(probes);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.probing;
  }
}

async function findDue(db: Database, now: Date): Promise<z.output<typeof DueProbe>[]> {
  const unheard = new Date(now.getTime() - HELD_CALL_AWAITED_MS);
  return rows(
    DueProbe,
    db.$queryRaw`
    SELECT h."shop_id" AS "shopId", array_agg(h."operation" ORDER BY h."operation") AS "scopes" FROM "call_hold" h
    WHERE h."next_probe_at" <= ${now} AND (h."next_probe_at" <= ${unheard} OR NOT EXISTS (
      SELECT FROM "held_call" c WHERE c."shop_id" = h."shop_id" AND (h."operation" = 'all' OR c."operation" = h."operation")))
    GROUP BY h."shop_id"`,
  );
}
