import { alertName } from '@hub/alerts';
import { messageLabel, outcomeLabel, refusalLabel } from '@hub/messaging';
import { actionText } from '../actions/action-names';
import { plainFailure } from '../words/plain-failure';
import type { DescribedOrder, DescribedShippingOrder } from './describe-order';
import { describeCancellation, describePackages, describeReturn } from './describe-after-placing';
import { shippingLink, shopLink, type TimelineEntry, type TimelineLink } from './timeline-entry';

/** Of entries with the same place, what causes comes before what is caused. */
const RANKS = {
  event: 0,
  accepted: 1,
  decision: 2,
  built: 3,
  sent: 4,
  call: 5,
  answered: 6,
  package: 7,
  afterwards: 8,
} as const;

/** An entry with its place in the timeline: its time, but never before that of its cause. */
interface Placed {
  entry: TimelineEntry;
  /** Milliseconds since the epoch. */
  place: number;
  rank: number;
}

/**
 * The order's timeline, the oldest entry first. What was caused never comes before its cause: several machines give the
 * times, and some come from the database, so that a call can seem to begin before its order was accepted.
 */
export function buildTimeline(order: DescribedOrder): TimelineEntry[] {
  const events = order.events.map((event) => placed(describeEvent(event), RANKS.event));
  const accepted = placed(reportOrder(order), RANKS.accepted);
  const decisions = inARow(order.decisions.map(describeDecision), RANKS.decision, accepted.place);
  const shippings = order.shippingOrders.map((shipping) => {
    const decided = order.decisions.findIndex(({ id }) => id === shipping.decisionId);
    return { shipping, steps: placeShipping(shipping, (decisions[decided] ?? accepted).place) };
  });
  const after = (entries: TimelineEntry[], rank: number = RANKS.afterwards) =>
    inARow(entries, rank, accepted.place);
  return [
    ...events,
    accepted,
    ...decisions,
    ...shippings.flatMap(({ steps }) => steps),
    ...order.cancellations.flatMap((one) => after(describeCancellation(one), RANKS.answered)),
    ...order.calls.map((call) =>
      placed(describeCall(call), RANKS.call, beforeCall(call, shippings) ?? accepted.place),
    ),
    ...shippings.flatMap(({ shipping, steps }) => placePackages(shipping, steps)),
    ...order.returns.flatMap((goods) => after(describeReturn(goods))),
    ...order.deadLetters.flatMap((failed) => after(describeDeadLetter(failed))),
    ...order.alerts.flatMap((alert) => after(describeAlert(alert))),
    ...order.actions.map((action) => placed(describeAction(action), RANKS.afterwards)),
  ]
    .toSorted((a, b) => a.place - b.place || a.rank - b.rank)
    .map(({ entry }) => entry);
}

function placed(entry: TimelineEntry, rank: number, after = 0): Placed {
  return { entry, rank, place: Math.max(entry.at.getTime(), after) };
}

/** Each is caused by the one before. */
function inARow(entries: readonly TimelineEntry[], rank: number, after: number): Placed[] {
  let last = after;
  return entries.map((entry) => {
    const one = placed(entry, rank, last);
    last = one.place;
    return one;
  });
}

/** It is built, then sent; the rest follows from that. */
function placeShipping(shipping: DescribedShippingOrder, after: number): Placed[] {
  let sent = after;
  return describeShippingOrder(shipping).map(({ entry, step }) => {
    const one = placed(entry, RANKS[step], sent);
    if (step !== 'answered') sent = one.place;
    return one;
  });
}

/** `POST /orders` follows the decision to send: the first shipping order of its shop was sent by then. */
function beforeCall(
  call: DescribedOrder['calls'][number],
  shippings: readonly { shipping: DescribedShippingOrder; steps: readonly Placed[] }[],
): number | undefined {
  const [first] = shippings.filter(({ shipping }) => shipping.shop === call.shop);
  return first?.steps.findLast(({ rank }) => rank <= RANKS.sent)?.place;
}

function placePackages(shipping: DescribedShippingOrder, steps: readonly Placed[]): Placed[] {
  const sent = steps.findLast(({ rank }) => rank <= RANKS.sent)?.place ?? 0;
  return describePackages(shipping).map((entry) => placed(entry, RANKS.package, sent));
}

function reportOrder(order: DescribedOrder): TimelineEntry {
  const held = order.heldBecause === null ? '' : `; held, for ${order.heldBecause}`;
  const lines = order.lines.length === 1 ? '1 line' : `${order.lines.length} lines`;
  const own = order.lines.filter(({ state }) => state === 'own').length;
  return {
    at: order.receivedAt,
    kind: 'order',
    title: `Order ${order.orderId} of ${order.shopName} was accepted${order.mode === 'dry_run' ? ', in dry run' : ''}`,
    detail: `${lines}, ${own} of them shipped by the shop itself; to ${order.destinationCountry}, in ${order.currency}${held}`,
    links: [shopLink(order)],
  };
}

