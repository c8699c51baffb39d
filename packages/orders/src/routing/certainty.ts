import type { DecisionDetail } from './decision-detail';
import { rankOf, type RankedShop } from './rank-candidates';

type DetailLine = DecisionDetail['lines'][number];
type Figures = DetailLine['candidates'][number];

/** Distances are stored to 100 m: the possible error, plus a margin for binary rounding. */
const OFF_KM = 0.05 + 1e-9;

/** The ranking of a line of a stored decision under another policy. */
export interface RankedAgain {
  line: DetailLine;
  /** Of the stored policy, and of the other one. */
  bands: { stored: number; other: number };
  withCoordinates: boolean;
  /** The stored shops that could ship it, the best first. */
  ranked: readonly (RankedShop & { lackedStock: boolean })[];
  /** An earlier line of the same article takes its pieces elsewhere. */
  stockMoved: boolean;
}

/**
 * Whether the first in the ranking would certainly be chosen, whatever the exact distances and the figures of the
 * counted-only shops: never a guess.
 */
export function isSurelyBest(again: RankedAgain): boolean {
  const { line, ranked, stockMoved } = again;
  const [best, ...others] = ranked;
  // A shop that was counted only, for lack of stock, may have what an earlier line leaves it.
  if (stockMoved && (line.counted.ruledOut['not_enough_stock'] ?? 0) > 0) return false;
  if (!best) return line.counted.candidates === 0;
  if (isSomewhere(again, best)) return false;
  return others.every((other) => isSurelyBefore(again, best, other)) && isBeforeCounted(again, best);
}

function isSurelyBefore(again: RankedAgain, best: RankedShop, other: RankedAgain['ranked'][number]): boolean {
  if (rankOf(best) !== rankOf(other)) return rankOf(best) < rankOf(other);
  if (isSomewhere(again, other)) return false;
  const [, latest] = bandsOf(best, again.bands.other);
  const [earliest] = bandsOf(other, again.bands.other);
  if (latest !== earliest) return latest < earliest;
  if (best.alreadyChosen !== other.alreadyChosen) return best.alreadyChosen;
  if (best.freeStock !== other.freeStock) return best.freeStock > other.freeStock;
  if (best.distanceKm === null) return true;
  return other.distanceKm === null || other.distanceKm - best.distanceKm > 2 * OFF_KM;
}

/** Older decisions do not store the distance of those that lacked stock. */
function isSomewhere({ withCoordinates }: RankedAgain, shop: RankedAgain['ranked'][number]): boolean {
  return withCoordinates && shop.lackedStock && shop.distanceKm === null;
}

/** The counted-only shops ranked after the last stored one. */
function isBeforeCounted({ line, bands }: RankedAgain, best: RankedShop): boolean {
  const last = line.candidates.at(-1);
  if (line.counted.candidates === 0 || !last) return true;
  // A full shop that is counted only is not full for a line where an earlier one goes there.
  if (best.full || last.full) return false;
  if (best.suspended !== last.suspended) return last.suspended;
  return bandsOf(best, bands.other)[1] < Math.floor(nearestAfter(last, bands.stored) / bands.other);
}

/** The minimum distance of any shop ranked after it, in kilometres. */
function nearestAfter(last: Figures, bandKm: number): number {
  return last.distanceKm === null ? Infinity : bandsOf(last, bandKm)[0] * bandKm;
}

/** The first and the last band that its exact distance may fall into. */
function bandsOf({ distanceKm }: { distanceKm: number | null }, bandKm: number): [number, number] {
  if (distanceKm === null) return [Infinity, Infinity];
  return [Math.floor(Math.max(0, distanceKm - OFF_KM) / bandKm), Math.floor((distanceKm + OFF_KM) / bandKm)];
}
