import { askShippingShop, rerouteLabel, type OrderTimeline, type RerouteForecast } from '@hub/desk/orders';
import { settlePlacingSteps } from './settle-steps';
import { tryNowStep } from './waiting-problems';
import { failureText, saidOf, type Step, type Problem } from './problem';

type Shipping = OrderTimeline['shippingOrders'][number];

/** Where the lines of shipping orders could go, by the reference of each. */
export type Reroutes = ReadonlyMap<string, readonly RerouteForecast[]>;

/** References of shipping orders that the store certainly does not have, so that another shop may take the lines (D18). */
export function reroutableOf(order: OrderTimeline): string[] {
  if (order.state !== 'accepted') return [];
  return order.shippingOrders.filter(isReroutable).map(({ externalRef }) => externalRef);
}

function isReroutable(shipping: Shipping): boolean {
  const { state, holdsItsLines, stopRequestedAt, lastFailure, failedAt, shopIs } = shipping;
  if (!holdsItsLines || stopRequestedAt !== null) return false;
  if (state === 'planned') return lastFailure !== null || failedAt !== null || shopIs !== 'callable';
  return state === 'refused';
}

/** Shipping orders that their shops do not have, or may not have. */
export function placingProblems(order: OrderTimeline, reroutes: Reroutes): Problem[] {
  if (order.state === 'stopped') return [];
  return order.shippingOrders.flatMap((shipping) => {
    const problem = placingProblem(order, shipping, reroutes.get(shipping.externalRef) ?? []);
    return problem ? [{ ...problem, shop: shipping, said: saidOf(order.calls, shipping.externalRef) }] : [];
  });
}

function placingProblem(
  order: OrderTimeline,
  shipping: Shipping,
  reroute: readonly RerouteForecast[],
): Problem | null {
  const { shopName } = shipping;
  const failure = failureText(shipping.lastFailure);
  const steps = stepsOf(order, shipping, reroute);
  const elsewhere = elsewhereText(reroute, order.currency);
  if (shipping.state === 'refused') {
    if (!shipping.holdsItsLines) return null;
    return {
      tone: 'bad',
      title: `${shopName} refused its shipping order`,
      words: failure,
      advice: `${elsewhere} Once ${shopName} has repaired the cause it can be placed again.${addressAdvice(order)}`,
      steps: [...steps.reroute, steps.resume, ...steps.address],
    };
  }
  if (shipping.state === 'disputed') return disputeProblem(order, shipping);
  if (shipping.failedAt !== null && shipping.state === 'planned')
    return {
      tone: 'bad',
      title: `Placing it at ${shopName} was given up before anything reached the store`,
      words: failure,
      advice: `Place it again.${addressAdvice(order)} ${elsewhere}`,
      steps: [steps.resume, ...steps.reroute, ...steps.address],
    };
  if (isUnplaced(shipping) && shipping.shopIs !== 'callable')
    return unreachableProblem(order, shipping, { steps, elsewhere });
  return isLate(shipping) ? lateProblem(order.id, shipping, { steps, elsewhere }) : null;
}

/** Only if a new address is accepted. */
function addressAdvice(order: OrderTimeline): string {
  return order.addressIsFixed === null
    ? ' A wrong address is corrected here, and the lines are routed again.'
    : '';
}

/** Which shop would get the lines, or that none could: decided by the order's own routing. */
function elsewhereText(reroute: readonly RerouteForecast[], currency: string): string {
  return reroute.map((line) => `${rerouteLabel(line, currency)}.`).join(' ');
}

/** D18: only the shop itself knows. */
function disputeProblem(order: OrderTimeline, shipping: Shipping): Problem {
  const { shopName, stopRequestedAt } = shipping;
  const cancelled = stopRequestedAt !== null;
  return {
    tone: 'bad',
    title: `It is not known whether ${shopName} has its shipping order`,
    words: `It was sent, and what its store answers does not settle it. ${failureText(shipping.lastFailure)}`,
    advice: cancelled
      ? `The order is cancelled: ask ${shopName} to stop it. Placing it again, or a lead who records what ${shopName} says, settles whether it has it.`
      : `Ask ${shopName} by our reference. Placing it again is safe, and a valid receipt settles it; else a lead records what ${shopName} says.`,
    steps: [stepsOf(order, shipping, []).resume, ...settlePlacingSteps(order, shipping)],
    ask: { shopName, mail: askShippingShop(order, shipping, cancelled ? 'stops_it' : 'has_it') },
  };
}

interface Ways {
  steps: ReturnType<typeof stepsOf>;
  elsewhere: string;
}

