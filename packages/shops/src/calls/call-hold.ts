import { inTransaction, type Database } from '@hub/database';
import type { Clock, Logger } from '@hub/runtime';
import type { CallOutcome } from '@hub/store-client';
import type { ShopDirectory } from '../directory/create-shop-directory';
import type { Shop } from '../directory/shop';
import { claimProbe, holdCalls, resumeCalls, returnProbe, type Entry } from '../hold-records';

export interface CallHoldOptions {
  db: Database;
  directory: ShopDirectory;
  logger: Logger;
  clock: Clock;
}

/** The hold on calls to a store that refuses our credentials (D23), around each call. */
export class CallHold {
  constructor(private readonly options: CallHoldOptions) {}

  /** Before a call: whether it may go out. What the directory knows is enough where nothing is held. */
  async enter(shop: Shop): Promise<Entry> {
    if (shop.callsHeldSince === null) return { kind: 'open' };
    const { db, clock } = this.options;
    return claimProbe(db, shop.id, new Date(clock.now()));
  }

  /**
   * After a call: `401` and `403` begin a hold, a probe that was let in ends it. Never fails, for the call has been made
   * and its outcome counts; what could not be noted is noted by the next call.
   */
  async leave(shop: Shop, entry: Entry, outcome: CallOutcome<unknown>): Promise<void> {
    try {
      if (await this.note(shop, entry, outcome)) await this.options.directory.refresh();
    } catch (error) {
      this.options.logger.error('hold on calls not noted', { shop: shop.slug, outcome: outcome.kind, error });
    }
  }

  /** @returns whether the hold has changed */
  private async note(shop: Shop, entry: Entry, outcome: CallOutcome<unknown>): Promise<boolean> {
    const { db, logger, clock } = this.options;
    const at = new Date(clock.now());
    if (outcome.kind === 'unauthorized' && entry.kind === 'open') {
      const held = await holdCalls(db, { shop, status: outcome.status, at });
      if (held) logger.warn('calls to the store are held', { shop: shop.slug, status: outcome.status });
      return true;
    }
    if (entry.kind !== 'probe') return false;
    if (outcome.kind === 'postponed' && outcome.reason !== 'long_wait') await returnProbe(db, shop.id, at);
    if (!wasLetIn(outcome)) return false;
    const resumed = await inTransaction(db, (tx) => resumeCalls(tx, shop.id));
    if (resumed) logger.info('calls to the store go on', { shop: shop.slug });
    return resumed;
  }
}

/** Whether the store has accepted our credentials; a `5xx` or a lost connection says nothing of them. */
function wasLetIn({ kind }: CallOutcome<unknown>): boolean {
  return kind === 'confirmed' || kind === 'refused' || kind === 'invalid_receipt';
}
