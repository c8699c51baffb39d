import type { Sql } from '@hub/database';
import { raiseAlert, resolveAlert } from '@hub/alerts';
import type { RecordedWrite, WriteWork } from '@hub/store-writes';
import { variantText } from '../stock/stock-facts';
import type { QuantityOutcome } from './decide-quantity-outcome';
import {
  recordConfirmed,
  recordUnconfirmed,
  type ClaimedQuantity,
  type UnconfirmedWrite,
} from './write-records';

/** A call that has ended, and how. */
export interface EndedQuantity {
  write: ClaimedQuantity;
  end: QuantityOutcome;
}

/**
 * Records calls that ended together, and raises alerts, or closes them where the problem is over.
 * @returns in the same order; `dueNow`: the target has changed meanwhile, and is sent at once (D16)
 */
export async function recordWrites(
  work: WriteWork,
  writes: readonly EndedQuantity[],
  syncIntervalMs: number,
): Promise<RecordedWrite[]> {
  const dueNow = await work.transactSql(async (tx) => {
    const confirmed = writes.filter(({ end }) => end.kind === 'confirmed').map(({ write }) => write);
    const rows = await recordConfirmed(tx, confirmed, syncIntervalMs);
    await recordUnconfirmed(tx, writes.flatMap(unconfirmed));
    for (const { write, end } of writes) await alertSupport(tx, write, end);
    return new Set(rows.map(variantText));
  });
  return writes.map(({ write }) => ({ dueNow: dueNow.has(variantText(write)) }));
}

function unconfirmed({ write, end }: EndedQuantity): UnconfirmedWrite[] {
  switch (end.kind) {
    case 'confirmed':
      return [];
    case 'failed':
      return [{ ...write, afterMs: end.afterMs, failure: end.reason, attemptsMade: 0 }];
    case 'released':
      // An interrupted call may have had its effect: what the store shows is not certain.
      return [
        {
          ...write,
          afterMs: end.afterMs,
          failure: end.attemptsMade > 0 ? 'broken off to wait' : null,
          attemptsMade: end.attemptsMade,
        },
      ];
  }
}

/** D23: a `4xx`, or a receipt that does not match, alerts support; the writes continue all the same. */
async function alertSupport(tx: Sql, write: ClaimedQuantity, end: QuantityOutcome): Promise<void> {
  const { shopId, slug, variantId, quantity, failures } = write;
  const subject = `variant:${slug}/${variantId}`;
  if (end.kind === 'confirmed' && failures > 0) await resolveAlert(tx, 'stock_refused', subject);
  if (end.kind !== 'failed' || !end.refused) return;
  await raiseAlert(tx, {
    kind: 'stock_refused',
    subject,
    shopId,
    message: `The store of ${slug} does not take the network quantity of a variant; it is tried again every sync cycle.`,
    detail: { variant_id: variantId, quantity, reason: end.reason },
  });
}
