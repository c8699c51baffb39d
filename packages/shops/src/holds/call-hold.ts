import { inTransaction, type Database } from '@hub/database';
import type { Clock, Logger } from '@hub/runtime';
import type { CallOutcome } from '@hub/store-calls';
import type { Shop } from '../directory/shop';
import { holdCalls, resumeCalls } from './hold-records';
import { scopeOf } from './hold-scope';
import { enterHeld, forgetHeldCall, returnProbe, type AskingCall, type Entry } from './probe-records';

export interface CallHoldOptions {
  db: Database;
  logger: Logger;
  clock: Clock;
}

/** The facts of a finished call. */
export interface EndedCall {
  shop: Shop;
  call: AskingCall;
  entry: Entry;
  outcome: CallOutcome<unknown>;
}

/** The hold on calls to a store that refuses our credentials (D23), around each call. */
export class CallHold {
  constructor(private readonly options: CallHoldOptions) {}

  /** @param holds the scopes currently held at the called shop */
  async enter(call: AskingCall, holds: readonly string[]): Promise<Entry> {
    const isHeld = holds.some((scope) => scope === 'all' || scope === call.operation);
    if (!isHeld && call.alsoFor === undefined) return { kind: 'open' };
    const { db, clock } = this.options;
    return enterHeld(db, call, new Date(clock.now()));
  }

  /**
   * After a call: `401` and `403` start a hold, an accepted probe ends those it was sent for. Never fails, as the call
   * has been made and its outcome counts; what could not be recorded the next call records.
   */
  async leave(ended: EndedCall): Promise<void> {
    const { shop, outcome } = ended;
    try {
      await this.begin(ended);
      await this.endProbe(ended);
    } catch (error) {
      this.options.logger.error('call hold not recorded', { shop: shop.slug, outcome: outcome.kind, error });
    }
  }

  private async begin({ shop, call: { operation }, outcome }: EndedCall): Promise<void> {
    if (outcome.kind !== 'unauthorized') return;
    const { db, logger, clock } = this.options;
    const { status } = outcome;
    const held = await holdCalls(db, { shop, operation, status, at: new Date(clock.now()) });
    if (held) logger.warn('calls to the store are held', { shop: shop.slug, status, operation });
  }

  private async endProbe({ shop, call, entry, outcome }: EndedCall): Promise<void> {
    if (entry.kind !== 'probe') return;
    const { db, logger, clock } = this.options;
    const { id: shopId, slug } = shop;
    if (outcome.kind === 'postponed' && outcome.reason !== 'long_wait')
      return returnProbe(db, { shopId, scopes: entry.scopes, at: new Date(clock.now()) });
    // One refused again stays the oldest that waits.
    if (outcome.kind !== 'unauthorized') await forgetHeldCall(db, call);
    const ended = entry.scopes.filter((scope) => isOver(scope, call, outcome));
    if (ended.length === 0) return;
    const resumed = await inTransaction(db, (tx) => resumeCalls(tx, shopId, ended));
    if (resumed) logger.info('calls to the store resumed', { shop: slug });
  }
}

/**
 * Whether the answer to a probe ends a hold. A `5xx` or a lost connection says nothing about our credentials; a
 * `403` means that they are known, so that only calls of that kind stay held.
 */
function isOver(scope: string, call: AskingCall, outcome: CallOutcome<unknown>): boolean {
  switch (outcome.kind) {
    case 'confirmed':
    case 'refused':
    case 'invalid_receipt':
      return true;
    case 'unauthorized':
      return scope === 'all' && scopeOf(outcome.status, call.operation) !== 'all';
    case 'unavailable':
    case 'postponed':
      return false;
  }
}
