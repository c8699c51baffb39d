import {
  comparePolicies,
  type DecisionDetail,
  type RankedShop,
  type WhyElsewhere,
} from '@hub/orders/routing';

/** The shop that a line goes to, and its counted figures. */
export interface Placed {
  shopId: number;
  variantId: string;
  km: number | null;
  /** No other line of the order is with that shop so far. */
  opensParcel: boolean;
}

/** A line under both policies; null: it waits. */
export interface ComparedLine {
  lineItemId: string;
  was: Placed | null;
  becomes: Placed | null;
  /** Null: it goes to the same shop. */
  why: WhyElsewhere | null;
}

/**
 * A stored decision under two policies, by routing's own rule on the stored figures.
 * @returns null: the stored figures do not determine what the policies would have chosen
 */
export function compareDecision(
  detail: DecisionDetail,
  ...by: [policies: Parameters<typeof comparePolicies>[1], countryOf: Parameters<typeof comparePolicies>[2]]
): ComparedLine[] | null {
  const compared = comparePolicies(detail, ...by);
  if (compared.some(({ certain }) => !certain)) return null;
  return compared.map(({ lineItemId, was, becomes, why }) => ({
    lineItemId,
    was: was && placed(was),
    becomes: becomes && placed(becomes),
    why,
  }));
}

function placed({ shopId, variantId, distanceKm: km, alreadyChosen }: RankedShop): Placed {
  return { shopId, variantId, km, opensParcel: !alreadyChosen };
}

/** Whether the other policy makes a difference to a line. */
export function isMoved({ was, becomes }: ComparedLine): boolean {
  return was?.shopId !== becomes?.shopId || was?.variantId !== becomes?.variantId;
}
