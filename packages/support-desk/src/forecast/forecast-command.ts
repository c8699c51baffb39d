import type {
  CatalogueRunState,
  ReturnState,
  SellerOrderState,
  ShippingOrderState,
  StopState,
  StoreWriteState,
} from '@hub/database';
import { acts, nothing, resumes, type ReplayForecast } from './replay-forecast';

const GONE = nothing('no effect: what it speaks of is not there');

/** A shipping order that a replay would place. */
export interface PlacingFacts {
  state: ShippingOrderState;
  stopRequested: boolean;
  gaveUp: boolean;
  underWay: boolean;
  /** Its lines are still allocated, and to it alone. */
  holdsItsLines: boolean;
}

/** `shipping-order.place` (D18, D21, D23). Pure, as all below. */
export function forecastPlacing(order: PlacingFacts | null): ReplayForecast {
  if (!order) return GONE;
  switch (order.state) {
    case 'planned':
      if (order.stopRequested) return nothing('no effect: a stop was asked for');
      return acts(order.gaveUp ? 'begins placing the shipping order anew' : 'places the shipping order');
    case 'sending':
      return order.underWay
        ? nothing('no effect: it is being sent at this moment')
        : resumes('sends the very same POST /orders again, which settles whether the store has it');
    case 'disputed':
      return order.underWay
        ? nothing('no effect: it is being sent at this moment')
        : resumes(
            'sends the very same POST /orders again; only a valid receipt settles whether the store has it',
          );
    case 'refused':
      if (order.stopRequested) return nothing('no effect: a stop was asked for');
      return order.holdsItsLines
        ? resumes('reserves its stock again, and sends the refused shipping order unchanged')
        : nothing('no effect: its lines went elsewhere');
    case 'placed':
    case 'stopped':
    case 'dry_run':
      return nothing(`no effect: the shipping order is ${words(order.state)}`);
  }
}

/** `tracking.deliver` (D20). */
export function forecastTracking(state: StoreWriteState | null): ReplayForecast {
  switch (state) {
    case null:
      return GONE;
    case 'done':
      return nothing('no effect: the selling shop has the tracking');
    case 'sending':
      return nothing('no effect while it is being sent; otherwise it is sent again');
    case 'due':
    case 'failed':
      return resumes('sends the tracking to the selling shop (the customer is told once)');
  }
}

/** `return.register` (D22). */
export function forecastRegistration(state: ReturnState | null): ReplayForecast {
  switch (state) {
    case null:
      return GONE;
    case 'registered':
    case 'recorded':
      return nothing(`no effect: the return is ${state}`);
    case 'waiting':
      return nothing('no effect: the return waits for support, so that nothing is refunded twice');
    case 'sending':
      return nothing('no effect while it is being sent; otherwise it is sent again');
    case 'due':
    case 'failed':
      return resumes('registers the return at the selling shop (POST /returns)');
  }
}

/** `shipping-order.stop` (D21). */
export function forecastStop(state: StopState | null): ReplayForecast {
  switch (state) {
    case null:
      return nothing('no effect: the stop was withdrawn');
    case 'confirmed':
    case 'already_shipped':
      return nothing(`no effect: the stop is ${words(state)}`);
    case 'sending':
      return nothing('no effect while it is being sent; otherwise it is sent again');
    case 'settling':
      return resumes('looks again whether the placement is settled');
    case 'due':
    case 'failed':
      return resumes('asks the shop again to stop the shipping order (POST /cancel)');
  }
}

/** `shipping-order.cannot-ship` (D12). */
export function forecastCannotShip(): ReplayForecast {
  return acts('has the shop asked to stop it, where it has said that it cannot ship it; else no effect');
}

/** `order.route` (D19). */
export function forecastRouting(
  order: { state: SellerOrderState; waitingLines: number } | null,
): ReplayForecast {
  if (!order) return GONE;
  if (order.state !== 'accepted') return nothing(`no effect: the order is ${words(order.state)}`);
  if (order.waitingLines === 0) return nothing('no effect: no line of the order waits');
  return acts(`chooses shops for ${order.waitingLines} waiting line(s) and places shipping orders`);
}

/** `catalogue.pull` (D14). */
export function forecastPull(state: CatalogueRunState | null): ReplayForecast {
  switch (state) {
    case null:
      return GONE;
    case 'queued':
    case 'reading':
      return resumes("reads the shop's catalogue");
    case 'waiting':
      return nothing('no effect: the run waits for its acceptance');
    case 'accepted':
    case 'refused':
    case 'failed':
      return nothing(`no effect: the run is ${state}`);
  }
}

/** Commands that bring a figure up to date: it is worked out anew, whenever they come. */
export function forecastFigures(): ReplayForecast {
  return acts('brings figures up to date with what is known now; safe at any time');
}

const words = (state: string) => state.replaceAll('_', ' ');
