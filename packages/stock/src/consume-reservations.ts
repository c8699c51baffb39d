import { LIMITS } from '@hub/contract';
import type { ReservationKind } from '@hub/database';

/** A reservation or block with pieces left. */
export interface OpenReservation {
  id: string;
  kind: ReservationKind;
  remaining: number;
  /** From when (ns) the shop's stock figures know of it: the first send, the package or the block; null: not yet. */
  consumableFrom: bigint | null;
  /** Its line has shipped, or it is a block: one more report ends it whole. */
  endsWithNextReport: boolean;
  /** Where the shop deducts at shipment, pieces in no package yet: no report speaks of them. */
  unpackaged: number;
}

/** What a shop said about its stock of a variant: an accepted event, or a changed figure in its catalogue. */
export interface StockFall {
  /** Pieces by which the shop's total fell, not that of one location; a rise is 0 or negative. */
  fallenBy: number;
  /** When it changed, ns since the epoch. */
  changedAtNs: bigint;
}

export interface ReservationChange {
  id: string;
  remaining: number;
  /** Pieces no longer committed. */
  freed: number;
}

const CLOCK_TOLERANCE_NS = BigInt(LIMITS.stockClockToleranceMs) * 1_000_000n;

/**
 * What stock reports leave of a variant's reservations (D17). A report counts for those it can know of: it is of
 * their instant or later, less 5 s for clocks. Placed reservations it consumes, oldest first, by as much as the
 * shop's total fell, for what fell out of the shelf is no longer on it to be kept free. Of a shipped line it ends
 * whatever is left, and it lifts blocks, whether or not anything fell.
 * @param open oldest first
 * @param reports of this variant, in the order in which they were applied
 * @returns the reservations that changed
 */
export function consumeReservations(
  open: readonly OpenReservation[],
  reports: readonly StockFall[],
): ReservationChange[] {
  const left = new Map(open.map((reservation) => [reservation.id, reservation.remaining]));
  for (const report of reports) {
    let fall = Math.max(0, report.fallenBy);
    for (const reservation of open) {
      if (!knowsOf(report, reservation)) continue;
      const remaining = left.get(reservation.id) ?? 0;
      const consumed = Math.min(consumable(reservation, remaining), fall);
      fall -= consumed;
      left.set(reservation.id, reservation.endsWithNextReport ? 0 : remaining - consumed);
    }
  }
  return changes(open, left);
}

/**
 * A store's events arrive in any order: where stock falls at shipment, the report of the fall may be here before
 * the package is. How much fell then is no longer known; a figure of the package's time or later has its pieces
 * deducted, so they need no keeping. Both times are the store's own: no tolerance for clocks.
 * @param open reservations at shops that deduct at shipment, of lines in a package just known
 * @param reportedAtNs by reservation: `changed_at` of the latest report that came after it was made
 */
export function consumeReportedBefore(
  open: readonly OpenReservation[],
  reportedAtNs: ReadonlyMap<string, bigint>,
): ReservationChange[] {
  const reported = open.filter(({ id, consumableFrom }) => {
    const reportedAt = reportedAtNs.get(id);
    return reportedAt !== undefined && consumableFrom !== null && reportedAt >= consumableFrom;
  });
  return changes(
    reported,
    new Map(reported.map(({ id, remaining, unpackaged }) => [id, Math.min(remaining, unpackaged)])),
  );
}

/** Gives up whatever is left of reservations or blocks. */
export function freeAll(open: readonly OpenReservation[]): ReservationChange[] {
  return open.map(({ id, remaining }) => ({ id, remaining: 0, freed: remaining }));
}

function knowsOf(report: StockFall, { consumableFrom }: OpenReservation): boolean {
  return consumableFrom !== null && report.changedAtNs >= consumableFrom - CLOCK_TOLERANCE_NS;
}

/** A block stands for pieces that the shop could not find: what falls is not taken for them. */
function consumable({ kind, unpackaged }: OpenReservation, remaining: number): number {
  return kind === 'block' ? 0 : Math.max(0, remaining - unpackaged);
}

function changes(open: readonly OpenReservation[], left: ReadonlyMap<string, number>): ReservationChange[] {
  return open
    .map(({ id, remaining: before }) => {
      const remaining = left.get(id) ?? before;
      return { id, remaining, freed: before - remaining };
    })
    .filter((change) => change.freed > 0);
}