/** Its shop cannot be called now: held, its circuit open, or switched off (D18, D23). */
function unreachableProblem(order: OrderTimeline, shipping: Shipping, { steps, elsewhere }: Ways): Problem {
  const { shopName, shopIs, state } = shipping;
  const suspended = shopIs === 'suspended';
  const sent = state === 'sending';
  const cause = suspended ? suspensionText(shipping) : '';
  const known = sent
    ? `The shipping order was sent, and only ${shopName} knows whether its store has it. ${failureText(shipping.lastFailure)}`
    : 'Nothing of it has reached the store.';
  return {
    tone: 'bad',
    title: suspended ? `Calls to ${shopName} are suspended` : `The orders of ${shopName} are switched off`,
    words: `${cause} ${known}`.trim(),
    advice: adviceOn({ shopName, suspended, sent, elsewhere }),
    steps: sent
      ? [...(suspended ? causeSteps(shipping) : []), ...settlePlacingSteps(order, shipping)]
      : suspended
        ? [...steps.reroute, ...causeSteps(shipping), ...steps.address]
        : steps.address,
    ...(sent && { ask: { shopName, mail: askShippingShop(order, shipping, 'has_it') } }),
  };
}

/** The actual cause: the store's answer. */
function suspensionText({ shopName, heldBecause }: Shipping): string {
  return heldBecause ?? `The store of ${shopName} does not answer: five attempts in a row failed.`;
}

/** Where to fix the cause. */
function causeSteps({ shop, shopName, heldBecause }: Shipping): Step[] {
  return heldBecause === null
    ? [{ href: `/shops/${shop}`, name: `Look at the store of ${shopName}`, role: 'viewer' }]
    : [{ href: `/shops/${shop}/resume-calls`, name: `Resume calls to ${shopName}`, role: 'agent' }];
}

function adviceOn(now: { shopName: string; suspended: boolean; sent: boolean; elsewhere: string }): string {
  const { shopName, suspended, sent, elsewhere } = now;
  if (sent)
    return suspended
      ? `Ask ${shopName} whether it has the order. The hub repeats the same call once ${shopName} can be called again, and that settles it too.`
      : `Ask ${shopName} whether it has the order. No call settles it while ${shopName} is switched off.`;
  return suspended
    ? `It is sent once ${shopName} can be called again. ${elsewhere}`.trim()
    : 'Its lines are routed again by themselves within about a minute.';
}

/** Attempted, and retried automatically. */
function lateProblem(orderId: string, shipping: Shipping, { steps, elsewhere }: Ways): Problem {
  const { shopName, passes, nextAttemptAt, state } = shipping;
  const next = nextAttemptAt ? `; the next is due at ${nextAttemptAt.toISOString()}` : '';
  const tries = passes === 1 ? '1 round of attempts' : `${passes} rounds of attempts`;
  return {
    tone: 'warn',
    title: `${shopName} has not taken its shipping order yet`,
    words: `${failureText(shipping.lastFailure)} ${tries} so far${next}.`,
    advice:
      `It is tried again by itself, for about a day.${nextAttemptAt === null ? '' : ' If the store works again, try now.'} ${state === 'planned' ? elsewhere : ''}`.trim(),
    steps: [
      ...(nextAttemptAt === null ? [] : [tryNowStep(orderId)]),
      ...(state === 'planned' ? [...steps.reroute, ...steps.address] : []),
    ],
  };
}

function isLate(shipping: Shipping): boolean {
  return shipping.lastFailure !== null && isUnplaced(shipping);
}

/** A call in flight is not a problem yet. */
function isUnplaced({ state, lastFailure, stopRequestedAt }: Shipping): boolean {
  if (stopRequestedAt !== null) return false;
  return state === 'planned' || (state === 'sending' && lastFailure !== null);
}

function stepsOf(order: OrderTimeline, shipping: Shipping, reroute: readonly RerouteForecast[]) {
  const step = (path: string, name: string): Step => ({
    href: `/orders/${order.id}/${path}`,
    name,
    role: 'agent',
  });
  return {
    resume: step(`resume/placing/${shipping.id}`, 'Place it again'),
    /** None if no other shop could take any of it. */
    reroute: reroute.some(({ to }) => to !== null && !to.isPresent)
      ? [step(`reroute/${shipping.id}`, 'Give it to another shop')]
      : [],
    /** None if another shop has a part of the order, and with it the address. */
    address: order.addressIsFixed === null ? [step('address', 'Correct the address')] : [],
  };
}
