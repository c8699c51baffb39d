import type { OrderTimeline } from '@hub/support-desk';
import { settlePlacingSteps } from './settle-steps';
import { failureWords, type Step, type Trouble } from './trouble';

type Shipping = OrderTimeline['shippingOrders'][number];

/** Shipping orders that their shops do not have, or may not have. Pure. */
export function placingTroubles(order: OrderTimeline): Trouble[] {
  if (order.state === 'stopped') return [];
  return order.shippingOrders.flatMap((shipping) => {
    const trouble = placingTrouble(order, shipping);
    return trouble ? [trouble] : [];
  });
}

function placingTrouble(order: OrderTimeline, shipping: Shipping): Trouble | null {
  const { shop } = shipping;
  const failure = failureWords(shipping.lastFailure);
  const steps = stepsOf(order, shipping);
  if (shipping.state === 'refused') {
    if (!shipping.holdsItsLines) return null;
    return {
      tone: 'bad',
      title: `${shop} refused its shipping order`,
      words: failure,
      advice: 'Give its lines to another shop, or have the cause mended and place it again.',
      steps: [steps.reroute, steps.resume],
    };
  }
  if (shipping.state === 'disputed') return disputeTrouble(order, shipping);
  if (shipping.failedAt !== null && shipping.state === 'planned')
    return {
      tone: 'bad',
      title: `Placing it at ${shop} was given up before anything reached the store`,
      words: failure,
      advice: 'Place it again, correct the address if that was the cause, or give its lines to another shop.',
      steps: [steps.resume, steps.reroute, steps.address],
    };
  if (isUnplaced(shipping) && shipping.shopIs !== 'callable') return unreachableTrouble(order, shipping);
  return isLate(shipping) ? lateTrouble(shipping, steps) : null;
}

/** D18: only the shop itself knows. */
function disputeTrouble(order: OrderTimeline, shipping: Shipping): Trouble {
  const { shop, stopRequestedAt } = shipping;
  const cancelled = stopRequestedAt !== null;
  return {
    tone: 'bad',
    title: `Nobody knows whether ${shop} has its shipping order`,
    words: `It was sent, and what its store answers does not settle it. ${failureWords(shipping.lastFailure)}`,
    advice: cancelled
      ? `The order is cancelled: ask ${shop} to stop it. Placing it again, or a lead who passes on what ${shop} says, settles whether it has it.`
      : `Ask ${shop} by our reference. Placing it again is safe, and a valid receipt settles it; else a lead passes on what ${shop} says.`,
    steps: [stepsOf(order, shipping).resume, ...settlePlacingSteps(order, shipping)],
  };
}

/** Its shop cannot be called now: held, its circuit open, or switched off (D18, D23). */
function unreachableTrouble(order: OrderTimeline, shipping: Shipping): Trouble {
  const steps = stepsOf(order, shipping);
  const { shop, shopIs, state } = shipping;
  const suspended = shopIs === 'suspended';
  const sent = state === 'sending';
  return {
    tone: 'bad',
    title: suspended ? `Orders wait for the store of ${shop}` : `The orders of ${shop} are switched off`,
    words: sent
      ? `It was sent, and nobody knows whether the store has it. ${failureWords(shipping.lastFailure)}`
      : 'Nothing of it has reached the store.',
    advice: adviceOn({ shop, suspended, sent }),
    steps: sent
      ? settlePlacingSteps(order, shipping)
      : suspended
        ? [steps.reroute, steps.address]
        : [steps.address],
  };
}

function adviceOn({ shop, suspended, sent }: { shop: string; suspended: boolean; sent: boolean }): string {
  if (sent)
    return suspended
      ? `It is settled by the same call once ${shop} can be called again. Ask ${shop} whether it has it.`
      : `Nothing settles it while ${shop} is switched off: ask ${shop} whether it has it.`;
  return suspended
    ? `It is sent once ${shop} can be called again; until then its lines can go to another shop.`
    : 'Its lines are routed again by themselves within about a minute.';
}

/** Tried, and to be tried again by itself. */
function lateTrouble(shipping: Shipping, steps: ReturnType<typeof stepsOf>): Trouble {
  const { shop, passes, nextAttemptAt, firstSentAt } = shipping;
  const next = nextAttemptAt ? `; the next is due at ${nextAttemptAt.toISOString().slice(11, 19)} UTC` : '';
  return {
    tone: 'warn',
    title: `${shop} has not taken its shipping order yet`,
    words: `${failureWords(shipping.lastFailure)} ${passes === 1 ? '1 pass' : `${passes} passes`} so far${next}.`,
    advice: 'It is tried again by itself, for about a day.',
    steps: firstSentAt === null ? [steps.address] : [],
  };
}

function isLate(shipping: Shipping): boolean {
  return shipping.lastFailure !== null && isUnplaced(shipping);
}

/** A call that is under way is no trouble yet. */
function isUnplaced({ state, lastFailure, stopRequestedAt }: Shipping): boolean {
  if (stopRequestedAt !== null) return false;
  return state === 'planned' || (state === 'sending' && lastFailure !== null);
}

function stepsOf({ id }: OrderTimeline, shipping: Shipping): Record<'resume' | 'reroute' | 'address', Step> {
  return {
    resume: { href: `/orders/${id}/resume/placing/${shipping.id}`, name: 'Place it again', role: 'agent' },
    reroute: { href: `/orders/${id}/reroute/${shipping.id}`, name: 'Give it to another shop', role: 'agent' },
    address: { href: `/orders/${id}/address`, name: 'Correct the address', role: 'agent' },
  };
}
