import type { DecisionDetail } from '@hub/orders/routing';
import { whyRuledOut, whyWaiting } from '../words/reason-texts';

/** A shop involved in an order: its slug, for addresses and commands, and its name, for people. */
export interface ShopOfOrder {
  shop: string;
  shopName: string;
}

/** Why each line goes to its shop (D19): ranks counted from 1. */
export function describeDecisionLines(
  lines: DecisionDetail['lines'],
  shopOf: (shopId: number) => ShopOfOrder,
) {
  return lines.map((line) => ({
    lineItemId: line.lineItemId,
    article: line.gtin,
    quantity: line.quantity,
    chosen: line.chosen && { ...shopOf(line.chosen.shopId), variantId: line.chosen.variantId },
    waitsFor: line.waitsFor,
    waitsBecause: line.waitsFor && whyWaiting(line.waitsFor),
    candidates: line.candidates.map(({ shopId, alreadyChosen: hasParcel, ...figures }, index) => ({
      rank: index + 1,
      ...shopOf(shopId),
      hasParcel,
      ...figures,
    })),
    ruledOut: line.ruledOut.map(({ shopId, ...figures }) => ({
      ...shopOf(shopId),
      why: whyRuledOut(figures.reason),
      ...figures,
    })),
    /** Shops stored only as a number. */
    counted: {
      candidates: line.counted.candidates,
      ruledOut: Object.entries(line.counted.ruledOut).map(([reason, shops]) => ({
        why: whyRuledOut(reason),
        shops,
      })),
    },
  }));
}
