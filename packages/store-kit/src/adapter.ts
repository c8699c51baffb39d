import type { Capability } from '@hub/contract';
import type { Address } from './facts/address';
import type { CataloguePage, CatalogueVariant } from './facts/catalogue';
import type { StockLevel } from './facts/facts';
import type { OrderNow } from './facts/order-now';

/**
 * What is written for a platform: the shop's side of the six calls and of the sweep. Credentials, form and idempotency are
 * checked before any of it is called; all ids are the platform's own. To refuse, throw one of `refuse` (`refuse.unknownVariant()`);
 * anything else thrown counts as `500 temporary_failure`, and the service calls again.
 */
export type StoreAdapter<Tx, Variant = unknown> = TransactionalAdapter<Tx, Variant> | RemoteAdapter<Variant>;

/** A platform whose writes commit, and roll back, with the transaction that they are given. */
export interface TransactionalAdapter<Tx, Variant = unknown>
  extends PlatformCalls<Tx, Variant>, Partial<Readable<Tx>> {
  readonly sharesTransaction: true;
}

/**
 * A platform that commits on its own: behind an API, or with transactions that the kit cannot join. Where the process died
 * after a write, its outcome is unknown: then, before the write is repeated, the platform is asked whether it has it. A write
 * that it cannot be asked about has to continue where it ended, and give the same ids.
 */
export interface RemoteAdapter<Variant = unknown> extends PlatformCalls<null, Variant>, Readable<null> {
  readonly sharesTransaction: false;
  /**
   * The shipping order that carries the service's reference; null where there is none. Where a killed process may have left it half made,
   * complete it first: what was begun is no longer refused, even if a variant (null then) is not found since.
   */
  findShippingOrder?(order: FoundShippingOrder<Variant | null>): Promise<CreatedShippingOrder | null>;
  /** Whether the order has this parcel's tracking already. */
  hasTracking?(parcel: Parcel): Promise<boolean>;
  /** The id of the return that carries the service's reference; null where there is none. */
  findReturn?(goods: ReturnRequest): Promise<string | null>;
}

/** What both kinds have. `Variant` is the platform's own, as `findVariant` gives it. */
export interface PlatformCalls<Tx, Variant = unknown> {
  /** What is ported; all five, where not given. A call of any other is answered `403 forbidden`, and its events are not sent. */
  readonly capabilities?: readonly Capability[] | undefined;

  /** The agreed physical locations, as on the sheet; the network's is not among them. Of your settings: it is asked often. */
  locations(): Promise<readonly string[]>;

  /** `GET /products`: throws `refuse.invalidRequest('cursor', …)` where the cursor is not its own. */
  products(page: { limit: number; cursor: string | null }): Promise<CataloguePage>;

  /** What an id of the platform looks like, where `findVariant` must not be asked for another: that is unknown. */
  readonly ids?: RegExp | undefined;

  /**
   * The platform's variant: by its id, or where there is none by its barcode. Where it is given, the kit refuses what it does not
   * find, and the two calls below are handed what it found; else they look, and refuse, themselves.
   */
  findVariant?(requested: RequestedVariant, tx: Tx): Promise<Variant | null>;

  /** Whether the shop ships to the country; to every one, where not given. */
  shipsTo?(countryCode: string, tx: Tx): Promise<boolean>;

  /**
   * `PUT /inventory`: what can be sold from the network's location is this, absolutely. A platform that keeps stock on hand and
   * takes open orders off it has to write their sum. Throws `refuse.unknownVariant()`.
   */
  setNetworkQuantity(level: NetworkLevel<Variant>, tx: Tx): Promise<void>;

  /**
   * `POST /orders`: creates a paid order with the tag `hub_ship`, from the shop's own locations alone. It is accepted though
   * there is too little. Throws `refuse.unknownVariant('line_items[0].variant_id')`.
   */
  createShippingOrder(order: FoundShippingOrder<Variant>, tx: Tx): Promise<CreatedShippingOrder>;

