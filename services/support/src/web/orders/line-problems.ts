import type { OrderTimeline } from '@hub/desk/orders';
import type { Step, Problem } from './problem';

type Line = OrderTimeline['lines'][number];

/** What ends the wait of a line, by its reason (D19, D24, D31). */
const ENDS: Readonly<Record<string, string>> = {
  no_candidate:
    'The hub tries again whenever stock of the article changes. If no shop will have it, close the line. The selling shop then refunds its customer.',
  not_linked:
    "The shop's variant has no valid barcode, or another variant has the same barcode. Ask the shop to fix its catalogue, then read the catalogue again.",
  no_consumer_vat:
    'Load the VAT rate of the destination country, from before the order was placed (hub vat set).',
  no_injection_vat:
    "Load the VAT rate of the shipping shop's country, from before the order was placed (hub vat set).",
  no_split_rate: 'Agree a split rate with the shop and add it to its environment sheet (hub shop apply).',
  price_too_large: 'The payout cannot be sent to a store. A developer must look at the price of this line.',
};

/** Lines for which routing found no shop; a line that has only just arrived is still being routed. */
export function lineProblems(order: OrderTimeline): Problem[] {
  if (order.state !== 'accepted') return [];
  return order.lines
    .filter(({ state, waitingReason }) => state === 'waiting' && waitingReason !== null)
    .map((line) => ({
      tone: 'bad',
      title: `Line ${line.lineItemId} waits: ${line.waitsBecause ?? 'the reason is unknown'}`,
      words: `${line.quantity} × ${line.title ?? line.variantId}${describeExcluded(line.excludedShops)}`,
      advice: ENDS[line.waitingReason ?? ''] ?? '',
      steps: [
        ...line.excludedShops.map(({ shop, shopName }): Step => ({
          href: `/orders/${order.id}/lines/${line.id}/ask-again/${shop}`,
          name: `Ask ${shopName} again after all`,
          role: 'agent',
        })),
        {
          href: `/orders/${order.id}/lines/${line.id}/close`,
          name: 'Close the line as unfulfillable',
          role: 'agent',
        },
      ],
    }));
}

function describeExcluded(shops: Line['excludedShops']): string {
  return shops.length === 0 ? '' : `; excluded: ${shops.map(({ shopName }) => shopName).join(', ')}`;
}
