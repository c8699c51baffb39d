/** An order the store sold itself, with a line for each variant asked for, all of them for the network to ship. */
export interface SoldOrder {
  orderId: string;
  lines: { lineItemId: string; variantId: string; quantity: number }[];
}

/** What the store's people see of a shipping order when they look it up by the service's reference. */
export interface SeenShippingOrder {
  /** How many orders carry the reference. */
  orders: number;
  paid: boolean;
  /** Whether it carries the tag `hub_ship`. */
  tagged: boolean;
  stopped: boolean;
}

/**
 * The people of the store, or who stands in for them: whatever no call can bring about or show. Each method resolves with
 * null where nobody did it; the check that asked is then not run.
 */
export interface People {
  /** A customer buys these and pays; every line is on `HUB_Network`. */
  sell(lines: { variantId: string; quantity: number }[]): Promise<SoldOrder | null>;
  /** A package with these lines of a shipping order leaves now. */
  ship(shippingOrder: {
    orderId: string;
    externalRef: string;
    lines: { externalRef: string; quantity: number }[];
  }): Promise<true | null>;
  /** The variant is taken out of the catalogue, or put back as it was. */
  listVariant(variantId: string, listed: boolean): Promise<true | null>;
  findShippingOrder(externalRef: string): Promise<SeenShippingOrder | null>;
  /** How many messages of this tracking number the customer of an own order got. */
  countNotifications(orderId: string, trackingNumber: string): Promise<number | null>;
  /** How many returns an own order has. */
  countReturns(orderId: string): Promise<number | null>;
}

/** Nobody is there to ask. */
export const NOBODY: People = {
  sell: () => Promise.resolve(null),
  ship: () => Promise.resolve(null),
  listVariant: () => Promise.resolve(null),
  findShippingOrder: () => Promise.resolve(null),
  countNotifications: () => Promise.resolve(null),
  countReturns: () => Promise.resolve(null),
};
