import { LIMITS } from '@hub/contract';
import { z } from 'zod';

const Candidate = z.object({
  shopId: z.number(),
  freeStock: z.number(),
  distanceKm: z.number().nullable(),
});

/** What of a stored routing decision (D19) is told. */
export const DecisionDetail = z.object({
  lines: z.array(
    z.object({
      chosen: z.object({ shopId: z.number() }).nullable(),
      waitsFor: z.string().nullable(),
      candidates: z.array(Candidate),
      ruledOut: z.array(z.object({ shopId: z.number(), reason: z.string(), freeStock: z.number() })),
    }),
  ),
});
type Candidate = z.output<typeof Candidate>;

const RULED_OUT: Readonly<Record<string, string>> = {
  same_shop: 'is the one that sells',
  excluded_shop: 'could not ship it before',
  variant_retired: 'no longer sells it',
  orders_not_live: 'does not take orders yet',
  currency_differs: 'has another currency',
  not_shipped_to_country: 'does not ship to the country',
  no_split_rate: 'has no split rate agreed',
  not_enough_stock: 'has too few',
};

/** Why a shop cannot be chosen, in words. */
export function whyRuledOut(reason: string): string {
  return RULED_OUT[reason] ?? reason.replaceAll('_', ' ');
}

/** Why the first of the ranked candidates is the one. */
export function whyChosen([first, second]: readonly Candidate[]): string {
  if (!second) return 'the only one that can';
  if (first && isNearer(first, second)) return 'the nearest';
  if (first && first.freeStock > second.freeStock) return 'about as near, and has more';
  return 'first by rank';
}

/** Shops in the same band of 50 km count as equally near; what is told here only has to be right, not complete. */
function isNearer({ distanceKm: one }: Candidate, { distanceKm: other }: Candidate): boolean {
  const band = (km: number): number => Math.floor(km / LIMITS.distanceBandKm);
  return one !== null && (other === null || band(one) < band(other));
}
