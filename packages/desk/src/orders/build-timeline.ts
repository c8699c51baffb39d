import { EVENT_QUEUES } from '../messages/read-message';
import { caused, causedInTurn, inCausalOrder, type Caused } from './causal-order';
import { describeCancellation, describePackage, describeReturn } from './describe-after-placing';
import { describeAction, describeAlert, describeDeadLetter } from './describe-failures';
import type { DescribedOrder, DescribedShippingOrder } from './describe-order';
import {
  describeCall,
  describeDecision,
  describeEvent,
  describeFormerDecision,
  describeShippingSteps,
  reportOrder,
} from './describe-placing';
import type { TimelineEntry } from './timeline-entry';

type Call = DescribedOrder['calls'][number];
type Event = DescribedOrder['events'][number];
type Cancellation = DescribedOrder['cancellations'][number];

/** The calls that carried a reference of ours, and what was done before the first of them. */
interface Calls {
  all: readonly Caused[];
  /** The first confirmed call of a reference. */
  confirmed: (reference: string | null) => readonly Caused[];
}

/**
 * The order's timeline, the oldest entry first. What was caused never comes before its cause, whatever the clocks of
 * several machines say; and each entry shows what was known at its time: what was learnt later is an entry of its own.
 */
export function buildTimeline(order: DescribedOrder): TimelineEntry[] {
  const events = order.events.map((event) => {
    const { sent, answered } = describeEvent(event);
    return { event, answered, sent: caused(sent) };
  });
  const accepted = caused(reportOrder(order), saleOf(order, events));
  const former = causedInTurn(order.formerDecisions.map(describeFormerDecision), [accepted]);
  const decisions = causedInTurn(order.decisions.map(describeDecision), [former.at(-1) ?? accepted]);
  const askedStops = order.cancellations.map((cancellation) => {
    const by = events.filter(({ event }) => asksFor(cancellation, event));
    const described = describeCancellation(cancellation);
    const asked = caused(described.asked, [accepted, ...by.map(({ sent }) => sent)]);
    return { cancellation, described, asked };
  });
  const placings = order.shippingOrders.map((shipping) => {
    const isDecision = ({ id }: { id: string }) => id === shipping.decisionId;
    const decided =
      decisions[order.decisions.findIndex(isDecision)] ??
      former[order.formerDecisions.findIndex(isDecision)] ??
      accepted;
    return placeBefore(shipping, decided);
  });
  const parcels = placings.flatMap(({ shipping, last }) =>
    shipping.packages.map((parcel) => {
      const { stored, notified } = describePackage(shipping, parcel);
      return { shipping, parcel, notified, stored: caused(stored, [last]) };
    }),
  );
  const returns = order.returns.map((goods) => {
    const { reported, registered } = describeReturn(goods);
    return { goods, registered, reported: caused(reported, [accepted]) };
  });
  const causes = new Map<string, Caused>([
    ...placings.map(({ shipping, last }) => [shipping.externalRef, last] as const),
    ...parcels.flatMap(({ parcel, stored }) =>
      [parcel, ...parcel.corrections].map(({ reference }) => [reference, stored] as const),
    ),
    ...askedStops.flatMap(({ cancellation, asked }) =>
      cancellation.stops.map(({ reference }) => [reference, asked] as const),
    ),
    ...returns.flatMap(({ goods, reported }) =>
      goods.reference === null ? [] : [[goods.reference, reported] as const],
    ),
  ]);
  const calls = callsAfter(order.calls, (reference) => causes.get(reference ?? '') ?? accepted);
  const stoppings = askedStops.map((stopping) => ({ ...stopping, steps: stepsOfStopping(stopping, calls) }));
  return inCausalOrder([
    ...events.map(({ sent }) => sent),
    ...events.flatMap((one) => answersTo(one, stoppings)),
    accepted,
    ...former,
    ...decisions,
    ...calls.all,
    ...placings.flatMap((placing) => placeAfter(placing, { calls, parcels, askedStops })),
    ...parcels.flatMap(({ parcel, stored, notified }) => [
      stored,
      ...(notified ? [caused(notified, [stored, ...calls.confirmed(parcel.reference)])] : []),
    ]),
    ...stoppings.flatMap(({ steps }) => steps),
    ...returns.flatMap(({ goods, reported, registered }) => [
      reported,
      ...(registered ? [caused(registered, [reported, ...calls.confirmed(goods.reference)])] : []),
    ]),
    ...failuresOf(order, accepted),
  ]);
}

/** The event that brought the order. */
function saleOf(
  { shop, orderId }: DescribedOrder,
  events: readonly { event: Event; sent: Caused }[],
): readonly Caused[] {
  const sale = events.find(
    ({ event }) =>
      event.event === 'order.created' &&
      event.shop === shop &&
      event.subject === orderId &&
      event.status === 200,
  );
  return sale ? [sale.sent] : [];
}

