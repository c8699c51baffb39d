import { LIMITS } from '@hub/contract';
import type { DecisionDetail } from '@hub/orders/routing';

type Candidate = DecisionDetail['lines'][number]['candidates'][number];

/** Why the first of the ranked candidates is chosen. */
export function whyChosen([first, second]: readonly Candidate[]): string {
  if (!second) return 'the only one that can';
  if (first && isNearer(first, second)) return 'the nearest';
  if (first && first.freeStock > second.freeStock) return 'about as near, and has more';
  return 'first by rank';
}

/** Shops in the same band of 50 km count as equally near; this text only has to be right, not complete. */
function isNearer({ distanceKm: one }: Candidate, { distanceKm: other }: Candidate): boolean {
  const band = (km: number): number => Math.floor(km / LIMITS.distanceBandKm);
  return one !== null && (other === null || band(one) < band(other));
}
