import { SHOWN_BY_ORDERS } from '@hub/alerts';
import { askSellingShop, askShippingShop, type OrderTimeline, eventOf } from '@hub/desk/orders';
import type { AtRisk } from '@hub/desk/problems';
import { titleOf } from '../dead-letters/texts';
import { lineProblems } from './line-problems';
import { placingProblems, type Reroutes } from './placing-problems';
import { shippingProblems } from './shipping-problems';
import { waitingProblems } from './waiting-problems';
import { settleStopSteps } from './settle-steps';
import { failureText, saidOf, type Problem } from './problem';

/** The state of the order itself shows these. */
const SHOWN_BY_STATE = new Set(SHOWN_BY_ORDERS);

/** The order's current problems, the worst first, and what can be done about them. @param reroutes where its lines could go */
export function problemsOf(
  order: OrderTimeline,
  { reroutes, refusedEvents, now }: { reroutes: Reroutes; refusedEvents: readonly AtRisk[]; now: number },
): Problem[] {
  const works = {
    'shipping-order.place': placingProblems(order, reroutes),
    'shipping-order.stop': stopProblems(order),
    'tracking.deliver': trackingProblems(order),
    'return.register': returnProblems(order),
  };
  // Resuming the work replays its failed message, so that message is not listed as well.
  const shownByState = new Set(
    Object.entries(works).flatMap(([type, problems]) => (problems.length > 0 ? [type] : [])),
  );
  const problems = [
    ...heldProblems(order),
    ...Object.values(works).flat(),
    ...shippingProblems(order, now),
    ...waitingProblems(order, now),
    ...eventProblems(order.id, refusedEvents),
    ...lineProblems(order),
    ...otherAlerts(order),
    ...deadLetterProblems(order, shownByState),
  ];
  return problems.toSorted((a, b) => Number(b.tone === 'bad') - Number(a.tone === 'bad'));
}

function heldProblems(order: OrderTimeline): Problem[] {
  const { id, state, heldBecause, shopName } = order;
  if (state !== 'held') return [];
  return [
    {
      tone: 'bad',
      title: `The order is held${heldBecause ? `: ${heldBecause}` : ''}`,
      words: 'Nothing of it is given to a shop while it is held.',
      advice: 'Ask the selling shop whether its customer still wants it; if so, end the hold.',
      steps: [{ href: `/orders/${id}/end-hold`, name: 'End the hold', role: 'agent' }],
      ask: { shopName, mail: askSellingShop(order, 'still_wanted') },
    },
  ];
}

function stopProblems(order: OrderTimeline): Problem[] {
  const { id, cancellations } = order;
  return cancellations.flatMap(({ stops }) =>
    stops
      .filter(({ state }) => state === 'failed')
      .map((stop): Problem => ({
        tone: 'bad',
        title: 'A shop has not confirmed that it stopped its shipping order',
        said: saidOf(order.calls, stop.reference),
        words: `${failureText(stop.lastFailure)} The goods of ${stop.shippingOrder} may leave meanwhile.`,
        advice:
          'Ask the shop to stop it. Then have it asked again, or let a lead record what the shop itself says.',
        steps: [
          { href: `/orders/${id}/resume/stop/${stop.id}`, name: 'Ask it again to stop', role: 'agent' },
          ...settleStopSteps(order, stop.shippingOrder),
        ],
        ...askToStop(order, stop.shippingOrder),
      })),
  );
}

function askToStop(order: OrderTimeline, reference: string): Pick<Problem, 'ask'> {
  const shipping = order.shippingOrders.find(({ externalRef }) => externalRef === reference);
  if (!shipping) return {};
  return { ask: { shopName: shipping.shopName, mail: askShippingShop(order, shipping, 'stops_it') } };
}

