import type { RiskSituation } from '../at-risk/situations';

/** After a count of one, and of several. */
export interface SituationLabel {
  one: string;
  many: string;
}

/** What is at risk, by its situation. */
export const SITUATION_LABELS: Readonly<Record<RiskSituation, SituationLabel>> = {
  refused: {
    one: 'paid line was refused by its shop',
    many: 'paid lines were refused by their shops',
  },
  disputed: {
    one: 'paid line may or may not be at its shop',
    many: 'paid lines may or may not be at their shops',
  },
  store_away: {
    one: 'paid line waits for a store that cannot be called',
    many: 'paid lines wait for stores that cannot be called',
  },
  placing: {
    one: 'paid line is not yet at a shop',
    many: 'paid lines are not yet at a shop',
  },
  waiting: {
    one: 'line waits for a shop',
    many: 'lines wait for a shop',
  },
  not_shipped: {
    one: 'paid line was not shipped in time',
    many: 'paid lines were not shipped in time',
  },
  order_held: {
    one: 'order is held',
    many: 'orders are held',
  },
  stop_unfinished: {
    one: 'cancelled shipping order is not confirmed as stopped',
    many: 'cancelled shipping orders are not confirmed as stopped',
  },
  rest_not_shipped: {
    one: 'line of a partly shipped order may not ship',
    many: 'lines of partly shipped orders may not ship',
  },
  tracking_owed: {
    one: 'parcel is not reported to its selling shop',
    many: 'parcels are not reported to their selling shops',
  },
  return_owed: {
    one: 'return is not registered at its selling shop',
    many: 'returns are not registered at their selling shops',
  },
  return_waiting: {
    one: 'return waits for support',
    many: 'returns wait for support',
  },
  event_refused: {
    one: 'package, cancellation or return of an order was refused',
    many: 'packages, cancellations or returns of orders were refused',
  },
  undecided: {
    one: 'order could not be decided',
    many: 'orders could not be decided',
  },
  refused_at_door: {
    one: 'order that a shop sent was refused',
    many: 'orders that shops sent were refused',
  },
};
