import { randomUUID } from 'node:crypto';
import type { Database } from '@hub/database';

interface ShippingOrderOptions {
  sellingShopId: number;
  shippingShopId: number;
  /** The shipping shop's variant and the pieces of each line. */
  lines: readonly { variantId: string; quantity: number }[];
}

/** Inserts a seller order with a planned shipping order; nothing is reserved for it. */
export async function aShippingOrder(
  db: Database,
  options: ShippingOrderOptions,
): Promise<StoredShippingOrder> {
  const { sellingShopId, shippingShopId, lines } = options;
  const sellerOrderId = randomUUID();
  await db.sellerOrder.create({
    data: {
      id: sellerOrderId,
      shopId: sellingShopId,
      orderId: sellerOrderId,
      placedAt: 0n,
      currency: 'EUR',
      mode: 'live',
      destinationCountry: 'SE',
      shippingCost: 0,
      totalDiscounts: 0,
      correlation: 'test',
    },
  });
  const id = randomUUID();
  await db.shippingOrder.create({
    data: { id, sellerOrderId, decisionId: randomUUID(), shopId: shippingShopId, externalRef: id },
  });
  const lineIds: string[] = [];
  for (const [position, { variantId, quantity }] of lines.entries()) {
    const lineId = randomUUID();
    const line = { position, variantId, quantity, unitPrice: 1 };
    await db.orderLine.create({
      data: { ...line, id: lineId, sellerOrderId, lineItemId: lineId, state: 'allocated' },
    });
    await db.shippingOrderLine.create({
      data: {
        ...line,
        id: lineId,
        shippingOrderId: id,
        orderLineId: lineId,
        externalRef: lineId,
        calculation: {},
      },
    });
    lineIds.push(lineId);
  }
  return { id, lineIds };
}

export interface StoredShippingOrder {
  id: string;
  /** In the order of the requested lines. */
  lineIds: string[];
}
