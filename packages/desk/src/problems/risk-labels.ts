import { PLACED_WITHIN_MS } from '@hub/orders/records';
import { problemOf } from './problems';
import { inPlaces } from '../money/settle';
import { money } from '../words/amount';
import { whoMustAct, type AtRisk } from './orders-at-risk';

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
export function whyAtRisk(risk: AtRisk): string {
  return problemOf(risk.situation).why(risk);
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

/** By the customer's own number, such as `#1053 of Nordic Outdoor`. */
export function riskName({ orderId, orderNumber, shopName }: AtRisk): string {
  const name = orderNumber ?? orderId;
  return name === null ? `An order of ${shopName}` : `${name} of ${shopName}`;
}

/** How long a promise lasts whose time does not depend on a shop. */
export const PROMISE_MS = { in_an_hour: PLACED_WITHIN_MS, in_a_day: 86_400_000 } as const;

/** The time by which a paid line should have been at a shop (D18), or shipped, or seen to (D38); null: none is promised. */
export function promisedAt({ situation, since, shipBy }: AtRisk): Date | null {
  const { due } = problemOf(situation);
  if (due === undefined || due === 'by_shop') return shipBy;
  return new Date(since.getTime() + PROMISE_MS[due]);
}
