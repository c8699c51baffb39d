import { z } from 'zod';

/**
 * The problems of paid orders, by harm. `refused`, `disputed`: by the shop it was given to (D18). `store_away`: its
 * shop's store cannot be called (D23, D25). `placing`: given to a shop that does not have it yet. `waiting`: no shop
 * was found (D19). `not_shipped`: its shop has it and did not ship it in its time (D38). `order_held`: D12, D25.
 * `stop_unfinished`: cancelled and not confirmed (D12). `rest_not_shipped`: pieces in no package of a partly shipped
 * order may not ship (D12). `tracking_owed`,
 * `return_owed`: the selling shop does not know yet (D23). `return_waiting`: it could be refunded twice (D13).
 * `event_refused`: a package, a cancellation or a return of the order was refused (D38). `undecided`: an order that no worker could decide. `refused_at_door`: an order that a shop sent and that was refused
 * (D33).
 */
export const RISK_SITUATIONS = [
  'refused',
  'disputed',
  'store_away',
  'placing',
  'waiting',
  'not_shipped',
  'order_held',
  'stop_unfinished',
  'rest_not_shipped',
  'tracking_owed',
  'return_owed',
  'return_waiting',
  'event_refused',
  'undecided',
  'refused_at_door',
] as const;
export type RiskSituation = (typeof RISK_SITUATIONS)[number];

/** Who must act so that it continues. `hub`: no one, it is retried automatically. */
export type RiskActor = 'agent' | 'lead' | 'selling_shop' | 'shipping_shop' | 'hub';

/** Notifications to a selling shop and requests to a shipping shop normally take seconds. */
export const OWED_WITHIN_MS = 15 * 60_000;

export const RiskFacts = z.object({
  situation: z.enum(RISK_SITUATIONS),
  /** Why it waits, or its outcome. */
  reason: z.string().nullable(),
  /** No longer retried: its last attempt failed permanently. */
  gaveUp: z.boolean(),
});
type RiskFacts = z.output<typeof RiskFacts>;

const RATES = new Set(['no_consumer_vat', 'no_injection_vat', 'no_split_rate', 'price_too_large']);

/** Who must act. */
export function whoMustAct({ situation, reason, gaveUp }: RiskFacts): RiskActor {
  switch (situation) {
    case 'refused':
    case 'order_held':
    case 'return_waiting':
    case 'undecided':
      return 'agent';
    case 'disputed':
    case 'store_away':
    case 'not_shipped':
    case 'event_refused':
      return 'shipping_shop';
    case 'placing':
    case 'tracking_owed':
    case 'return_owed':
      return gaveUp ? 'agent' : 'hub';
    case 'stop_unfinished':
      return gaveUp ? 'shipping_shop' : 'hub';
    case 'rest_not_shipped':
      return 'lead';
    case 'refused_at_door':
      return 'selling_shop';
    case 'waiting':
      if (reason === 'not_linked') return 'selling_shop';
      if (reason === null) return 'hub';
      return RATES.has(reason) ? 'lead' : 'agent';
  }
}

/** Kinds of alerts that an order's state covers: it says the same, with what can be done about it. */
export const ORDER_ALERT_KINDS: readonly string[] = [
  'order_held',
  'line_waiting',
  'line_blocked',
  'cannot_ship_unroutable',
  'placing_refused',
  'placing_failed',
  'placing_disputed',
  'placing_overdue',
  'tracking_failed',
  'cancellation_refused',
  'return_failed',
  'return_waiting',
];