  /**
   * `PUT /orders/{order_id}/tracking`: a parcel of an order sold here is on its way; the customer is notified. The kit has checked that
   * the order was reported, with these lines; so it has in `registerReturn`.
   */
  addTracking(parcel: Parcel, tx: Tx): Promise<void>;

  /**
   * `POST /cancel`: what is a shipping order is stopped, its goods are put back. Not asked where `orderNow` says that a package has
   * left, or that the shop itself has cancelled the order.
   */
  stopShippingOrder(
    stop: { orderId: string; reason: string | null },
    tx: Tx,
  ): Promise<'stopped' | 'already_shipped'>;

  /** `POST /returns`: registers a return on an order sold here; the refund is the shop's own affair. Gives the return's id. */
  registerReturn(goods: ReturnRequest, tx: Tx): Promise<string>;
}

/**
 * What is read of the shop: for `events.orderChanged` and `events.stockChangedAt`, which get only ids, and for the sweep. A
 * platform that can lose nothing, because it reports all facts itself and within its transaction, may leave it out.
 */
export interface Readable<Tx> {
  /** What can be sold of the variant, at the shop's own locations and at the network's: one that is missing has 0. Empty where there is no such variant. */
  stockOf(variantId: string, tx: Tx): Promise<CatalogueVariant['inventory']>;

  /** Null where there is no such order. */
  orderNow(orderId: string, tx: Tx): Promise<OrderNow | null>;

  /** Ids of the orders that something happened to since then; too many, or one twice, do no harm. */
  ordersSince(since: Date, tx: Tx): Promise<readonly string[]>;

  /** Of every variant, where the platform can say it for less than its catalogue costs; else the sweep reads the catalogue. */
  stockNow?(): AsyncIterable<StockLevel>;
}

export type RequestedVariant = Pick<ShippingOrderLine, 'variantId' | 'barcode'>;

/** How much of a variant can be sold from the network's location. */
export interface NetworkLevel<Variant = unknown> {
  variantId: string;
  /** What `findVariant` found; undefined, where the adapter has none. */
  variant: Variant;
  quantity: number;
}

/** A shipping order with the platform's variant of each line. */
export interface FoundShippingOrder<Variant = unknown> extends ShippingOrder {
  lines: readonly (ShippingOrderLine & { variant: Variant })[];
}

/** An order to be shipped for another shop: paid, nothing to collect from the customer. */
export interface ShippingOrder {
  /** The service's reference. Stored with the order, so that people, and `findShippingOrder`, find it. */
  externalRef: string;
  currency: string;
  shipTo: Address;
  shippingMethod: { code: string; title: string | null };
  lines: readonly ShippingOrderLine[];
  /** These three only where the sheet asks for them. */
  totalPrice: number | null;
  carrierNote: string | null;
  sellerOrderNumber: string | null;
}

export interface ShippingOrderLine {
  externalRef: string;
  /** At least one of variant id and barcode is there; the id wins. */
  variantId: string | null;
  barcode: string | null;
  sku: string | null;
  quantity: number;
  /** The payout, not the customer's price. */
  unitPrice: number;
  title: string | null;
}

export interface CreatedShippingOrder {
  orderId: string;
  /** The platform's line id for each line of the request, in its order. A platform that joins lines repeats one. */
  lineIds: readonly string[];
}

/** A parcel of an order sold here. Its lines are the platform's, joined again where the platform had split them. */
export interface Parcel {
  orderId: string;
  externalRef: string;
  carrier: string;
  trackingNumber: string;
  trackingUrl: string | null;
  shippedAt: Date;
  lines: readonly { lineId: string; quantity: number }[];
}

/** Goods of an order sold here came back to the shop that shipped them. */
export interface ReturnRequest {
  orderId: string;
  externalRef: string;
  lines: readonly ReturnRequestLine[];
}

interface ReturnRequestLine {
  lineId: string;
  quantity: number;
  reason: string | null;
  /** As the order was reported with it. */
  sku?: string | null | undefined;
}
