import type { AlertKind } from './alerts';

/** The label of each kind of alert. */
const ALERT_NAMES: Readonly<Record<AlertKind, string>> = {
  store_unauthorized: 'A store refuses our credentials',
  shop_unreadable: 'Secrets of a shop cannot be opened',
  body_unreadable: 'Kept bodies cannot be opened',
  clock_wrong: 'The clock of a machine is wrong',
  catalogue_failed: 'A catalogue could not be read',
  catalogue_refused: 'A catalogue was refused',
  catalogue_waiting: 'A catalogue would retire most of a shop',
  work_set_aside: 'Work on a shop ended its process and is set aside',
  link_disputed: 'A barcode disagrees with a link made by people',
  article_taken: 'A variant came back, and another one has its article',
  doubtful_link: 'A barcode links variants that have no word in common',
  stock_out_of_step: 'A store shows other network quantities than wanted',
  stock_refused: 'A store does not take a network quantity',
  stock_not_zeroed: 'A shop is switched off and may still show network quantities',
  stock_not_counted: 'Stock of a shop does not count until its catalogue is read',
  stock_event_refused: 'Stock events of a shop were refused',
  line_waiting: 'No shop for a line',
  line_blocked: 'A line lacks a rate',
  order_held: 'An order is held',
  order_open_long: 'A paid order has been open for 150 days',
  order_cross_check: 'An order names another barcode or sku than its variant has',
  order_changed: 'An order was sent again with other content',
  skipped_unknown: 'An order was skipped as ours, and is not',
  order_too_large: 'A paid order was refused for its size',
  unknown_line_location: 'A line stands at a location that is not on the sheet',
  dry_run_sale: 'A shop in dry run sold through the network',
  placing_refused: 'A shop refused a shipping order',
  placing_failed: 'A shipping order was not placed',
  placing_disputed: 'A shop may have a shipping order that its store denies or never confirmed',
  placing_overdue: 'A paid order is not placed for over an hour',
  order_id_differs: 'A shop names a shipping order by two ids',
  shop_switched_off: 'A shop was switched off with an open line',
  tracking_failed: 'Tracking was not delivered',
  package_for_stopped_order: 'A parcel of a stopped order is on its way',
  cancellation_unanswered: 'A cancellation ended with no caller waiting',
  cancellation_refused: 'A shop does not confirm a stop',
  cancellation_overruled: 'A shop had shipped what was to be cancelled',
  cannot_ship_unroutable: 'A shop cannot ship, and no other can',
  return_failed: 'A return was not registered',
  return_waiting: 'A return waits for support',
  dead_letter: 'Messages failed permanently',
};

const names: Readonly<Record<string, string>> = ALERT_NAMES;

/** The label of an alert; for a kind that another release raised, the kind itself. */
export function alertName(kind: string): string {
  return names[kind] ?? `Alert of an unknown kind (${kind})`;
}
