import type { Refusal, Verdict } from '@hub/contract';
import type {
  CapabilityState,
  SellerOrderState,
  ShippingOrderState,
  StopState,
  StoreWriteState,
} from '@hub/database';
import { acts, nothing, refused, resumes, type ReplayForecast } from './replay-forecast';

/** What the ledger holds of the event (D6). */
export interface LedgerFacts {
  sameBytes: boolean;
  /** Null: accepted for work that is not finished (D12). */
  verdict: Verdict | null;
}

/** What an event speaks of, as it stands now. */
export type EventSubject =
  | { event: 'inventory.updated'; variantActive: boolean; place: Place; timing: Timing }
  | {
      event: 'order.created';
      loopGuarded: boolean;
      stored: boolean;
      orders: CapabilityState | null;
      cancelledBefore: boolean;
    }
  | { event: 'order.cancelled'; target: CancelledOrder | 'placement_unknown' | null }
  | {
      event: 'fulfillment.shipped';
      shippingOrder: { state: ShippingOrderState; stop: StopState | null } | null;
      /** Of the package, where it is stored. */
      tracking: StoreWriteState | null;
    }
  | {
      event: 'return.created';
      target: 'shipping' | 'selling' | 'placement_unknown' | null;
      returned: boolean;
    };

export type Place = 'own' | 'network' | 'unknown';
/** Of the event's change against the latest one known there. */
export type Timing = 'newer' | 'same' | 'same_time_other_quantity' | 'older';

export interface CancelledOrder {
  side: 'selling' | 'shipping';
  state: SellerOrderState | ShippingOrderState;
  /** A package of it is known. */
  shipped: boolean;
  stopping: boolean;
}

export interface EventFacts {
  ledger: LedgerFacts | null;
  /** What the schema says of the data; null: it is valid. */
  fault: Refusal | null;
  subject: EventSubject;
}

const STILL_UNKNOWN = 'its order may be one whose placement has no known outcome: it is tried again';

/** What a replay of an event would do. Pure. */
export function forecastEvent({ ledger, fault, subject }: EventFacts): ReplayForecast {
  if (ledger) return forecastDecided(ledger, subject);
  if (subject.event === 'order.created' && (subject.loopGuarded || subject.stored))
    return forecastNewOrder(subject);
  if (fault) return refused(`refused: ${fault.code} (${fault.field ?? 'the data'})`);
  switch (subject.event) {
    case 'inventory.updated':
      return forecastStock(subject);
    case 'order.created':
      return forecastNewOrder(subject);
    case 'order.cancelled':
      return forecastCancellation(subject.target);
    case 'fulfillment.shipped':
      return forecastPackage(subject);
    case 'return.created':
      return forecastReturn(subject);
  }
}

/** D6: the recorded verdict again, but for what the contract says a replay resumes. */
function forecastDecided({ sameBytes, verdict }: LedgerFacts, subject: EventSubject): ReplayForecast {
  if (!sameBytes) return refused('refused: event_id_conflict, this event id was used for other data');
  if (verdict === null) return resumes('resumes the unfinished cancellation');
  if (subject.event === 'fulfillment.shipped' && verdict.status === 200 && subject.tracking === 'failed')
    return resumes('stores no second package, resumes its tracking');
  const words = verdict.status === 200 ? verdict.outcome : `${verdict.status} ${verdict.code}`;
  return nothing(`no effect: decided already (${words})`);
}

function forecastStock({
  variantActive,
  place,
  timing,
}: Extract<EventSubject, { event: 'inventory.updated' }>): ReplayForecast {
  if (!variantActive && place !== 'network') return refused('refused: unknown_variant');
  if (place === 'unknown') return refused('refused: unknown_location');
  if (place === 'network') return nothing('no effect: an echo of our own write is noted');
  switch (timing) {
    case 'newer':
      return acts('sets the stock of the variant at this location');
    case 'same':
      return nothing('no effect: this change is known');
    case 'same_time_other_quantity':
      return refused('refused: timestamp_conflict');
    case 'older':
      return nothing('no effect: a later change is known');
  }
}

function forecastNewOrder(order: Extract<EventSubject, { event: 'order.created' }>): ReplayForecast {
  if (order.loopGuarded) return nothing('no effect: an order that the service created itself is skipped');
  if (order.stored) return nothing('no effect: the order is stored and final');
  if (order.orders === null || order.orders === 'off') return refused('refused: capability_disabled');
  if (order.cancelledBefore) return acts('stores the order and holds it: its cancellation came first');
  if (order.orders === 'draining') return acts('stores the order; network lines are held: the shop drains');
  const dry = order.orders === 'dry_run' ? ', in dry run' : '';
  return acts(`stores the order, routes its network lines and places shipping orders${dry}`);
}

function forecastCancellation(target: CancelledOrder | 'placement_unknown' | null): ReplayForecast {
  if (target === null) return refused('refused: unknown_order; an order of that id that comes later is held');
  if (target === 'placement_unknown') return resumes(STILL_UNKNOWN);
  if (target.state === 'stopped') return nothing('no effect: it is stopped and stays so');
  if (target.stopping) return resumes('resumes the cancellation');
  if (target.shipped) return refused('refused: order_already_shipped');
  return target.side === 'selling'
    ? acts('stops the whole order: POST /cancel at every shop that has a part of it')
    : acts('stops the shipping order and routes its lines to other shops');
}

function forecastPackage({
  shippingOrder,
  tracking,
}: Extract<EventSubject, { event: 'fulfillment.shipped' }>): ReplayForecast {
  if (shippingOrder === null) return refused('refused: unknown_order');
  if (tracking === 'failed') return resumes('stores no second package, resumes its tracking');
  if (tracking !== null) return nothing('no effect: the package is stored');
  if (shippingOrder.state === 'stopped' || shippingOrder.stop === 'confirmed')
    return refused('refused: invalid_fulfillment, the shipping order is stopped');
  return acts('stores the package and sends its tracking to the selling shop');
}

function forecastReturn({
  target,
  returned,
}: Extract<EventSubject, { event: 'return.created' }>): ReplayForecast {
  if (target === null) return refused('refused: unknown_order');
  if (target === 'placement_unknown') return resumes(STILL_UNKNOWN);
  if (returned) return refused('refused: quantity_exceeded, or an echo: a return of these lines is stored');
  return target === 'shipping'
    ? acts('stores the return and registers it at the selling shop (POST /returns)')
    : acts('records the return that the selling platform reports');
}
