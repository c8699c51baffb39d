import { randomUUID } from 'node:crypto';
import type { Database, OrderMode, SellerOrderState } from '@hub/database';

export interface WaitingLineOptions {
  /** The selling shop, and its own variant. */
  shopId: number;
  variantId: string;
  quantity?: number;
  /** Why it waits; null: not decided yet. */
  waitingReason?: string | null;
  gtin?: string | null;
  excludedShops?: number[];
  orderState?: SellerOrderState;
  mode?: OrderMode;
  destinationCountry?: string;
  receivedAt?: Date;
}

/** Inserts a seller order of one line that waits for a shop. @returns the order's id */
export async function aWaitingLine(db: Database, options: WaitingLineOptions): Promise<string> {
  const { shopId, variantId, quantity = 1, gtin = null, excludedShops = [] } = options;
  const { orderState = 'accepted', mode = 'live', destinationCountry = 'SE' } = options;
  const id = randomUUID();
  await db.sellerOrder.create({
    data: {
      id,
      shopId,
      orderId: id,
      placedAt: BigInt(Date.now()) * 1_000_000n,
      currency: 'EUR',
      mode,
      state: orderState,
      destinationCountry,
      shipTo: { country_code: destinationCountry },
      shippingCost: 0,
      totalDiscounts: 0,
      correlation: `of ${id}`,
      ...(options.receivedAt ? { receivedAt: options.receivedAt } : {}),
      lines: {
        create: {
          id: randomUUID(),
          position: 0,
          lineItemId: 'L-1',
          variantId,
          quantity,
          unitPrice: 1,
          state: 'waiting',
          waitingReason: options.waitingReason === undefined ? 'no_candidate' : options.waitingReason,
          gtin,
          excludedShops,
        },
      },
    },
  });
  return id;
}
