import { plainFailure } from '../orders/trouble';
import { PLACED_WITHIN_MS, whoMustAct, whyHeld, whyWaiting, type AtRisk } from '@hub/support-desk';
import { amount as grouped } from '../lists/amount';

type Situation = AtRisk['situation'];

interface SituationLabels {
  /** After a count of one, and of several. */
  one: string;
  many: string;
  means: string;
  /** What the customer or the shop may count on. */
  promise: string;
}

const PLACED = 'A paid line is at a shop within an hour.';

/** What a situation is called, and what it means. */
export const SITUATIONS: Record<Situation, SituationLabels> = {
  refused: {
    one: 'paid line was refused by its shop',
    many: 'paid lines were refused by their shops',
    means: 'No shop ships them until an agent places them again or gives them to another shop.',
    promise: PLACED,
  },
  disputed: {
    one: 'paid line may or may not be at its shop',
    many: 'paid lines may or may not be at their shops',
    means: 'Only the shop knows whether it has them: ask it, and have a lead pass on what it says.',
    promise: PLACED,
  },
  store_away: {
    one: 'paid line waits for a store that cannot be called',
    many: 'paid lines wait for stores that cannot be called',
    means:
      'Calls to the store are suspended, or its orders are switched off. What was never sent can go to another shop.',
    promise: PLACED,
  },
  placing: {
    one: 'paid line is not yet at a shop',
    many: 'paid lines are not yet at a shop',
    means: 'They were given to a shop over an hour ago, or were tried without success for the last time.',
    promise: PLACED,
  },
  waiting: {
    one: 'line waits for a shop',
    many: 'lines wait for a shop',
    means: 'Customers have paid, and no shop ships yet.',
    promise: PLACED,
  },
  order_held: {
    one: 'order is held',
    many: 'orders are held',
    means: 'Nothing of a held order is given to a shop until an agent ends the hold.',
    promise: PLACED,
  },
  stop_unfinished: {
    one: 'cancelled shipping order is not confirmed as stopped',
    many: 'cancelled shipping orders are not confirmed as stopped',
    means: 'The goods may leave although the customer does not want them any more.',
    promise: 'The selling shop is answered while it still sends its cancellation again: about 15 minutes.',
  },
  tracking_owed: {
    one: 'parcel is not reported to its selling shop',
    many: 'parcels are not reported to their selling shops',
    means: 'Customers do not know where their parcels are.',
    promise: 'The selling shop has the tracking as soon as the parcel leaves.',
  },
  return_owed: {
    one: 'return is not registered at its selling shop',
    many: 'returns are not registered at their selling shops',
    means: 'Customers have sent goods back and are not refunded.',
    promise: 'The selling shop has the return as soon as the goods are back.',
  },
  return_waiting: {
    one: 'return waits for support',
    many: 'returns wait for support',
    means:
      'Goods came back, and the selling shop was not notified, for its customer could be refunded twice.',
    promise: 'The selling shop has the return as soon as the goods are back.',
  },
  undecided: {
    one: 'order could not be decided',
    many: 'orders could not be decided',
    means: 'Their messages failed, so nothing of them is stored. The shop was asked to send them again.',
    promise: 'None yet: the order is not accepted.',
  },
  refused_at_door: {
    one: 'order that a shop sent was refused',
    many: 'orders that shops sent were refused',
    means:
      'Nothing of them is stored, and customers may have paid: the shop corrects them and sends new events.',
    promise: 'None yet: the order is not accepted.',
  },
};

const ACTORS: Record<ReturnType<typeof whoMustAct>, (risk: AtRisk) => string> = {
  agent: () => 'an agent',
  lead: () => 'a lead',
  selling_shop: ({ shopName }) => shopName,
  shipping_shop: ({ storeName }) => storeName ?? 'the shipping shop',
  hub: () => 'no one: it is retried',
};

/** Who must act, by name where it is a shop. Pure. */
export function actorLabel(risk: AtRisk): string {
  return ACTORS[whoMustAct(risk)](risk);
}

/** Why something is at risk. Pure. */
export function whyAtRisk({ situation, reason, storeIs, storeName }: AtRisk): string {
  switch (situation) {
    case 'waiting':
      return reason === null ? 'a shop is being looked for' : whyWaiting(reason);
    case 'order_held':
      return reason === null ? 'no reason is recorded' : whyHeld(reason);
    case 'store_away':
      return storeIs === 'switched_off'
        ? `the orders of ${storeName ?? 'its shop'} are switched off`
        : `calls to ${storeName ?? 'its shop'} are suspended`;
    case 'return_waiting':
      return `reported by ${storeName ?? 'a shop'}`;
    case 'placing':
    case 'refused':
    case 'disputed':
    case 'stop_unfinished':
    case 'tracking_owed':
    case 'return_owed':
    case 'undecided':
    case 'refused_at_door':
      return reason === null ? 'no answer is recorded' : plainFailure(reason);
  }
}

/** Such as `49.00 EUR`; null: not known. Pure. */
export function amountLabel({ amount, currency }: AtRisk): string | null {
  return amount === null || currency === null ? null : `${grouped(Number(amount).toFixed(2))} ${currency}`;
}

/** Where it is shown, with what can be done. Pure. */
export function riskAddress({ id, situation, shop, part }: AtRisk): string {
  if (id !== null) return `/orders/${id}`;
  return situation === 'undecided' ? `/dead-letters/${part}` : `/events/${shop}/${part}`;
}

/** Such as `1001 of Nordic Outdoor`. Pure. */
export function riskName({ orderId, shopName }: AtRisk): string {
  return orderId === null ? `An order of ${shopName}` : `${orderId} of ${shopName}`;
}

const PROMISED_IN_AN_HOUR = new Set<Situation>([
  'refused',
  'disputed',
  'store_away',
  'placing',
  'waiting',
  'order_held',
]);

/** Until when a paid line should have been at a shop (D18); null: another promise. Pure. */
export function promisedAt({ situation, since }: AtRisk): Date | null {
  return PROMISED_IN_AN_HOUR.has(situation) ? new Date(since.getTime() + PLACED_WITHIN_MS) : null;
}
