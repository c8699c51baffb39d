import { labelOf } from './label-of';

/** Why a shop cannot be chosen (D19): "… is the one that sells". */
const RULED_OUT: Readonly<Record<string, string>> = {
  same_shop: 'is the one that sells',
  excluded_shop: 'could not ship it before',
  not_linked: 'has it not linked to an article',
  variant_retired: 'no longer sells it',
  orders_not_live: 'does not take orders yet',
  paused: 'has paused shipping',
  currency_differs: 'has another currency',
  not_shipped_to_country: 'does not ship to the country',
  no_split_rate: 'has no split rate agreed',
  no_injection_vat: 'has no VAT rate of its country loaded',
  not_enough_stock: 'has too few',
};

const WAITS: Readonly<Record<string, string>> = {
  not_linked: 'its variant is not linked to an article',
  no_consumer_vat: 'no VAT rate of the destination applied when the order was placed',
  no_injection_vat: "no VAT rate of the shipping shop's country applied when the order was placed",
  no_split_rate: 'no split rate is agreed with the shop that could ship it',
  price_too_large: 'its payout has more digits than a store can be sent',
  no_candidate: 'no shop can ship it',
};

const HELD: Readonly<Record<string, string>> = {
  cancelled_before_arrival: 'its cancellation came before the order itself',
  old_order: 'it was placed more than 30 days before it was received',
  orders_draining: 'its shop was being drained when it came',
};

/** Codes of why a line waits, and of why an order is held. */
export const WAITING_REASONS: readonly string[] = Object.keys(WAITS);
export const HELD_REASONS: readonly string[] = Object.keys(HELD);

export function whyRuledOut(reason: string): string {
  return labelOf(RULED_OUT, reason);
}

export function whyWaiting(reason: string): string {
  return labelOf(WAITS, reason);
}

export function whyHeld(reason: string): string {
  return labelOf(HELD, reason);
}

/** `0.25` → `25 %` */
export function percent(share: string): string {
  return `${Number((Number(share) * 100).toFixed(4))} %`;
}
