import type { DecisionDetail } from '@hub/orders/routing';
import { describePolicy } from './describe-policy';

export type DecisionDescription = ReturnType<typeof describeDecision>;

/** A routing decision for people and for `--json`: shops by their slugs, ranks counted from 1. */
export function describeDecision(detail: DecisionDetail, slugOf: (shopId: number) => string) {
  return {
    policy: describePolicy(detail.policy),
    mode: detail.mode,
    destination_country: detail.country,
    with_coordinates: detail.withCoordinates,
    consumer_vat: detail.consumerVat,
    lines: detail.lines.map((line) => ({
      line_item_id: line.lineItemId,
      article: line.gtin,
      quantity: line.quantity,
      chosen: line.chosen && { shop: slugOf(line.chosen.shopId), variant_id: line.chosen.variantId },
      waits_for: line.waitsFor,
      candidates: line.candidates.map((shop, index) => ({
        rank: index + 1,
        shop: slugOf(shop.shopId),
        variant_id: shop.variantId,
        free_stock: shop.freeStock,
        distance_km: shop.distanceKm,
        has_parcel: shop.alreadyChosen,
        full: shop.full,
      })),
      ruled_out: line.ruledOut.map((shop) => ({
        shop: slugOf(shop.shopId),
        variant_id: shop.variantId,
        reason: shop.reason,
        free_stock: shop.freeStock,
        distance_km: shop.distanceKm,
      })),
      /** Not stored singly. */
      counted: { candidates: line.counted.candidates, ruled_out: line.counted.ruledOut },
    })),
  };
}
