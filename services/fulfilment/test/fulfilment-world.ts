import { FulfillmentShipped } from '@hub/contract';
import { inTransaction, type Tx } from '@hub/database';
import type { EventOutcome, Settlement } from '@hub/messaging';
import type { ShopCalls } from '@hub/shops';
import { aCommand, anEventOf, ASLEEP, World } from '@hub/test-world';
import { aPackage, type PackageData, type StoredShippingOrder } from '@hub/testing';
import { handleFulfillmentShipped, onFulfillmentShippedReplay } from '../src/handle-fulfillment-shipped';
import { handleTrackingDeliver, trackingWrite } from '../src/tracking-write';

/** The handlers of the service as the frame calls them, and its write, run against real stores. */
export class FulfilmentWorld extends World {
  /** `fulfillment.shipped` of a shop, under a new event id. */
  /** @param clock the worker's, and when the ingress received the package */
  async ship(
    shopId: number,
    data: PackageData,
    clock: { now?: number; receivedAt?: number } = {},
  ): Promise<EventOutcome> {
    const event = eventOf(shopId, data, clock);
    return inTransaction(this.db, (tx) => handleFulfillmentShipped(tx, event, ASLEEP));
  }

  /** The same bytes again, after they were accepted. */
  async shipAgain(shopId: number, data: PackageData): Promise<EventOutcome | null> {
    const accepted = { status: 200, outcome: 'accepted' } as const;
    return inTransaction(this.db, (tx) =>
      onFulfillmentShippedReplay(tx, eventOf(shopId, data), { recorded: accepted, tracking: ASLEEP }),
    );
  }

  /** A package arrives while `meddle` has the order locked. */
  shipDuring(
    order: StoredShippingOrder,
    data: PackageData,
    meddle: (tx: Tx) => Promise<unknown>,
  ): Promise<EventOutcome> {
    return this.during(order, () => this.ship(order.shopId, data), meddle);
  }

  /** Sends what is due to the stores. @param options.aheadMs ahead of the clock, for leases that have run out */
  async deliver(options: { aheadMs?: number; calls?: Pick<ShopCalls, 'send'> } = {}): Promise<void> {
    await this.bring(trackingWrite(options.calls ?? (await this.storeCalls())), options);
  }

  /** `tracking.deliver`: the replay of its dead letter. */
  async replay(packageId: string): Promise<Settlement> {
    return inTransaction(this.db, (tx) => handleTrackingDeliver(ASLEEP)(tx, aCommand({ packageId })));
  }
}

/** A package of a shipping order: all its lines, one piece each, unless a test says otherwise. */
export function aPackageOf(order: StoredShippingOrder, overrides: Partial<PackageData> = {}): PackageData {
  return aPackage({
    order_id: order.storeOrderId,
    external_ref: order.reference,
    line_items: order.lines.map(({ reference }) => ({ external_ref: reference, quantity: 1 })),
    ...overrides,
  });
}

const eventOf = (shopId: number, data: PackageData, clock: { now?: number; receivedAt?: number } = {}) =>
  anEventOf(FulfillmentShipped, { shopId, data }, clock);
