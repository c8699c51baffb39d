import { rows, type Tx } from '@hub/database';
import { insertPlacement } from '@hub/orders/records';
import { variantKeyText, type LockedOrder } from '@hub/orders/routing';
import type { VariantKey } from '@hub/stock';
import { z } from 'zod';
import type { BuiltShippingOrder } from './build-shipping-order';
import type { PlannedPlacement } from './plan-placements';

const Shipped = z.object({
  shopId: z.int(),
  variantId: z.string(),
  barcode: z.string().nullable(),
  sku: z.string().nullable(),
});

/** What a shop's `POST /orders` contains about its variant besides the id. */
export type ShippedVariant = Pick<z.output<typeof Shipped>, 'barcode' | 'sku'>;

export async function readShippedVariants(
  tx: Tx,
  keys: readonly VariantKey[],
): Promise<Map<string, ShippedVariant>> {
  const found = await rows(
    Shipped,
    tx.$queryRaw`
      SELECT v.shop_id AS "shopId", v.variant_id AS "variantId", v.barcode, v.sku FROM variant v
      WHERE (v.shop_id, v.variant_id) IN (
        SELECT * FROM unnest(${keys.map((key) => key.shopId)}::int[], ${keys.map((key) => key.variantId)}::text[])
      )`,
  );
  return new Map(found.map((row) => [variantKeyText(row), { barcode: row.barcode, sku: row.sku }]));
}

/**
 * Stores a placement as it was built.
 *
 * @param placed.isShown its shop has shown, after a restore, that it has it
 * @param placed.dueAt from when it may be sent
 */
export async function storePlacement(
  tx: Tx,
  placed: {
    order: LockedOrder;
    decisionId: string;
    placement: PlannedPlacement;
    built: BuiltShippingOrder;
    variants: ReadonlyMap<string, ShippedVariant>;
    isShown: boolean;
    dueAt: Date;
  },
): Promise<void> {
  const { order, decisionId, placement, built, variants, isShown, dueAt } = placed;
  const { shippingOrderId: id, shop } = placement;
  const { externalRef, payload, relayEmail, lineRefs } = built;
  await insertPlacement(tx, {
    id,
    sellerOrderId: order.id,
    decisionId,
    mode: order.mode,
    isShown,
    shopId: shop.id,
    externalRef,
    payload,
    relayEmail,
    dueAt,
    lines: placement.lines.map(({ shippingOrderLineId, line, variantId, calculation }, index) => {
      const { barcode, sku } = variants.get(variantKeyText({ shopId: shop.id, variantId })) ?? UNKNOWN;
      const { id: orderLineId, position, quantity } = line;
      const reference = { externalRef: lineRefs[index] ?? '' };
      return {
        id: shippingOrderLineId,
        orderLineId,
        position,
        quantity,
        ...reference,
        variantId,
        barcode,
        sku,
        calculation,
      };
    }),
  });
}

const UNKNOWN: ShippedVariant = { barcode: null, sku: null };
