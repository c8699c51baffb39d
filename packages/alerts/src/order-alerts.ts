import type { AlertDefinition } from './alert-definition';

const WAITING = 'Lines that no shop ships';
const INTAKE = 'Orders at intake';
const PLACING = 'Placing shipping orders';
const CANCELLING = 'Cancellations';
const RETURNS = 'Returns';
const ASK_TO_FIX = 'See on the page of the order what the store answered, and ask the shop to fix it.';

/** Alerts of orders that came in, and of lines that no shop ships. */
export const INTAKE_ALERTS = {
  line_waiting: {
    name: 'No shop for a line',
    means:
      'A customer has paid a line that no shop can ship. No shop has the article, or each that has it is ruled out.',
    doThis: [
      'See on the page of the order why each shop was ruled out.',
      'If a shop gets stock, the hub sends the line there by itself. If none will, agree with the selling shop and close the line.',
    ],
    chapter: WAITING,
    shownByOrder: true,
  },
  line_blocked: {
    name: 'A line lacks a rate',
    means: 'A line cannot be priced, because a rate is missing. No shop gets it.',
    doThis: [
      'See on the page of the order which rate is missing.',
      'Ask a lead to load it: a VAT rate by the command, a split rate by the sheet of the shop. The line then goes on by itself.',
    ],
    chapter: WAITING,
    shownByOrder: true,
    explainsMore: true,
  },
  order_held: {
    name: 'An order is held',
    means: 'The order is held. No shop gets any of it until an agent ends the hold.',
    doThis: ['See on the page of the order why it is held.', 'Settle it with the shop, then end the hold.'],
    chapter: 'Held orders',
    shownByOrder: true,
  },
  order_open_long: {
    name: 'A paid order has been open for 150 days',
    means:
      'A paid order has been open for 150 days. After 180 days its open lines are closed as unfulfilled, and its address is deleted.',
    doThis: [
      'See in the order which lines are open, and who has them.',
      'Have them shipped or cancelled, or close them, before the 180 days end.',
      'If they are closed already, tell the selling shop: it refunds its customer.',
    ],
    chapter: WAITING,
  },
  order_cross_check: {
    name: 'An order names another barcode or sku than its variant has',
    means:
      'A line of the order names another barcode or sku than its variant has: the wrong article may be sent.',
    doThis: [
      'Compare the line with the catalogue of the selling shop.',
      'Ask the shop which article is meant.',
    ],
    chapter: 'Orders that contradict the catalogue',
  },
  order_changed: {
    name: 'An order was sent again with other content',
    means:
      'A shop sent a stored order again with other lines, amounts or another address. The order stays as it was first received.',
    doThis: [
      'Compare the last event of the order with the order, on the page of what the shop sent.',
      'Ask the shop what its customer bought. If the order is wrong, ask it to cancel the order and to sell it again.',
    ],
    chapter: 'Orders that contradict the catalogue',
  },
  skipped_unknown: {
    name: 'An order was skipped as ours, and is not',
    means:
      'An order was skipped, because it carries the mark of a shipping order of the hub. The hub has no such shipping order: a paid sale may be lost.',
    doThis: [
      'Ask the shop whether a customer paid for this order.',
      'If so, have its platform leave the mark out, and the order sold again.',
    ],
    chapter: INTAKE,
  },
  order_too_large: {
    name: 'A paid order was refused for its size',
    means:
      'A paid order holds more network lines than one order may: it was refused, and nothing of it is stored.',
    doThis: [
      'Tell the selling shop which order: its customer waits for goods that no shop sends.',
      'The shop sells it again in several orders, or refunds its customer.',
    ],
    chapter: INTAKE,
  },
  unknown_line_location: {
    name: 'A line stands at a location that is not on the sheet',
    means:
      "Lines of a paid order stand at a location that is not on the shop's sheet: they stay the shop's own.",
    doThis: [
      'Ask the shop whether it ships these lines itself.',
      'If not, its platform names a wrong location for network lines: have that fixed, and the order sold again.',
    ],
    chapter: INTAKE,
  },
  dry_run_sale: {
    name: 'A shop in dry run sold through the network',
    means:
      'A shop in dry run sold, through the network, what is no test variant: it is never sent to a shop.',
    doThis: [
      'Tell the selling shop: its customer may have paid for it.',
      'See why its store shows network stock of that variant.',
    ],
    chapter: INTAKE,
  },
} as const satisfies Readonly<Record<string, AlertDefinition>>;

