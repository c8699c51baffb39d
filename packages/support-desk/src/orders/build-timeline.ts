import { alertName } from '@hub/alerts';
import { messageLabel, outcomeLabel, refusalLabel } from '@hub/messaging';
import { actionText } from '../actions/action-labels';
import { plainFailure } from '../words/plain-failure';
import type { DescribedOrder, DescribedShippingOrder } from './describe-order';
import { describeCancellation, describePackages, describeReturn } from './describe-after-placing';
import { shippingLink, shopLink, type TimelineEntry, type TimelineLink } from './timeline-entry';

/** The order's timeline, the oldest entry first; at one moment in causal order. Pure. */
export function buildTimeline(order: DescribedOrder): TimelineEntry[] {
  return [
    ...order.events.map(describeEvent),
    reportOrder(order),
    ...order.decisions.map(describeDecision),
    ...order.shippingOrders.flatMap(describeShippingOrder),
    ...order.cancellations.flatMap(describeCancellation),
    ...order.calls.map(describeCall),
    ...order.shippingOrders.flatMap(describePackages),
    ...order.returns.flatMap(describeReturn),
    ...order.deadLetters.flatMap(describeDeadLetter),
    ...order.alerts.flatMap(describeAlert),
    ...order.actions.map(describeAction),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
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

function describeShippingOrder(shipping: DescribedShippingOrder): TimelineEntry[] {
  const { shopName, lastFailure } = shipping;
  const links = [shippingLink(shipping.externalRef), shopLink(shipping)];
  const lines = shipping.lines.map(({ lineItemId, quantity }) => `${quantity} × ${lineItemId ?? '?'}`);
  const steps: [Date | null, string, string][] = [
    [shipping.createdAt, `Shipping order for ${shopName} was built`, lines.join(', ')],
    [shipping.firstSentAt, `It was sent to ${shopName} for the first time`, ''],
    [shipping.placedAt, `${shopName} took it`, `its own order id is ${shipping.storeOrderId ?? 'not known'}`],
    [shipping.stopRequestedAt, `Stopping it at ${shopName} was asked for`, ''],
    [shipping.failedAt, `Placing it at ${shopName} was given up`, plainFailure(lastFailure ?? '')],
    [shipping.state === 'stopped' ? shipping.endedAt : null, `It is stopped at ${shopName}`, ''],
  ];
  return steps.flatMap(([at, title, detail]) => (at ? [{ at, kind: 'placing', title, detail, links }] : []));
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
