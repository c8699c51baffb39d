import { replayDecision, type DecisionDetail, type RoutingPolicy } from '@hub/orders';

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
}

/**
 * A stored decision under another policy, by routing's own rule on the stored figures.
 * @returns null: the stored figures do not determine what the policy would have chosen
 */
export function compareDecision(detail: DecisionDetail, policy: RoutingPolicy): ComparedLine[] | null {
  const replayed = replayDecision(detail, policy);
  if (replayed.some(({ certain }) => !certain)) return null;
  return replayed.map(({ lineItemId, was, becomes }, index) => {
    const [first] = detail.lines[index]?.candidates ?? [];
    return { lineItemId, was: was && first ? placed(first) : null, becomes: becomes && placed(becomes) };
  });
}

function placed(shop: {
  shopId: number;
  variantId: string;
  distanceKm: number | null;
  alreadyChosen: boolean;
}): Placed {
  const { shopId, variantId, distanceKm: km, alreadyChosen } = shop;
  return { shopId, variantId, km, opensParcel: !alreadyChosen };
}

/** Whether the other policy makes a difference to a line. */
export function isMoved({ was, becomes }: ComparedLine): boolean {
  return was?.shopId !== becomes?.shopId || was?.variantId !== becomes?.variantId;
}
