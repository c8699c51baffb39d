import {
  inPlaces,
  PLACED_WITHIN_MS,
  plainFailure,
  whoMustAct,
  whyHeld,
  whyWaiting,
  type AtRisk,
} from '@hub/support-desk';
import { money } from '@hub/support-desk/words';

type Situation = AtRisk['situation'];

interface SituationLabel {
  means: string;
  /** What the customer or the shop may count on. */
  promise: string;
}

const PLACED = 'A paid line is at a shop within an hour.';

/** What a situation means. */
export const SITUATIONS: Record<Situation, SituationLabel> = {
  refused: {
    means: 'No shop ships them until an agent places them again or gives them to another shop.',
    promise: PLACED,
  },
  disputed: {
    means: 'Only the shop knows whether it has them: ask it, and have a lead record what it says.',
    promise: PLACED,
  },
  store_away: {
    means:
      'Calls to the store are suspended, or its orders are switched off. What was never sent can go to another shop.',
    promise: PLACED,
  },
  placing: {
    means: 'They were given to a shop over an hour ago, or were tried without success for the last time.',
    promise: PLACED,
  },
  waiting: {
    means: 'Customers have paid, and no shop ships yet.',
    promise: PLACED,
  },
  not_shipped: {
    means: 'The shop has them and has reported no package. Their customers wait for a parcel.',
    promise: 'A shop ships within the time of its sheet: 72 hours if it names none.',
  },
  order_held: {
    means: 'Nothing of a held order is given to a shop until an agent ends the hold.',
    promise: PLACED,
  },
  stop_unfinished: {
    means: 'The goods may leave although the customer does not want them any more.',
    promise: 'The selling shop is answered while it still sends its cancellation again: about 15 minutes.',
  },
  rest_not_shipped: {
    means:
      'Some of the order has shipped. Its shop cannot ship the rest, or its customer does not want it: ask the shop, and have a lead end the rest.',
    promise: 'The customer gets the rest, or the money for it.',
  },
  tracking_owed: {
    means: 'Customers do not know where their parcels are.',
    promise: 'The selling shop has the tracking as soon as the parcel leaves.',
  },
  return_owed: {
    means: 'Customers have sent goods back and are not refunded.',
    promise: 'The selling shop has the return as soon as the goods are back.',
  },
  return_waiting: {
    means:
      'Goods came back, and the selling shop was not notified, for its customer could be refunded twice.',
    promise: 'The selling shop has the return as soon as the goods are back.',
  },
  event_refused: {
    means:
      'What the shop reported has no effect: a parcel, a cancellation or a return is not known to the other shop.',
    promise: 'The shop corrects the event and sends it again with a new event id.',
  },
  undecided: {
    means: 'Their messages failed, so nothing of them is stored. The shop was asked to send them again.',
    promise: 'None yet: the order is not accepted.',
  },
  refused_at_door: {
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

/** Who must act, by name where it is a shop. */
export function actorLabel(risk: AtRisk): string {
  return ACTORS[whoMustAct(risk)](risk);
}

/** Why something is at risk. */
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
    case 'not_shipped':
      return `${storeName ?? 'its shop'} has reported no package for it`;
    case 'rest_not_shipped':
      return restStatement(reason, storeName);
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
    case 'event_refused':
      return reason === null ? 'no answer is recorded' : plainFailure(reason);
  }
}

function restStatement(statement: string | null, storeName: string | null): string {
  return statement === 'cannot_ship'
    ? `${storeName ?? 'its shop'} says that it cannot ship`
    : 'its selling shop cancelled, and was refused because of a package';
}

/** Such as `49.00 EUR`; null: not known. */
export function amountLabel({ amount, currency }: AtRisk): string | null {
  return amount === null || currency === null ? null : money(inPlaces(amount, currency), currency);
}

/** The page that shows it, with the possible actions. */
export function riskAddress({ id, situation, shop, part }: AtRisk): string {
  if (id !== null) return `/orders/${id}`;
  return situation === 'undecided' ? `/dead-letters/${part}` : `/events/${shop}/${part}`;
}

/** Such as `1001 of Nordic Outdoor`. */
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

/** The time by which a paid line should have been at a shop (D18), or shipped (D38); null: another promise. */
export function promisedAt({ situation, since, shipBy }: AtRisk): Date | null {
  if (situation === 'not_shipped') return shipBy;
  return PROMISED_IN_AN_HOUR.has(situation) ? new Date(since.getTime() + PLACED_WITHIN_MS) : null;
}
