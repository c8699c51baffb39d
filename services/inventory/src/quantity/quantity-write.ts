import { writeInventory } from '@hub/store-calls';
import type { InventoryReceipt } from '@hub/contract';
import type { Logger } from '@hub/runtime';
import type { ShopCalls } from '@hub/shops';
import type { StoreWrite } from '@hub/store-writes';
import { refreshClaimed } from './refresh-claimed';
import { decideQuantityOutcome } from '../writing/decide-quantity-outcome';
import { recordWrites } from '../writing/record-writes';
import { claimWrites, shopsWithDueWrites, type ClaimedQuantity } from '../writing/write-records';

/** Under load, claims are this far apart: a few large ones cost less than many small ones, each a transaction. */
const CLAIMED_EVERY_MS = 15;
/**
 * Under load, ended calls are recorded this far apart. Until then their rows stay claimed: however often a variant
 * changes, its store gets at most one write per interval, with the latest quantity.
 */
const RECORDED_EVERY_MS = 200;
const RECORDED_AT_ONCE = 500;

export interface QuantityWriting {
  calls: Pick<ShopCalls, 'send'>;
  syncIntervalMs: number;
  logger: Logger;
}

/** `PUT /inventory` (D15, D16): the target at the time of the claim. It is retried indefinitely (D23). */
export function quantityWrite({
  calls,
  syncIntervalMs,
  logger,
}: QuantityWriting): StoreWrite<ClaimedQuantity, InventoryReceipt> {
  return {
    name: 'quantities',
    findDueShops: (db) => shopsWithDueWrites(db),
    async claim(work, { slots, leaseMs }) {
      const claimed = await work.transactSql((tx) => claimWrites(tx, slots, leaseMs));
      try {
        return await refreshClaimed(work, claimed, syncIntervalMs);
      } catch (error) {
        // They are sent as they were claimed, and again at their article's time.
        logger.warn('claimed network quantities not refreshed', { error });
        return claimed;
      }
    },
    call: ({ shopId, variantId, locationId, quantity, callAttempts }) =>
      calls.send(shopId, writeInventory({ variant_id: variantId, location_id: locationId, quantity }), {
        attemptsMade: callAttempts,
        switchingOff: true,
      }),
    record: (work, ended) =>
      recordWrites(
        work,
        ended.map(({ write, outcome }) => ({
          write,
          end: decideQuantityOutcome(outcome, { ...write, syncIntervalMs }),
        })),
        syncIntervalMs,
      ),
    claimedEveryMs: CLAIMED_EVERY_MS,
    recordedEveryMs: RECORDED_EVERY_MS,
    recordedAtOnce: RECORDED_AT_ONCE,
    waitsTogether: true,
  };
}
