import { actionWords } from '../actions/action-words';
import type { DescribedOrder, DescribedShippingOrder } from './describe-order';

/** What an entry of the story is about, so that a reader can go there. */
export interface TimelineLink {
  to:
    | 'shop'
    | 'shipping_order'
    | 'decision'
    | 'package'
    | 'return'
    | 'call'
    | 'event'
    | 'alert'
    | 'dead_letter';
  /** Of a shop its slug, of a shipping order our reference, else the id. */
  id: string;
  label: string;
}

/** One thing that happened, in plain words without personal data. */
export interface TimelineEntry {
  at: Date;
  kind:
    | 'order'
    | 'event'
    | 'decision'
    | 'placing'
    | 'package'
    | 'cancellation'
    | 'return'
    | 'call'
    | 'alert'
    | 'dead_letter'
    | 'action';
  title: string;
  /** More words, or empty. */
  detail: string;
  links: TimelineLink[];
}

/** The order's story, the oldest entry first; of one moment in the order in which things follow from each other. Pure. */
export function tellStory(order: DescribedOrder): TimelineEntry[] {
  return [
    ...order.events.map(tellEvent),
    tellOrder(order),
    ...order.decisions.map(tellDecision),
    ...order.shippingOrders.flatMap(tellShippingOrder),
    ...order.cancellations.flatMap(tellCancellation),
    ...order.calls.map(tellCall),
    ...order.shippingOrders.flatMap(tellPackages),
    ...order.returns.flatMap(tellReturn),
    ...order.deadLetters.flatMap(tellDeadLetter),
    ...order.alerts.flatMap(tellAlert),
    ...order.actions.map(tellAction),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

const shopLink = (slug: string): TimelineLink => ({ to: 'shop', id: slug, label: slug });
const shippingLink = (reference: string): TimelineLink => ({
  to: 'shipping_order',
  id: reference,
  label: 'shipping order',
});

function tellOrder(order: DescribedOrder): TimelineEntry {
  const held = order.heldBecause === null ? '' : `; held, for ${order.heldBecause}`;
  const lines = order.lines.length === 1 ? '1 line' : `${order.lines.length} lines`;
  const own = order.lines.filter(({ state }) => state === 'own').length;
  return {
    at: order.receivedAt,
    kind: 'order',
    title: `Order ${order.orderId} of ${order.shop} was accepted${order.mode === 'dry_run' ? ', in dry run' : ''}`,
    detail: `${lines}, ${own} of them shipped by the shop itself; to ${order.destinationCountry}, in ${order.currency}${held}`,
    links: [shopLink(order.shop)],
  };
}

function tellEvent(event: DescribedOrder['events'][number]): TimelineEntry {
  const answer =
    event.status === null ? 'not finished' : `${event.status} ${event.outcome ?? event.code ?? ''}`.trim();
  return {
    at: event.receivedAt,
    kind: 'event',
    title: `${event.shop} sent ${event.event}: ${answer}`,
    detail: [event.message, event.field && `field ${event.field}`].filter(Boolean).join('; '),
    links: [shopLink(event.shop), { to: 'event', id: event.eventId, label: 'event' }],
  };
}

function tellDecision(decision: DescribedOrder['decisions'][number]): TimelineEntry {
  const ends = decision.lines.map(({ lineItemId, chosen, waitsBecause }) =>
    chosen
      ? `${lineItemId}: ${chosen.shop} ships it`
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

function tellShippingOrder(shipping: DescribedShippingOrder): TimelineEntry[] {
  const { shop, lastFailure } = shipping;
  const links = [shippingLink(shipping.externalRef), shopLink(shop)];
  const lines = shipping.lines.map(({ lineItemId, quantity }) => `${quantity} × ${lineItemId ?? '?'}`);
  const steps: [Date | null, string, string][] = [
    [shipping.createdAt, `Shipping order for ${shop} was built`, lines.join(', ')],
    [shipping.firstSentAt, `It was sent to ${shop} for the first time`, ''],
    [shipping.placedAt, `${shop} took it`, `its own order id is ${shipping.storeOrderId ?? 'not known'}`],
    [shipping.stopRequestedAt, `Stopping it at ${shop} was asked for`, ''],
    [shipping.failedAt, `Placing it at ${shop} was given up`, lastFailure ?? ''],
    [shipping.state === 'stopped' ? shipping.endedAt : null, `It is stopped at ${shop}`, ''],
  ];
  return steps.flatMap(([at, title, detail]) => (at ? [{ at, kind: 'placing', title, detail, links }] : []));
}

function tellPackages({ shop, externalRef, packages }: DescribedShippingOrder): TimelineEntry[] {
  return packages.flatMap((parcel) => {
    const links: TimelineLink[] = [
      { to: 'package', id: parcel.id, label: 'package' },
      shippingLink(externalRef),
      shopLink(shop),
    ];
    const lines = parcel.lines.map(({ lineItemId, quantity }) => `${quantity} × ${lineItemId ?? '?'}`);
    const stored: TimelineEntry = {
      at: parcel.createdAt,
      kind: 'package',
      title: `${shop} shipped package ${parcel.packageId}`,
      detail: `${parcel.carrier} ${parcel.trackingNumber}, ${lines.join(', ')}`,
      links,
    };
    const told: TimelineEntry[] = parcel.deliveredAt
      ? [
          {
            at: parcel.deliveredAt,
            kind: 'package',
            title: 'The selling shop has its tracking',
            detail: '',
            links,
          },
        ]
      : [];
    return [stored, ...told];
  });
}

const CANCELLATIONS = {
  whole_order: 'the whole order stopped',
  cannot_ship: 'its shipping order stopped: it cannot ship',
};

function tellCancellation(cancellation: DescribedOrder['cancellations'][number]): TimelineEntry[] {
  const { requestedBy, finishedAt, stops, state } = cancellation;
  const links = [shopLink(requestedBy), ...stops.map(({ shippingOrder }) => shippingLink(shippingOrder))];
  const asked: TimelineEntry = {
    at: cancellation.requestedAt,
    kind: 'cancellation',
    title: `${requestedBy} wants ${CANCELLATIONS[cancellation.kind]}`,
    detail: '',
    links,
  };
  const ends = stops.flatMap((stop): TimelineEntry[] =>
    stop.finishedAt
      ? [
          {
            at: stop.finishedAt,
            kind: 'cancellation',
            title: `Stopping a shipping order: ${stop.state.replaceAll('_', ' ')}`,
            detail: stop.lastFailure ?? '',
            links: [shippingLink(stop.shippingOrder)],
          },
        ]
      : [],
  );
  const finished: TimelineEntry[] = finishedAt
    ? [{ at: finishedAt, kind: 'cancellation', title: `The cancellation is ${state}`, detail: '', links }]
    : [];
  return [asked, ...ends, ...finished];
}

const RETURNS = {
  due: 'is to be registered at the selling shop',
  sending: 'is being registered at the selling shop',
  registered: 'is registered at the selling shop',
  recorded: 'is recorded; the selling platform reported it itself',
  waiting: 'waits for support: it could be refunded twice',
  failed: 'was not registered at the selling shop: waits for support',
};

function tellReturn(goods: DescribedOrder['returns'][number]): TimelineEntry[] {
  const links: TimelineLink[] = [{ to: 'return', id: goods.id, label: 'return' }, shopLink(goods.reportedBy)];
  const lines = goods.lines
    .map(({ lineItemId, quantity }) => `${quantity} × ${lineItemId ?? '?'}`)
    .join(', ');
  const reported: TimelineEntry = {
    at: goods.createdAt,
    kind: 'return',
    title: `${goods.reportedBy} reported goods that came back`,
    detail: goods.registeredAt ? lines : `${lines}; it ${RETURNS[goods.state]}`,
    links,
  };
  const registered: TimelineEntry[] = goods.registeredAt
    ? [
        {
          at: goods.registeredAt,
          kind: 'return',
          title: 'The selling shop has registered the return',
          detail: `its own return id is ${goods.storeReturnId ?? 'not known'}`,
          links,
        },
      ]
    : [];
  return [reported, ...registered];
}

function tellCall(call: DescribedOrder['calls'][number]): TimelineEntry {
  const answer = [call.outcome, call.status, call.code].filter((part) => part !== null).join(' ');
  return {
    at: call.at,
    kind: 'call',
    title: `${call.method} ${call.path} at ${call.shop}: ${answer}`,
    detail: `${call.attempts === 1 ? '1 attempt' : `${call.attempts} attempts`}, ${call.durationMs} ms`,
    links: [{ to: 'call', id: call.id, label: 'call' }, shopLink(call.shop)],
  };
}

function tellDeadLetter(letter: DescribedOrder['deadLetters'][number]): TimelineEntry[] {
  const links: TimelineLink[] = [{ to: 'dead_letter', id: letter.id, label: 'dead letter' }];
  const died: TimelineEntry = {
    at: letter.lastFailedAt,
    kind: 'dead_letter',
    title: `${letter.type} failed for good${letter.count > 1 ? `, ${letter.count} times by now` : ''}`,
    detail: letter.reason,
    links,
  };
  const ended: TimelineEntry[] = letter.endedAt
    ? [
        {
          at: letter.endedAt,
          kind: 'dead_letter',
          title: `The dead letter of ${letter.type} is ${letter.state}`,
          detail: letter.outcome ?? '',
          links,
        },
      ]
    : [];
  return [died, ...ended];
}

function tellAlert(alert: DescribedOrder['alerts'][number]): TimelineEntry[] {
  const links: TimelineLink[] = [{ to: 'alert', id: alert.id, label: 'alert' }];
  const kind = alert.kind.replaceAll('_', ' ');
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

function tellAction(action: DescribedOrder['actions'][number]): TimelineEntry {
  return {
    at: action.at,
    kind: 'action',
    title: actionWords(action),
    detail: noteOf(action.detail),
    links: [],
  };
}

function noteOf(detail: unknown): string {
  const note = typeof detail === 'object' && detail !== null && 'note' in detail ? detail.note : null;
  return typeof note === 'string' ? note : '';
}