/** Alerts of orders from placing to return. */
export const ORDER_ALERTS = {
  placing_refused: {
    name: 'A shop refused a shipping order',
    means: 'A shop refused a shipping order. No shop ships these lines now.',
    doThis: [
      'See on the page of the order what the store answered.',
      'If the cause can be fixed, fix it and place the order again. If not, re-route the lines to another shop.',
    ],
    chapter: PLACING,
    shownByOrder: true,
  },
  placing_failed: {
    name: 'A shipping order was not placed',
    means:
      'A shipping order is not placed. The receipt of the store does not match it, or no attempt reached the store.',
    doThis: [
      'See on the page of the order what the store answers, and ask the shop to fix it.',
      'If placing was given up, place the order again or re-route its lines.',
    ],
    chapter: PLACING,
    shownByOrder: true,
    explainsMore: true,
  },
  placing_disputed: {
    name: 'A shop may have a shipping order that its store denies or never confirmed',
    means:
      'The shop may have a shipping order that its store denies or never confirmed. The lines wait until this is settled.',
    doThis: [
      'Ask the shop whether it has the order, and name our reference. If the order is cancelled, ask it to stop the order.',
      'A lead records the answer of the shop on the page of the order.',
    ],
    chapter: PLACING,
    shownByOrder: true,
  },
  placing_overdue: {
    name: 'A paid order is not placed for over an hour',
    means: 'A paid order was given to a shop over an hour ago, and the shop does not have it yet.',
    doThis: [
      'See on the page of the order what the store answered, and ask the shop.',
      'Re-route the lines if the page offers it. If not, make sure that the shop acts.',
    ],
    chapter: PLACING,
    shownByOrder: true,
  },
  order_id_differs: {
    name: 'A shop names a shipping order by two ids',
    means: 'A shop named a shipping order by one id, and its receipt by another. Both find the order.',
    doThis: [
      'Ask the shop which id its staff uses, and whether it has the order twice.',
      'If it has it twice, have it stop one of them, then resolve the alert.',
    ],
    chapter: PLACING,
  },
  shop_switched_off: {
    name: 'A shop was switched off with an open line',
    means:
      'A lead switched the orders of a shop off while this paid line was open there, or in one of its orders.',
    doThis: [
      'See in the order which shop has the line, and agree with that shop how it ends.',
      'What that shop was never sent is routed again by itself.',
    ],
    chapter: PLACING,
  },
  tracking_failed: {
    name: 'Tracking was not delivered',
    means: 'The selling shop did not get the tracking of a package, so its customer does not know of it.',
    doThis: [ASK_TO_FIX, 'Then resume the tracking there.'],
    chapter: 'Tracking',
    shownByOrder: true,
  },
  package_for_stopped_order: {
    name: 'A parcel of a stopped order is on its way',
    means: 'A parcel is on its way for an order that was stopped. The report of it was refused.',
    doThis: [
      'Tell the selling shop: its customer gets goods that were cancelled.',
      'Agree who takes them back.',
    ],
    chapter: CANCELLING,
  },
  cancellation_unanswered: {
    name: 'A cancellation ended with no caller waiting',
    means: 'A cancellation ended after the shop had stopped waiting for the answer. The shop saw only 503.',
    doThis: [
      'See on the page of the order how the cancellation ended, and inform the shop.',
      'If the shop sends the cancellation again, it gets the answer.',
      'After a restore the cancellation may not be decided yet. Then nothing is stopped until the shop sends it again.',
    ],
    chapter: CANCELLING,
  },
  cancellation_refused: {
    name: 'A shop does not confirm a stop',
    means: 'A shop does not confirm that it stopped a shipping order. It may ship goods that are cancelled.',
    doThis: [
      'See on the page of the order what the store answered, and ask the shop to stop the order.',
      'Then resume the stop there, or have a lead record what the shop says.',
    ],
    chapter: CANCELLING,
    shownByOrder: true,
  },
  cancellation_overruled: {
    name: 'A shop had shipped what was to be cancelled',
    means: 'A shop had already shipped goods of a cancelled order. The order stands.',
    doThis: ['Inform the selling shop: the goods arrive, and its customer can return them.'],
    chapter: CANCELLING,
  },
  cannot_ship_unroutable: {
    name: 'A shop cannot ship, and no other can',
    means: 'A shop says that it cannot ship, and no other shop can ship the lines.',
    doThis: [
      'See on the page of the order which lines wait.',
      'If a shop gets stock, the hub sends them there by itself. If none will, agree with the selling shop and close them.',
    ],
    chapter: WAITING,
    shownByOrder: true,
    explainsMore: true,
  },
  return_failed: {
    name: 'A return was not registered',
    means: 'A return was not registered at the selling shop, so its customer gets no refund.',
    doThis: [ASK_TO_FIX, 'Then resume the return there.'],
    chapter: RETURNS,
    shownByOrder: true,
  },
  return_waiting: {
    name: 'A return waits for support',
    means: 'A return is kept back, because the customer could be refunded twice. An agent decides.',
    doThis: [
      'Ask the selling shop whether it has already refunded the customer.',
      'If it has not, release the return on the page of the order. If it has, close the return there.',
    ],
    chapter: RETURNS,
    shownByOrder: true,
  },
} as const satisfies Readonly<Record<string, AlertDefinition>>;
