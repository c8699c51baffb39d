import { randomUUID } from 'node:crypto';
import type { ShippingOrderRequest } from '@hub/contract';
import { inTransaction, type Database } from '@hub/database';
import { insertDecision, insertPlacement } from '@hub/orders/records';
import { decideOrder, readRoutingFacts, type RoutingPolicy } from '@hub/orders/routing';
import { anAddress } from '@hub/testing';

export interface LineToDecide {
  gtin: string;
  quantity: number;
  unitPrice: string;
}

/** An order of a shop that was decided by a policy, stored as routing stores it; nothing is reserved. */
export async function aDecidedOrder(
  db: Database,
  given: {
    shop: { id: number };
    lines: readonly LineToDecide[];
    policy: RoutingPolicy;
    latitude?: number;
    totalDiscounts?: string;
  },
): Promise<{ decisionId: string; under: (policy: RoutingPolicy) => ReturnType<typeof decideOrder> }> {
  const { shop, policy, latitude = 59, totalDiscounts = '0' } = given;
  const [id, placedAt] = [randomUUID(), BigInt(Date.now()) * 1_000_000n];
  const lines = given.lines.map((line, index) => ({
    ...line,
    id: randomUUID(),
    lineItemId: `L-${index + 1}`,
    waiting: true,
    excludedShops: [],
  }));
  const order = {
    id,
    shopId: shop.id,
    shopCountry: 'SE',
    placedAt,
    currency: 'EUR',
    mode: 'live' as const,
    country: 'SE',
    coordinates: { latitude, longitude: 18 },
  };
  await db.sellerOrder.create({
    data: {
      id,
      shopId: shop.id,
      orderId: `O-${id}`,
      placedAt,
      currency: 'EUR',
      mode: 'live',
      destinationCountry: 'SE',
      shippingCost: '0',
      totalDiscounts,
      correlation: 'C-1',
      lines: {
        create: lines.map(({ id: lineId, lineItemId, quantity, unitPrice }, index) => ({
          id: lineId,
          position: index + 1,
          lineItemId,
          variantId: `V-${index + 1}`,
          quantity,
          unitPrice,
          state: 'waiting' as const,
        })),
      },
    },
  });
  return inTransaction(db, async (tx) => {
    const { facts } = await readRoutingFacts(tx, order, { lines, now: Date.now() });
    const amounts = { currency: 'EUR', totalDiscounts, shippingCost: '0', lines };
    const under = (other: RoutingPolicy) => decideOrder(facts, amounts, other);
    const { decision, prices } = under(policy);
    const decisionId = await insertDecision(tx, { sellerOrderId: id, decision, facts });
    for (const [index, { chosen, lineItemId, orderLineId, quantity }] of decision.lines.entries()) {
      const calculation = prices.get(lineItemId);
      if (!chosen || !calculation) continue;
      await insertPlacement(tx, {
        id: randomUUID(),
        sellerOrderId: id,
        decisionId,
        mode: 'live',
        shopId: chosen.shopId,
        externalRef: `${id}-${index}`,
        payload: aPayload(`${id}-${index}`),
        relayEmail: null,
        isShown: false,
        dueAt: new Date(),
        lines: [
          {
            id: randomUUID(),
            orderLineId,
            position: 1,
            externalRef: `${id}-${index}-1`,
            variantId: chosen.variantId,
            barcode: null,
            sku: null,
            quantity,
            calculation,
          },
        ],
      });
    }
    return { decisionId, under };
  });
}

/** Nothing is sent. */
function aPayload(externalRef: string): ShippingOrderRequest {
  const { phone = null, email = null, ...address } = anAddress();
  return {
    external_ref: externalRef,
    tag: 'hub_ship',
    payment_status: 'paid',
    currency: 'EUR',
    ship_to: { ...address, phone, email },
    shipping_method: { code: 'standard' },
    line_items: [],
  };
}
