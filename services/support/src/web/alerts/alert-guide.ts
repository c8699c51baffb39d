import type { AlertKind } from '@hub/database';

/** What an alert means, in plain words, and what an agent does about it. */
export interface AlertGuide {
  means: string;
  doThis: readonly string[];
  /** Title of its page among the runbooks. */
  runbook: string;
}

const STORE = "A store's calls";
const CATALOGUE = 'Catalogues';
const QUANTITIES = 'Network quantities';
const WAITING = 'Lines that no shop ships';
const INTAKE = 'Orders at intake';
const PLACING = 'Placing shipping orders';
const CANCELLING = 'Cancellations';
const RETURNS = 'Returns';

/** Of every kind of alert there is. */
export const ALERT_GUIDES: Record<AlertKind, AlertGuide> = {
  store_unauthorized: {
    means: 'The store refuses our credentials. Every call to it waits, with one probe every five minutes.',
    doThis: [
      'Ask the shop whether it changed its token, and have the new one put into its sheet.',
      'Resume its calls on the page of the shop, or wait for the next probe.',
    ],
    runbook: STORE,
  },
  shop_unreadable: {
    means:
      'A secret of the shop opens with no key of the services. Its events are answered 503, and nothing is sent to its store.',
    doThis: [
      'Have the technicians look whether a key is missing in HUB_ENCRYPTION_KEYS.',
      'Where the key is lost, have the sheet of the shop applied again, with its secrets.',
    ],
    runbook: STORE,
  },
  catalogue_failed: {
    means: 'The catalogue could not be read to its end. The one before it still counts.',
    doThis: [
      'See on the page of the shop what stopped it.',
      'It is read again by itself; should that fail too, tell the shop what its store answered.',
    ],
    runbook: CATALOGUE,
  },
  catalogue_refused: {
    means:
      'The catalogue breaks the contract, so that nothing of it was taken. The one before it still counts.',
    doThis: [
      'Send the shop its faults, from the page of the shop.',
      'Have it read again once they are mended.',
    ],
    runbook: CATALOGUE,
  },
  catalogue_waiting: {
    means: 'The catalogue would retire most of the shop: it waits until somebody says that this is meant.',
    doThis: [
      'Ask the shop whether it really took these products away.',
      'If so, accept the run; if not, have the catalogue read again once it is whole.',
    ],
    runbook: CATALOGUE,
  },
  stock_out_of_step: {
    means:
      'The store has shown other network quantities than wanted for a quarter of an hour: it may sell what is not there.',
    doThis: [
      'See on the page of the shop which variants, and why the writes fail.',
      'They are written again every sync cycle; tell the shop what its store answers.',
    ],
    runbook: QUANTITIES,
  },
  stock_refused: {
    means: 'The store does not take the network quantity of a variant; it is tried again every sync cycle.',
    doThis: ['See on the page of the shop what its store answers for this variant, and tell the shop.'],
    runbook: QUANTITIES,
  },
  stock_not_zeroed: {
    means:
      'The shop is switched off, and its store did not take the zeros in ten minutes: it may sell what is not there, and its orders are not accepted.',
    doThis: [
      'See on the page of the shop which variants, and why the writes failed.',
      'Ask the shop to set its network location to 0 by hand, or switch its inventory on until the zeros are written.',
    ],
    runbook: QUANTITIES,
  },
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
    means: 'The order is held: nothing of it goes to a shop until somebody ends the hold.',
    doThis: ['See in the order why it is held.', 'Once that is clear, end the hold there.'],
    runbook: 'Held orders',
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
  order_too_large: {
    means:
      'A paid order holds more network lines than one order may: it was refused, and nothing of it is stored.',
    doThis: [
      'Tell the selling shop which order: its customer waits for goods that nobody sends.',
      'The shop sells it again in several orders, or refunds its customer.',
    ],
    runbook: INTAKE,
  },
  unknown_line_location: {
    means:
      "Lines of a paid order stand at a location that is not on the shop's sheet: they stay the shop's own.",
    doThis: [
      'Ask the shop whether it ships these lines itself.',
      'If not, its platform names a wrong location for network lines: have that mended, and the order sold again.',
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
    means: 'A shop refused a shipping order for good: it does not ship these lines.',
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
      'See in the order what its store answers, and have the shop mend it.',
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
      'Give its lines to another shop where the order offers it; else see that somebody at the shop acts.',
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
    means: 'The selling shop was not told the tracking of a package: its customer knows nothing of it.',
    doThis: ['See in the order what its store answered.', 'Resume the tracking once that is mended.'],
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
      'A cancellation ended with nobody waiting for its answer: the shop saw only that it was not settled.',
    doThis: [
      'See in the order how it ended, and tell the shop.',
      'If the shop sends it again, it gets the answer.',
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
    doThis: ['See in the order what its store answered.', 'Resume the return once that is mended.'],
    runbook: RETURNS,
  },
  return_waiting: {
    means: 'A return is not registered yet, so that nothing is refunded twice: somebody has to look.',
    doThis: [
      'Ask the selling shop whether it refunded the customer already.',
      'If it did not, release the return in the order; if it did, close it there.',
    ],
    runbook: RETURNS,
  },
  dead_letter: {
    means: 'Messages failed for good, all in one queue and for one reason.',
    doThis: [
      'Look at them: what they say, why they failed, what a replay would do.',
      'Once the cause is mended, replay them together. The alert resolves itself when none is left.',
    ],
    runbook: 'Dead letters',
  },
};

/** Of kinds that nobody knows (any more) nothing is said. Pure. */
export function guideOf(kind: string): AlertGuide | null {
  return GUIDES.get(kind) ?? null;
}

const GUIDES = new Map<string, AlertGuide>(Object.entries(ALERT_GUIDES));
