import type { AlertGuide } from './alert-entry';

const WAITING = 'Lines that no shop ships';
const INTAKE = 'Orders at intake';
const PLACING = 'Placing shipping orders';
const CANCELLING = 'Cancellations';
const RETURNS = 'Returns';

/** Alerts of orders, from intake to return. */
export const ORDER_ALERTS = {
  line_waiting: {
    means:
      'No shop can ship a line that a customer has paid: none has it, or all that have it are ruled out.',
    doThis: [
      'See in the order why each shop was ruled out.',
      'It is served by itself once stock arrives; otherwise agree with the selling shop and close the line.',
    ],
    runbook: WAITING,
  },
  line_blocked: {
    means: 'A line cannot be priced, for a rate is missing: it goes to no shop.',
    doThis: ['See in the order which rate is missing, and have it put into the sheet.'],
    runbook: WAITING,
  },
  order_held: {
    means: 'The order is held: nothing of it goes to a shop until an agent ends the hold.',
    doThis: ['See in the order why it is held.', 'Once that is clear, end the hold there.'],
    runbook: 'Held orders',
  },
  order_open_long: {
    means:
      'A paid order has been open for 150 days. After 180 days its open lines are closed as unfulfilled, and its address is deleted.',
    doThis: [
      'See in the order which lines are open, and who has them.',
      'Have them shipped or cancelled, or close them, before the 180 days end.',
      'If they are closed already, tell the selling shop: it refunds its customer.',
    ],
    runbook: WAITING,
  },
  order_cross_check: {
    means:
      'A line of the order names another barcode or sku than its variant has: the wrong article may be sent.',
    doThis: [
      'Compare the line with the catalogue of the selling shop.',
      'Ask the shop which article is meant.',
    ],
    runbook: 'Orders that contradict the catalogue',
  },
  order_changed: {
    means:
      'A shop sent a stored order again with other lines, amounts or another address. The order stays as it was first received.',
    doThis: [
      'Compare the last event of the order with the order, on the page of what the shop sent.',
      'Ask the shop what its customer bought. If the order is wrong, ask it to cancel the order and to sell it again.',
    ],
    runbook: 'Orders that contradict the catalogue',
  },
  skipped_unknown: {
    means:
      'An order was skipped, because it carries the mark of a shipping order of the hub. The hub has no such shipping order: a paid sale may be lost.',
    doThis: [
      'Ask the shop whether a customer paid for this order.',
      'If so, have its platform leave the mark out, and the order sold again.',
    ],
    runbook: INTAKE,
  },
  order_too_large: {
    means:
      'A paid order holds more network lines than one order may: it was refused, and nothing of it is stored.',
    doThis: [
      'Tell the selling shop which order: its customer waits for goods that no shop sends.',
      'The shop sells it again in several orders, or refunds its customer.',
    ],
    runbook: INTAKE,
  },
  unknown_line_location: {
    means:
      "Lines of a paid order stand at a location that is not on the shop's sheet: they stay the shop's own.",
    doThis: [
      'Ask the shop whether it ships these lines itself.',
      'If not, its platform names a wrong location for network lines: have that fixed, and the order sold again.',
    ],
    runbook: INTAKE,
  },
  dry_run_sale: {
    means:
      'A shop in dry run sold, through the network, what is no test variant: it is never sent to a shop.',
    doThis: [
      'Tell the selling shop: its customer may have paid for it.',
      'See why its store shows network stock of that variant.',
    ],
    runbook: INTAKE,
  },
  placing_refused: {
    means: 'A shop refused a shipping order permanently: it does not ship these lines.',
    doThis: [
      'See in the order what its store answered.',
      'Correct what it names and resume, or re-route the lines to another shop.',
    ],
    runbook: PLACING,
  },
  placing_failed: {
    means:
      'A shipping order is not placed yet: a receipt does not match it, or no attempt ever reached the store.',
    doThis: [
      'See in the order what its store answers, and have the shop fix it.',
      'Where it was given up: place it again, or re-route it.',
    ],
    runbook: PLACING,
  },
  placing_disputed: {
    means:
      'The shop may have a shipping order that its store denies or never confirmed. Nothing goes on until that is settled.',
    doThis: [
      'Ask the shop whether it has the order, by our reference; if it is cancelled, to stop it.',
      'A lead settles it in the order, by the word of the shop.',
    ],
    runbook: PLACING,
  },
  placing_overdue: {
    means: 'A paid order was given to a shop over an hour ago, and the shop does not have it yet.',
    doThis: [
      'See in the order what its store answered, and ask the shop.',
      'Give its lines to another shop where the order offers it; else see that the shop acts.',
    ],
    runbook: PLACING,
  },
  order_id_differs: {
    means: 'A shop named a shipping order by one id, and its receipt by another. Both find the order.',
    doThis: [
      'Ask the shop which id its staff uses, and whether it has the order twice.',
      'If it has it twice, have it stop one of them, then resolve the alert.',
    ],
    runbook: PLACING,
  },
  shop_switched_off: {
    means:
      'A lead switched the orders of a shop off while this paid line was open there, or in one of its orders.',
    doThis: [
      'See in the order which shop has the line, and agree with that shop how it ends.',
      'What that shop was never sent is routed again by itself.',
    ],
    runbook: PLACING,
  },
  tracking_failed: {
    means: 'The selling shop was not sent the tracking of a package: its customer knows nothing of it.',
    doThis: ['See in the order what its store answered.', 'Resume the tracking once that is fixed.'],
    runbook: 'Tracking',
  },
  package_for_stopped_order: {
    means: 'A parcel is on its way for an order that was stopped. The report of it was refused.',
    doThis: [
      'Tell the selling shop: its customer gets goods that were cancelled.',
      'Agree who takes them back.',
    ],
    runbook: CANCELLING,
  },
  cancellation_unanswered: {
    means:
      'A cancellation ended with no caller waiting for its answer: the shop saw only that it was not settled.',
    doThis: [
      'See in the order how it ended, and tell the shop.',
      'If the shop sends it again, it gets the answer.',
      'After a restore it may not be decided yet: then nothing is stopped until the shop sends it again.',
    ],
    runbook: CANCELLING,
  },
  cancellation_refused: {
    means: 'A shop does not confirm that it stopped a shipping order: it may ship what is cancelled.',
    doThis: ['See in the order what its store answered, and ask the shop.', 'Resume the stop there.'],
    runbook: CANCELLING,
  },
  cancellation_overruled: {
    means: 'A shop had shipped what was to be cancelled.',
    doThis: ['Tell the selling shop: the goods arrive, and come back as a return.'],
    runbook: CANCELLING,
  },
  cannot_ship_unroutable: {
    means: 'A shop says that it cannot ship, and no other shop can.',
    doThis: [
      'See in the order which lines wait.',
      'They are served once stock arrives; otherwise agree with the selling shop and close them.',
    ],
    runbook: WAITING,
  },
  return_failed: {
    means: 'A return was not registered at the selling shop: its customer is not refunded.',
    doThis: ['See in the order what its store answered.', 'Resume the return once that is fixed.'],
    runbook: RETURNS,
  },
  return_waiting: {
    means: 'A return is not registered yet, so that nothing is refunded twice: an agent has to look.',
    doThis: [
      'Ask the selling shop whether it refunded the customer already.',
      'If it did not, release the return in the order; if it did, close it there.',
    ],
    runbook: RETURNS,
  },
} as const satisfies Readonly<Record<string, AlertGuide>>;
