import { LIMITS } from '@hub/contract';
import { ReservationKind, StockDeductedAt } from '@hub/database';
import { z } from 'zod';

/** A reservation or block with pieces left. */
export const OpenReservation = z.object({
  id: z.string(),
  kind: z.enum(ReservationKind),
  remaining: z.int(),
  /** When the shop's own figure falls, by its sheet. */
  deductedAt: z.enum(StockDeductedAt),
  /** When the latest attempt of `POST /orders` began (ns); null: never sent. */
  attemptedAt: z.bigint().nullable(),
  /** Kept falls up to this id were known before the first attempt: they are not of it. */
  fallsBefore: z.bigint(),
  /** From when (ns) the shop's figures know of it: its placing, the package or the block; null: not yet. */
  consumableFrom: z.bigint().nullable(),
  /** Its line has shipped, or it is a block: one more report ends it whole. */
  endsWithNextReport: z.boolean(),
  /** When the package left that completed the line (ns, the shop's clock); null: not known. */
  shippedAt: z.bigint().nullable(),
  /** Where the shop deducts at shipment, pieces in no package yet: no report speaks of them. */
  unpackaged: z.int(),
});
export type OpenReservation = z.output<typeof OpenReservation>;

/** What a shop said about its stock of a variant: an accepted event, or a changed figure in its catalogue. */
export interface StockFall {
  /** Pieces by which the shop's total fell, not that of one location; a rise is 0 or negative. */
  fallenBy: number;
  /** When it changed, ns since the epoch. */
  changedAtNs: bigint;
}

/** Pieces of a fall that no placed shipping order has taken. */
export interface LooseFall {
  pieces: number;
  changedAtNs: bigint;
}

/** Such pieces as they are kept for the first shipping order placed after the fall. */
export interface KeptFall extends LooseFall {
  id: bigint;
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
 * whatever is left where it is no older than the package, whose pieces an older figure may still count; and it lifts
 * blocks. Both whether or not anything fell.
 *
 * A shop's own sales never consume what it has not taken: pieces that no placed reservation takes are kept, as far as
 * one that was sent may still turn out to have brought them about.
 * @param open oldest first
 * @param reports of this variant, in the order in which they were applied
 */
export function consumeReservations(
  open: readonly OpenReservation[],
  reports: readonly StockFall[],
): { changes: ReservationChange[]; kept: LooseFall[] } {
  const left = new Map(open.map((reservation) => [reservation.id, reservation.remaining]));
  const kept: LooseFall[] = [];
  for (const { fallenBy, changedAtNs } of reports) {
    let fall = Math.max(0, fallenBy);
    for (const reservation of open) {
      if (!knowsOf(changedAtNs, reservation.consumableFrom)) continue;
      const remaining = left.get(reservation.id) ?? 0;
      const consumed = Math.min(consumable(reservation, remaining), fall);
      fall -= consumed;
      left.set(reservation.id, endsWith(reservation, changedAtNs) ? 0 : remaining - consumed);
    }
    const pieces = Math.min(fall, claimableLater(open, left, changedAtNs));
    if (pieces > 0) kept.push({ pieces, changedAtNs });
  }
  return { changes: changesOf(open, left), kept };
}

/**
 * A store's events and its receipt arrive in any order: what fell before the hub knew that an order was placed, or
 * before it knew of the package, is consumed once it does (D17). Each piece of a fall is used once.
 * @param open those just placed, or with pieces in the package, oldest first
 * @param falls kept of their variant, the earliest first
 * @param fromNs from when the shop's figures know of them
 * @returns the reservations that changed, and what is left of each fall of which pieces were used
 */
export function claimKeptFalls(
  open: readonly OpenReservation[],
  falls: readonly KeptFall[],
  fromNs: bigint,
): { changes: ReservationChange[]; used: KeptFall[] } {
  const left = new Map(open.map((reservation) => [reservation.id, reservation.remaining]));
  const pieces = new Map(falls.map((fall) => [fall.id, fall.pieces]));
  for (const reservation of open) {
    for (const fall of falls) {
      if (fall.id <= reservation.fallsBefore || !knowsOf(fall.changedAtNs, fromNs)) continue;
      const remaining = left.get(reservation.id) ?? 0;
      const ofFall = pieces.get(fall.id) ?? 0;
      const consumed = Math.min(consumable(reservation, remaining), ofFall);
      left.set(reservation.id, remaining - consumed);
      pieces.set(fall.id, ofFall - consumed);
    }
  }
  const used = falls
    .map((fall) => ({ ...fall, pieces: pieces.get(fall.id) ?? 0 }))
    .filter((fall, index) => fall.pieces !== falls[index]?.pieces);
  return { changes: changesOf(open, left), used };
}

/** Gives up whatever is left of reservations or blocks. */
export function freeAll(open: readonly OpenReservation[]): ReservationChange[] {
  return open.map(({ id, remaining }) => ({ id, remaining: 0, freed: remaining }));
}

/** Package and report tell of one clock, the shop's: no tolerance between them. */
function endsWith({ endsWithNextReport, shippedAt }: OpenReservation, changedAtNs: bigint): boolean {
  return endsWithNextReport && (shippedAt === null || changedAtNs >= shippedAt);
}

function knowsOf(changedAtNs: bigint, consumableFrom: bigint | null): boolean {
  return consumableFrom !== null && changedAtNs >= consumableFrom - CLOCK_TOLERANCE_NS;
}

/** A block stands for pieces that the shop could not find: what falls is not taken for them. */
function consumable({ kind, unpackaged }: OpenReservation, remaining: number): number {
  return kind === 'block' ? 0 : Math.max(0, remaining - unpackaged);
}

/** Pieces of all reservations that may still turn out to have brought a fall about. */
function claimableLater(
  open: readonly OpenReservation[],
  left: ReadonlyMap<string, number>,
  changedAtNs: bigint,
): number {
  return open
    .filter((reservation) => mayTurnOutOf(reservation, changedAtNs))
    .map(({ id, deductedAt, unpackaged }) => {
      const remaining = left.get(id) ?? 0;
      return deductedAt === 'shipment' ? Math.min(remaining, unpackaged) : remaining;
    })
    .reduce((sum, pieces) => sum + pieces, 0);
}

/** Where the shop deducts at shipment, nobody knows yet of when the package will be; a later attempt comes later. */
function mayTurnOutOf(reservation: OpenReservation, changedAtNs: bigint): boolean {
  const { kind, deductedAt, attemptedAt, consumableFrom } = reservation;
  if (kind === 'block' || attemptedAt === null) return false;
  if (deductedAt === 'shipment') return true;
  return consumableFrom === null && knowsOf(changedAtNs, attemptedAt);
}

function changesOf(open: readonly OpenReservation[], left: ReadonlyMap<string, number>): ReservationChange[] {
  return open
    .map(({ id, remaining: before }) => {
      const remaining = left.get(id) ?? before;
      return { id, remaining, freed: before - remaining };
    })
    .filter((change) => change.freed > 0);
}
