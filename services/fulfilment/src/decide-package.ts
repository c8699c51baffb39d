import { futureTimestamp, isFuture, refusal, type FulfillmentShipped, type Refusal } from '@hub/contract';
import type { ShippingOrderState, StopState } from '@hub/database';

/** The facts of the sending shop's shipping order that matter for a package. */
export interface ShippingOrderFacts {
  state: ShippingOrderState;
  /** The store's own id of it; null where the receipt of `POST /orders` was lost or has not arrived yet. */
  storeOrderId: string | null;
  /** Ids by which the shop named it before its receipt named another (D11). */
  aliases: ReadonlySet<string>;
  /** The state of its stop; null: no stop was requested. */
  stop: StopState | null;
  /** Whether its order lines are still allocated to it alone. */
  holdsItsLines: boolean;
  /** Whether the shop uses the event's `order_id` for another of its shipping orders. */
  orderIdTaken: boolean;
  lines: readonly ShippingLineFacts[];
  /** Which of the event's line references are those of another shipping order of the shop. */
  foreignReferences: ReadonlySet<string>;
  /** What is stored under the event's `package_id`. */
  known: KnownPackage | null;
}

export interface ShippingLineFacts {
  id: string;
  reference: string;
  quantity: number;
  /** Pieces in packages known so far. */
  packaged: number;
  /** A person stated that its pieces in no package will not ship (D12). */
  restEnded: boolean;
}

export interface KnownPackage {
  id: string;
  carrier: string;
  trackingNumber: string;
  trackingUrl: string | null;
  shippedAt: bigint;
  /** Pieces by line reference. */
  contents: ReadonlyMap<string, number>;
}

/** A reported package, as far as it could be read. */
export interface ReportedPackage extends FulfillmentShipped {
  /** Its tracking URL was faulty and is left out (D7). */
  urlDropped?: boolean;
}

/** A line and how many of its pieces a package holds. */
export interface PackedLine {
  lineId: string;
  quantity: number;
}

export type PackageDecision =
  /**
   * A new package. `settles`: it proves a placement whose receipt is missing, and supplies its `order_id` (D11).
   * `overrulesStop`: the shop has shipped what was to be stopped (D12).
   */
  | { kind: 'store'; lines: PackedLine[]; settles: boolean; overrulesStop: boolean }
  /** Already stored, with the same data. */
  | { kind: 'known'; packageId: string }
  /** Its order was stopped, or its rest ended, but a parcel is on its way: refused, and support is alerted (D9). */
  | { kind: 'refuse_stopped'; refusal: Refusal }
  | { kind: 'refuse'; refusal: Refusal };

/**
 * The sending shop has no shipping order with the event's reference, or only one of a dry run, which was never sent
 * (D18).
 */
export const UNKNOWN_ORDER = refusal(
  'unknown_order',
  'no shipping order of this shop has this reference',
  'data.external_ref',
);

/**
 * Judges a package of a shipping order (contract, `fulfillment.shipped`; D8, D9, D11).
 * @param nowMs the later of the worker's clock and the time at which the ingress received it (Clocks)
 */
export function decidePackage(
  order: ShippingOrderFacts,
  event: ReportedPackage,
  nowMs: number,
): PackageDecision {
  if (isFuture(event.shipped_at, nowMs)) {
    return refuse(futureTimestamp('data.shipped_at'));
  }
  if (!isOrderId(order, event.order_id)) {
    return refuse(
      refusal('invalid_fulfillment', 'order_id is not that of this shipping order', 'data.order_id'),
    );
  }
  if (order.known) return decideKnown(order.known, event);
  if (isEnded(order)) {
    const message = 'this shipping order was ended before it shipped: the parcel must be stopped';
    return {
      kind: 'refuse_stopped',
      refusal: refusal('invalid_fulfillment', message, 'data.external_ref'),
    };
  }
  return decideContents(order, event);
}

function decideKnown(known: KnownPackage, event: ReportedPackage): PackageDecision {
  if (hasSameData(known, event)) return { kind: 'known', packageId: known.id };
  const message = 'this package_id was reported with other data before: each package has an id of its own';
  return refuse(refusal('event_id_conflict', message, 'data.package_id'));
}

function decideContents(order: ShippingOrderFacts, event: FulfillmentShipped): PackageDecision {
  const known = new Map(order.lines.map((line) => [line.reference, line]));
  const packed = new Map<string, PackedLine>();
  for (const [index, { external_ref, quantity }] of event.line_items.entries()) {
    const field = `data.line_items[${index}]`;
    const line = known.get(external_ref);
    if (!line) return refuse(refuseReference(order, external_ref, `${field}.external_ref`));
    if (line.restEnded) {
      const message = 'the rest of this line was ended before it shipped: the parcel must be stopped';
      return {
        kind: 'refuse_stopped',
        refusal: refusal('invalid_fulfillment', message, `${field}.external_ref`),
      };
    }
    const pieces = (packed.get(line.id)?.quantity ?? 0) + quantity;
    if (line.packaged + pieces > line.quantity) {
      const message = 'more pieces than were ordered would be shipped';
      return refuse(refusal('quantity_exceeded', message, `${field}.quantity`));
    }
    packed.set(line.id, { lineId: line.id, quantity: pieces });
  }
  return {
    kind: 'store',
    lines: [...packed.values()],
    settles: order.state !== 'placed' || order.storeOrderId === null,
    overrulesStop: order.stop !== null && order.stop !== 'already_shipped',
  };
}

/** D9: a reference that is ours but does not belong to this order is a different fault from an unknown one. */
function refuseReference(order: ShippingOrderFacts, reference: string, field: string): Refusal {
  return order.foreignReferences.has(reference)
    ? refusal('invalid_fulfillment', 'the line belongs to another shipping order', field)
    : refusal('unknown_line', 'the shipping order has no such line', field);
}

function isOrderId({ storeOrderId, aliases, orderIdTaken }: ShippingOrderFacts, orderId: string): boolean {
  return storeOrderId === null ? !orderIdTaken : storeOrderId === orderId || aliases.has(orderId);
}

/**
 * Whether nothing of it may ship any more. One that its shop refused ends only once its lines went elsewhere: until
 * then the package proves that the shop accepted it after all, and settles it.
 */
function isEnded({ state, stop, holdsItsLines }: ShippingOrderFacts): boolean {
  return state === 'stopped' || stop === 'confirmed' || (state === 'refused' && !holdsItsLines);
}

function hasSameData(known: KnownPackage, event: ReportedPackage): boolean {
  const contents = piecesByReference(event);
  return (
    known.carrier === event.carrier &&
    known.trackingNumber === event.tracking_number &&
    (event.urlDropped || known.trackingUrl === (event.tracking_url ?? null)) &&
    known.shippedAt === event.shipped_at &&
    known.contents.size === contents.size &&
    [...contents].every(([reference, pieces]) => known.contents.get(reference) === pieces)
  );
}

/** A package may list one line several times: its pieces add up. */
function piecesByReference({ line_items }: FulfillmentShipped): Map<string, number> {
  const pieces = new Map<string, number>();
  for (const { external_ref, quantity } of line_items) {
    pieces.set(external_ref, (pieces.get(external_ref) ?? 0) + quantity);
  }
  return pieces;
}

function refuse(why: Refusal): PackageDecision {
  return { kind: 'refuse', refusal: why };
}
