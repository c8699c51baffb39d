import type { Tx } from '@hub/database';
import { openUnderLock, reservationsOf } from './reservation-records';

/**
 * Goods of these lines came back, so they have shipped, whether or not their packages were reported (D13): the next
 * stock report ends the rest of their reservations (D17). Free stock is unchanged.
 * @param returned.atNs when they came back, ns since the epoch: if no report could consume or end them before, from
 * then on
 */
export async function markLinesReturned(
  tx: Tx,
  returned: { shippingOrderLineIds: readonly string[]; atNs: bigint },
): Promise<void> {
  const open = await openUnderLock(tx, reservationsOf.lines(returned.shippingOrderLineIds));
  await tx.$executeRaw`
    UPDATE reservation SET ends_with_next_report = true, shipped_at = coalesce(shipped_at, ${returned.atNs}::bigint),
      consumable_from = coalesce(consumable_from, ${returned.atNs}::bigint)
    WHERE id = ANY (${open.map(({ id }) => id)}::uuid[])`;
}
