import type { Tx } from '@hub/database';
import { freeAll } from './consume-reservations';
import { openUnderLock, reservationsOf, writeRemaining } from './reservation-records';

/**
 * Stopped: the remaining reservations of these shipping order lines are free at once (D17). Blocks stay.
 * @returns the articles (GTIN-14) whose free stock changed
 */
export async function releaseReservations(
  tx: Tx,
  shippingOrderLineIds: readonly string[],
): Promise<string[]> {
  return writeRemaining(tx, freeAll(await openUnderLock(tx, reservationsOf.lines(shippingOrderLineIds))));
}

/**
 * The shop cannot ship these lines, or refused them permanently: the reservation becomes a block on stock that is
 * evidently absent, until the shop's next stock report for the variant or support lifts it (D17). Free stock is
 * unchanged.
 * @param refused.atNs when the shop reported it, ns since the epoch: an older report in transit does not lift the block
 */
export async function blockReservations(
  tx: Tx,
  refused: { shippingOrderLineIds: readonly string[]; atNs: bigint },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE reservation r
    SET kind = 'block', ends_with_next_report = true, shipped_at = NULL, consumable_from = ${refused.atNs}::bigint
    WHERE r.remaining > 0 AND ${reservationsOf.lines(refused.shippingOrderLineIds)}`;
}

/**
 * Support lifts a block. One that has ended already, or is none, is skipped.
 * @returns the articles (GTIN-14) whose free stock changed
 */
export async function liftBlock(tx: Tx, reservationId: string): Promise<string[]> {
  return writeRemaining(tx, freeAll(await openUnderLock(tx, reservationsOf.block(reservationId))));
}

/** Deletes reservations that ended before: nothing reads them (D30). @returns how many */
export async function pruneEndedReservations(
  tx: Tx,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM reservation WHERE id IN (
      SELECT id FROM reservation WHERE remaining = 0 AND ended_at < ${before}
      ORDER BY ended_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )`;
}
