import { LIMITS } from '@hub/contract';
import { ReservationKind, StockDeductedAt } from '@hub/database';
import { z } from 'zod';

/** A reservation or block with pieces left. */
export const OpenReservation = z.object({
  id: z.string(),
  kind: z.enum(ReservationKind),
  remaining: z.int(),
  /** When the shop's own figure decreases, by its sheet. */
  deductedAt: z.enum(StockDeductedAt),
  /** When the latest attempt of `POST /orders` began (ns); null: never sent. */
  attemptedAt: z.bigint().nullable(),
  /** Kept decreases up to this id were known before the first attempt: they do not belong to it. */
  fallsBefore: z.bigint(),
  /** From when (ns) the shop's figures include it: its placing, the package or the block; null: not yet. */
  consumableFrom: z.bigint().nullable(),
  /** Its line has shipped, or it is a block: one more report ends it entirely. */
  endsWithNextReport: z.boolean(),
  /** When the package left that completed the line (ns, the shop's clock); null: not known. */
  shippedAt: z.bigint().nullable(),
  /** If the shop deducts at shipment, pieces in no package yet: no report covers them. */
  unpackaged: z.int(),
});
export type OpenReservation = z.output<typeof OpenReservation>;

/** A shop's report on its stock of a variant: an accepted event, or a changed figure in its catalogue. */
export interface StockFall {
  /** Pieces by which the shop's total decreased, not that of one location; an increase is 0 or negative. */
  decrease: number;
  /** When it changed, ns since the epoch. */
  changedAtNs: bigint;
}

/** Pieces of a decrease that no placed shipping order has taken. */
export interface LooseFall {
  pieces: number;
  changedAtNs: bigint;
}

/** Such pieces, kept for the first shipping order placed after the decrease. */
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
 * What stock reports leave of a variant's reservations (D17). A report counts for those it can know of: of their
 * instant or later, less 5 s for clocks. It consumes placed reservations, oldest first, by the decrease of the shop's
 * total, as pieces that left the shelf no longer need to be held. It ends the rest of a shipped line if it is no older
 * than the package, whose pieces an older figure may still count; and it lifts blocks. Both with or without a decrease.
 *
 * A shop's own sales never consume an order that it has not accepted: pieces that no placed reservation takes are kept,
 * as far as a sent one may still turn out to have caused the decrease.
 * @param open oldest first
 * @param reports of this variant, in the order in which they were applied
 */
export function consumeReservations(
  open: readonly OpenReservation[],
  reports: readonly StockFall[],
): { changes: ReservationChange[]; kept: LooseFall[] } {
  const left = new Map(open.map((reservation) => [reservation.id, reservation.remaining]));
  const kept: LooseFall[] = [];
  for (const { decrease, changedAtNs } of reports) {
    let fall = Math.max(0, decrease);
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
 * A store's events and its receipt arrive in any order: decreases from before the hub knew that an order was placed, or
 * knew of the package, are consumed once it does (D17). Each piece of a decrease is used once.
 * @param open those just placed, or with pieces in the package, oldest first
 * @param falls kept decreases of their variant, the earliest first
 * @param fromNs from when the shop's figures include them
 * @returns the reservations that changed, and the rest of each decrease of which pieces were used
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

/** Releases the rest of reservations or blocks. */
export function freeAll(open: readonly OpenReservation[]): ReservationChange[] {
  return open.map(({ id, remaining }) => ({ id, remaining: 0, freed: remaining }));
}

/** Package and report use one clock, the shop's: no tolerance between them. */
function endsWith({ endsWithNextReport, shippedAt }: OpenReservation, changedAtNs: bigint): boolean {
  return endsWithNextReport && (shippedAt === null || changedAtNs >= shippedAt);
}

function knowsOf(changedAtNs: bigint, consumableFrom: bigint | null): boolean {
  return consumableFrom !== null && changedAtNs >= consumableFrom - CLOCK_TOLERANCE_NS;
}

/** A block covers pieces that the shop could not find: a decrease is not assigned to them. */
function consumable({ kind, unpackaged }: OpenReservation, remaining: number): number {
  return kind === 'block' ? 0 : Math.max(0, remaining - unpackaged);
}

/** Pieces of all reservations that may still turn out to have caused a decrease. */
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

/** If the shop deducts at shipment, the time of the package is not known yet; a later attempt comes later. */
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