function trackingProblems({ id, shop, shopName, shippingOrders, calls }: OrderTimeline): Problem[] {
  return shippingOrders.flatMap(({ packages }) =>
    packages
      .filter(({ tracking }) => tracking === 'failed')
      .map((parcel): Problem => ({
        tone: 'bad',
        title: `Tracking of package ${parcel.packageId} was not delivered to ${shopName}`,
        shop: { shop, shopName },
        words: failureText(parcel.lastFailure),
        said: saidOf(calls, parcel.reference),
        advice:
          'The customer does not know where the parcel is. Once the store takes it again, deliver it again.',
        steps: [
          {
            href: `/orders/${id}/resume/tracking/${parcel.id}`,
            name: 'Deliver the tracking again',
            role: 'agent',
          },
        ],
      })),
  );
}

function returnProblems(order: OrderTimeline): Problem[] {
  const { id, shop, shopName, returns, calls } = order;
  return returns.flatMap((goods): Problem[] => {
    if (goods.state === 'waiting')
      return [
        {
          tone: 'bad',
          title: `A return reported by ${goods.reportedByName} waits for support`,
          shop: { shop: goods.reportedBy, shopName: goods.reportedByName },
          words: 'Kept back, because the customer could be refunded twice.',
          advice: `Ask ${shopName} whether it has refunded these goods already. Release the return only if it has not; close it if it has.`,
          steps: [
            { href: `/orders/${id}/returns/${goods.id}/release`, name: 'Release the return', role: 'agent' },
            { href: `/orders/${id}/returns/${goods.id}/close`, name: 'Close the return', role: 'agent' },
          ],
          ask: { shopName, mail: askSellingShop(order, 'refunded') },
        },
      ];
    if (goods.state !== 'failed') return [];
    return [
      {
        tone: 'bad',
        title: `A return was not registered at ${shopName}`,
        shop: { shop, shopName },
        words: failureText(goods.lastFailure),
        said: saidOf(calls, goods.reference),
        advice: 'The customer is not refunded. Once the store takes it again, register it again.',
        steps: [
          {
            href: `/orders/${id}/resume/return/${goods.id}`,
            name: 'Register the return again',
            role: 'agent',
          },
        ],
      },
    ];
  });
}

function otherAlerts({ alerts }: OrderTimeline): Problem[] {
  return alerts
    .filter(({ kind, state }) => state !== 'resolved' && !SHOWN_BY_STATE.has(kind))
    .map((alert) => ({
      tone: 'warn',
      title: alert.message,
      words: alert.takenBy ? `Taken by ${alert.takenBy}.` : 'No agent has taken this alert yet.',
      advice: '',
      steps: [{ href: `/alerts/${alert.id}`, name: 'Open the alert', role: 'viewer' }],
    }));
}

function deadLetterProblems({ deadLetters }: OrderTimeline, shownByState: ReadonlySet<string>): Problem[] {
  return deadLetters
    .filter(({ state, type }) => state === 'open' && !shownByState.has(type))
    .map((failedMessage) => ({
      tone: 'warn',
      title: titleOf({ type: failedMessage.type, shop: null }),
      words: failureText(failedMessage.reason),
      advice: 'The failed message says what a replay would do as things stand.',
      steps: [{ href: `/dead-letters/${failedMessage.id}`, name: 'Open the failed message', role: 'viewer' }],
    }));
}

/** Packages, cancellations and returns of the order that were refused (D38). */
function eventProblems(orderId: string, refused: readonly AtRisk[]): Problem[] {
  return refused.map((risk) => {
    const { storeName, store, reason, part } = risk;
    const event = eventOf(risk);
    const shopName = storeName ?? 'A shop';
    return {
      tone: 'bad',
      title: `${event} of ${shopName} was refused`,
      words: `It has no effect. The answer was ${(reason ?? '').slice(event.length + 1)}.`,
      advice: `Ask ${shopName} to correct it and to send it again with a new event id.`,
      steps: [
        { href: `/events/${store ?? ''}/${part}`, name: 'Open the event', role: 'viewer' },
        {
          href: `/orders/${orderId}/events/${event}/close`,
          name: 'Close the refused event',
          role: 'agent',
        },
      ],
    };
  });
}