/** Ids of events are unique for each shop alone. */
function asksFor(cancellation: Cancellation, event: Event): boolean {
  return event.eventId === cancellation.eventId && event.shop === cancellation.requestedBy;
}

/** A later answer; that to a cancellation comes once everything is stopped (D12). */
function answersTo(
  { event, answered, sent }: { event: Event; answered: TimelineEntry | null; sent: Caused },
  stoppings: readonly { cancellation: Cancellation; steps: readonly Caused[] }[],
): readonly Caused[] {
  if (!answered) return [];
  const of = stoppings.filter(
    ({ cancellation }) => asksFor(cancellation, event) && cancellation.finishedAt !== null,
  );
  return [caused(answered, [sent, ...of.flatMap(({ steps }) => steps.slice(-1))])];
}

interface Placing {
  shipping: DescribedShippingOrder;
  built: Caused;
  sent: Caused | null;
  /** What comes last before the shop's answer. */
  last: Caused;
}

function placeBefore(shipping: DescribedShippingOrder, decided: Caused): Placing {
  const steps = describeShippingSteps(shipping);
  const built = caused(steps.built, [decided]);
  const sent = steps.sent && caused(steps.sent, [built]);
  return { shipping, built, sent, last: sent ?? built };
}

interface Around {
  calls: Calls;
  parcels: readonly { shipping: DescribedShippingOrder; stored: Caused }[];
  askedStops: readonly { cancellation: Cancellation; asked: Caused }[];
}

/** A shipping order up to its end. */
function placeAfter(
  { shipping, built, sent, last }: Placing,
  { calls, parcels, askedStops }: Around,
): readonly Caused[] {
  const { externalRef } = shipping;
  const { taken, renamed, givenUp, stopAsked, stopped } = describeShippingSteps(shipping);
  const [receipt] = calls.confirmed(externalRef);
  const [parcel] = parcels.filter((one) => one.shipping.externalRef === externalRef);
  // A package stands in for a receipt that did not arrive (D11).
  const byReceipt = receipt && !(parcel && parcel.stored.place < receipt.place) ? [receipt] : [];
  const asked = askedStops.filter(({ cancellation }) =>
    cancellation.stops.some(({ shippingOrder }) => shippingOrder === externalRef),
  );
  const took = taken ? [caused(taken, [last, ...byReceipt])] : [];
  const stopping = stopAsked ? [caused(stopAsked, [built, ...asked.map((one) => one.asked)])] : [];
  return [
    built,
    ...(sent ? [sent] : []),
    ...took,
    ...causedInTurn(renamed, took),
    ...(givenUp ? [caused(givenUp, [last])] : []),
    ...stopping,
    ...(stopped ? [caused(stopped, [built, ...stopping])] : []),
  ];
}

/** A cancellation, the end of each of its stops, and its own end last. */
function stepsOfStopping(
  { described, asked }: { described: ReturnType<typeof describeCancellation>; asked: Caused },
  calls: Calls,
): readonly Caused[] {
  const { ends, finished } = described;
  const ended = ends.map(({ reference, entry }) => caused(entry, [asked, ...calls.confirmed(reference)]));
  return [asked, ...ended, ...(finished ? [caused(finished, [asked, ...ended])] : [])];
}

function callsAfter(calls: readonly Call[], causeOf: (reference: string | null) => Caused): Calls {
  const all = calls.map((call) => ({ call, placed: caused(describeCall(call), [causeOf(call.reference)]) }));
  return {
    all: all.map(({ placed }) => placed),
    confirmed: (reference) =>
      all
        .filter(({ call }) => call.reference === reference && call.outcome === 'confirmed')
        .slice(0, 1)
        .map(({ placed }) => placed),
  };
}

/** Alerts and failed messages, and what support did. A failed event may come before the order that it brings. */
function failuresOf(order: DescribedOrder, accepted: Caused): readonly Caused[] {
  const events: ReadonlySet<string> = new Set(EVENT_QUEUES);
  const subjects = new Map<string, Caused>();
  const failed = order.deadLetters.flatMap((message) => {
    const { first, since } = describeDeadLetter(message);
    const failure = caused(first, events.has(message.origin) ? [] : [accepted]);
    subjects.set(`dead_letter:${message.id}`, failure);
    return [failure, ...since.map((entry) => caused(entry, [failure]))];
  });
  const alerts = order.alerts.flatMap((alert) => {
    const { first, since } = describeAlert(alert);
    const raised = caused(first, [accepted]);
    subjects.set(`alert:${alert.id}`, raised);
    return [raised, ...since.map((entry) => caused(entry, [raised]))];
  });
  const actions = order.actions.map((action) =>
    caused(describeAction(action), [subjects.get(action.subject) ?? accepted]),
  );
  return [...failed, ...alerts, ...actions];
}