function describeEvent(event: DescribedOrder['events'][number]): TimelineEntry {
  const answer =
    event.status === null
      ? 'not finished'
      : `${event.status} ${event.outcome === null ? refusalLabel(event.code ?? '') : outcomeLabel(event.outcome)}`.trim();
  return {
    at: event.receivedAt,
    kind: 'event',
    title: `${event.shopName} sent ${event.event}: ${answer}`,
    detail: [event.message, event.field && `field ${event.field}`].filter(Boolean).join('; '),
    links: [shopLink(event), { to: 'event', id: event.eventId, label: 'event' }],
  };
}

function describeDecision(decision: DescribedOrder['decisions'][number]): TimelineEntry {
  const ends = decision.lines.map(({ lineItemId, chosen, waitsBecause }) =>
    chosen
      ? `${lineItemId}: ${chosen.shopName} ships it`
      : `${lineItemId} waits: ${waitsBecause ?? 'for a shop'}`,
  );
  return {
    at: decision.decidedAt,
    kind: 'decision',
    title: `Routing decided by policy ${decision.policyVersion}`,
    detail: ends.join('; '),
    links: [{ to: 'decision', id: decision.id, label: 'decision' }],
  };
}

function describeShippingOrder(
  shipping: DescribedShippingOrder,
): { entry: TimelineEntry; step: 'built' | 'sent' | 'answered' }[] {
  const { shopName, lastFailure } = shipping;
  const links = [shippingLink(shipping.externalRef), shopLink(shipping)];
  const lines = shipping.lines.map(({ lineItemId, quantity }) => `${quantity} × ${lineItemId ?? '?'}`);
  const steps: ['built' | 'sent' | 'answered', Date | null, string, string][] = [
    ['built', shipping.createdAt, `Shipping order for ${shopName} was built`, lines.join(', ')],
    ['sent', shipping.firstSentAt, `It was sent to ${shopName} for the first time`, ''],
    [
      'answered',
      shipping.placedAt,
      `${shopName} took it`,
      `its own order id is ${shipping.storeOrderId ?? 'not known'}`,
    ],
    ['answered', shipping.stopRequestedAt, `Stopping it at ${shopName} was asked for`, ''],
    [
      'answered',
      shipping.failedAt,
      `Placing it at ${shopName} was given up`,
      plainFailure(lastFailure ?? ''),
    ],
    ['answered', shipping.state === 'stopped' ? shipping.endedAt : null, `It is stopped at ${shopName}`, ''],
  ];
  return steps.flatMap(([step, at, title, detail]) =>
    at ? [{ step, entry: { at, kind: 'placing', title, detail, links } }] : [],
  );
}

function describeCall(call: DescribedOrder['calls'][number]): TimelineEntry {
  const answer = [call.outcome, call.status, call.code].filter((part) => part !== null).join(' ');
  return {
    at: call.at,
    kind: 'call',
    title: `${call.method} ${call.path} at ${call.shopName}: ${answer}`,
    detail: `${call.attempts === 1 ? '1 attempt' : `${call.attempts} attempts`}, ${call.durationMs} ms`,
    links: [{ to: 'call', id: call.id, label: 'call' }, shopLink(call)],
  };
}

const LETTER_ENDS: Record<DescribedOrder['deadLetters'][number]['state'], string> = {
  open: 'is open',
  replaying: 'is being replayed',
  resolved: 'went through',
  discarded: 'was discarded',
};

function describeDeadLetter(failedMessage: DescribedOrder['deadLetters'][number]): TimelineEntry[] {
  const links: TimelineLink[] = [{ to: 'dead_letter', id: failedMessage.id, label: 'failed message' }];
  const died: TimelineEntry = {
    at: failedMessage.lastFailedAt,
    kind: 'dead_letter',
    title: `${messageLabel(failedMessage.type) ?? 'A message'} failed permanently${failedMessage.count > 1 ? `, ${failedMessage.count} times by now` : ''}`,
    detail: plainFailure(failedMessage.reason),
    links,
  };
  const ended: TimelineEntry[] = failedMessage.endedAt
    ? [
        {
          at: failedMessage.endedAt,
          kind: 'dead_letter',
          title: `The failed message “${messageLabel(failedMessage.type) ?? 'unknown'}” ${LETTER_ENDS[failedMessage.state]}`,
          detail: failedMessage.outcome === null ? '' : outcomeLabel(failedMessage.outcome),
          links,
        },
      ]
    : [];
  return [died, ...ended];
}

function describeAlert(alert: DescribedOrder['alerts'][number]): TimelineEntry[] {
  const links: TimelineLink[] = [{ to: 'alert', id: alert.id, label: 'alert' }];
  const kind = alertName(alert.kind);
  const raised: TimelineEntry = {
    at: alert.firstAt,
    kind: 'alert',
    title: `Alert: ${kind}`,
    detail: alert.message,
    links,
  };
  const resolved: TimelineEntry[] = alert.resolvedAt
    ? [{ at: alert.resolvedAt, kind: 'alert', title: `Resolved: ${kind}`, detail: '', links }]
    : [];
  return [raised, ...resolved];
}

function describeAction(action: DescribedOrder['actions'][number]): TimelineEntry {
  return {
    at: action.at,
    kind: 'action',
    title: actionText(action),
    detail: noteOf(action.detail),
    links: [],
  };
}

function noteOf(detail: unknown): string {
  const note = typeof detail === 'object' && detail !== null && 'note' in detail ? detail.note : null;
  return typeof note === 'string' ? note : '';
}
