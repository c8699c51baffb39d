import { outcomeLabel, refusalLabel } from '@hub/messaging';
import { isDeferral } from '@hub/orders/placements';
import { z } from 'zod';
import { plainFailure } from '../words/plain-failure';
import { whyHeld } from '../words/reason-texts';
import type { DescribedOrder, DescribedShippingOrder } from './describe-order';
import { shippingLink, shopLink, type TimelineEntry, type TimelineLink } from './timeline-entry';

type Event = DescribedOrder['events'][number];

export function reportOrder(order: DescribedOrder): TimelineEntry {
  const heldBecause = whyItWasHeld(order);
  const held = heldBecause === null ? '' : `; held, for ${heldBecause}`;
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

/** The end of a hold takes its reason off the order; the record of who ended it keeps it. */
function whyItWasHeld({ heldBecause, actions }: DescribedOrder): string | null {
  if (heldBecause !== null) return heldBecause;
  const ended = actions.find(({ action }) => action === 'order.end_hold');
  const detail = z.object({ heldReason: z.string() }).safeParse(ended?.detail);
  return detail.success ? whyHeld(detail.data.heldReason) : null;
}

/** Until when an answer counts as given at once: the times on a page are shown to the second. */
const AT_ONCE_MS = 1_000;

/** What a shop sent, and the answer if it came later: that is an entry of its own. */
export function describeEvent(event: Event): { sent: TimelineEntry; answered: TimelineEntry | null } {
  const { shopName, receivedAt, decidedAt } = event;
  const itself: TimelineLink = { to: 'event', id: event.eventId, label: 'event' };
  const entry = (at: Date, title: string, detail = ''): TimelineEntry => ({
    at,
    kind: 'event',
    title,
    detail,
    links: [shopLink(event), itself],
  });
  const sent = `${shopName} sent ${event.event}`;
  const answer = answerText(event);
  if (answer === null) return { sent: entry(receivedAt, sent), answered: null };
  const detail = [event.message, event.field && `field ${event.field}`].filter(Boolean).join('; ');
  if (decidedAt === null || decidedAt.getTime() - receivedAt.getTime() <= AT_ONCE_MS)
    return { sent: entry(receivedAt, `${sent}: ${answer}`, detail), answered: null };
  return {
    // The event as it is now, with its answer, belongs to the later entry.
    sent: { ...entry(receivedAt, sent), links: [shopLink(event)] },
    answered: entry(decidedAt, `${event.event} of ${shopName} was answered: ${answer}`, detail),
  };
}

function answerText({ status, outcome, code }: Event): string | null {
  if (status === null) return null;
  return `${status} ${outcome === null ? refusalLabel(code ?? '') : outcomeLabel(outcome)}`.trim();
}

export function describeDecision(decision: DescribedOrder['decisions'][number]): TimelineEntry {
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

/** A decision whose details are no longer kept (D30). */
export function describeFormerDecision({
  decidedAt,
  hasChosen,
}: DescribedOrder['formerDecisions'][number]): TimelineEntry {
  return {
    at: decidedAt,
    kind: 'decision',
    title: 'Routing decided',
    detail: hasChosen
      ? 'Why these shops were chosen is no longer kept. What each is owed, and how it was calculated, is kept with its shipping order.'
      : 'Which shops were considered, and why none was chosen, is no longer kept.',
    links: [],
  };
}

/** The steps of a shipping order that have happened; what each follows from differs. */
export interface ShippingSteps {
  built: TimelineEntry;
  sent: TimelineEntry | null;
  taken: TimelineEntry | null;
  /** Its shop named it otherwise later (D11). */
  renamed: TimelineEntry[];
  givenUp: TimelineEntry | null;
  stopAsked: TimelineEntry | null;
  stopped: TimelineEntry | null;
}

export function describeShippingSteps(shipping: DescribedShippingOrder): ShippingSteps {
  const { shopName, aliases } = shipping;
  const links = [shippingLink(shipping.externalRef), shopLink(shipping)];
  const step = (at: Date, title: string, detail = ''): TimelineEntry => ({
    at,
    kind: 'placing',
    title,
    detail,
    links,
  });
  const when = (at: Date | null, title: string, detail = '') => at && step(at, title, detail);
  const lines = shipping.lines.map(({ lineItemId, quantity }) => `${quantity} × ${lineItemId ?? '?'}`);
  // An alias is the id that a package gave before the receipt named another.
  const names = [...aliases.map(({ orderId }) => orderId), shipping.storeOrderId];
  return {
    built: step(shipping.createdAt, `Shipping order for ${shopName} was built`, lines.join(', ')),
    sent: when(shipping.firstSentAt, `It was sent to ${shopName} for the first time`),
    taken: when(shipping.placedAt, `${shopName} took it`, `its own order id is ${names[0] ?? 'not known'}`),
    renamed: aliases.map(({ createdAt }, index) =>
      step(
        createdAt,
        `${shopName} named it otherwise`,
        `its own order id is ${names[index + 1] ?? 'not known'}`,
      ),
    ),
    givenUp: when(
      shipping.failedAt,
      `Placing it at ${shopName} was given up`,
      isFailureOfThen(shipping) ? plainFailure(shipping.lastFailure ?? '') : '',
    ),
    stopAsked: when(shipping.stopRequestedAt, `Stopping it at ${shopName} was asked for`),
    stopped: when(shipping.state === 'stopped' ? shipping.endedAt : null, `It is stopped at ${shopName}`),
  };
}

/** Of a disputed one, a replay leaves the time at which it was given up, and puts its own failure in place of the first. */
function isFailureOfThen({ failedAt, lastAttemptAt, lastFailure }: DescribedShippingOrder): boolean {
  if (failedAt === null || isDeferral(lastFailure)) return false;
  return lastAttemptAt === null || lastAttemptAt <= failedAt;
}

export function describeCall(call: DescribedOrder['calls'][number]): TimelineEntry {
  const answer = [call.outcome, call.status, call.code].filter((part) => part !== null).join(' ');
  return {
    at: call.at,
    kind: 'call',
    title: `${call.method} ${call.path} at ${call.shopName}: ${answer}`,
    detail: `${call.attempts === 1 ? '1 attempt' : `${call.attempts} attempts`}, ${call.durationMs} ms`,
    links: [{ to: 'call', id: call.id, label: 'call' }, shopLink(call)],
  };
}
