/** An order the store sold itself, with a line for each requested variant. */
export interface SoldOrder {
  orderId: string;
  lines: { lineItemId: string; variantId: string; quantity: number }[];
}

/** How something is sold. */
export interface SaleTerms {
  /** The code of the run (D32): in `name`, `company` or `address_line2` of the address. */
  code: string;
  /** With a discount of any amount, where the shop gives discounts. */
  discounted: boolean;
}

export interface SaleLine {
  variantId: string;
  quantity: number;
  /** `false`: the store ships it from its own location; else the network does. */
  network?: boolean;
}

/** A shipping order of the run, or a quantity of each of its lines. */
export interface ShippedLines {
  orderId: string;
  externalRef: string;
  lines: { externalRef: string; quantity: number }[];
}

/** What the store's staff sees of a shipping order when looking it up by the service's reference. */
export interface SeenShippingOrder {
  /** How many orders carry the reference. */
  orders: number;
  paid: boolean;
  /** Whether it carries the tag `hub_ship`. */
  tagged: boolean;
  stopped: boolean;
}

/**
 * The store's staff, or its replacement: for everything that no call can cause or show. Each method resolves with null
 * where no one did it; the check that asked is then not run.
 */
export interface People {
  /** A customer buys these and pays; a line that the network ships is on `HUB_Network`. */
  sell(lines: SaleLine[], terms: SaleTerms): Promise<SoldOrder | null>;
  /** The customer, or the store, cancels a whole order that the store sold. */
  cancelSale(orderId: string): Promise<true | null>;
  /** The goods of a whole order that the store sold are back, and its platform reports that itself. */
  takeSaleBack(orderId: string): Promise<true | null>;
  /** The stock of a variant at one of the store's own locations is set to this quantity. */
  changeStock(level: { variantId: string; locationId: string; quantity: number }): Promise<true | null>;
  /** A package with these lines of a shipping order is shipped now. */
  ship(shippingOrder: ShippedLines): Promise<true | null>;
  /** The store finds that it cannot ship a shipping order, and reports it. */
  cannotShip(shippingOrder: { orderId: string; externalRef: string }): Promise<true | null>;
  /** These lines of a shipped shipping order are back, and processed in the store. */
  takeBack(shippingOrder: ShippedLines): Promise<true | null>;
  /** The variant is taken out of the catalogue, or put back as it was. */
  listVariant(variantId: string, listed: boolean): Promise<true | null>;
  findShippingOrder(externalRef: string): Promise<SeenShippingOrder | null>;
  /** How many messages of this tracking number the customer of an own order got. */
  countNotifications(orderId: string, trackingNumber: string): Promise<number | null>;
  /** The whole discount of an own order in the shop, VAT included. */
  findDiscount(orderId: string): Promise<number | null>;
  /** How many returns an own order has. */
  countReturns(orderId: string): Promise<number | null>;
}

/** There is no one to ask. */
export const NO_PEOPLE: People = {
  sell: () => Promise.resolve(null),
  cancelSale: () => Promise.resolve(null),
  takeSaleBack: () => Promise.resolve(null),
  changeStock: () => Promise.resolve(null),
  ship: () => Promise.resolve(null),
  cannotShip: () => Promise.resolve(null),
  takeBack: () => Promise.resolve(null),
  listVariant: () => Promise.resolve(null),
  findShippingOrder: () => Promise.resolve(null),
  countNotifications: () => Promise.resolve(null),
  findDiscount: () => Promise.resolve(null),
  countReturns: () => Promise.resolve(null),
};
