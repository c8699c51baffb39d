import type { StoredTable } from './stored-table';

const IDENTITY = 'An order, package, return or cancellation that comes again must be recognised (D30).';
const MONEY = 'It proves what a shop is owed (D24).';
const PART_OF_ORDER = 'It is a part of the order, which is shown and exported with it.';

/** Tables that grow with orders. */
export const ORDER_TABLES: Readonly<Record<string, StoredTable>> = {
  seller_order: {
    grows: 'order',
    bytes: 530,
    why: `${IDENTITY} Its personal data is blanked after 180 days.`,
  },
  order_line: { grows: 'order', bytes: 280, why: PART_OF_ORDER },
  routing_decision: {
    grows: 'order',
    bytes: 2_150,
    kept: '`ROUTING_DECISION_MONTHS` (13 months), then until its month is over',
    rules: ['months of routing decisions that are over', 'routing decisions without a month'],
  },
  shipping_order: { grows: 'order', bytes: 2_000, why: `${IDENTITY} Its address is blanked after 180 days.` },
  shipping_order_line: { grows: 'order', bytes: 760, why: MONEY },
  shipping_order_alias: { grows: 'order', rows: 0.01, bytes: 200, why: IDENTITY },
  reservation: {
    grows: 'order',
    bytes: 280,
    kept: '180 days after it ended',
    rules: ['ended reservations'],
  },
  package: { grows: 'package', bytes: 650, why: IDENTITY },
  package_line: { grows: 'package', bytes: 200, why: MONEY },
  package_correction: { grows: 'package', rows: 0.01, bytes: 500, why: PART_OF_ORDER },
  cancellation: {
    grows: 'cancellation',
    bytes: 400,
    why: `${IDENTITY} Its reason is blanked after 180 days.`,
  },
  shipping_order_stop: { grows: 'cancellation', bytes: 400, why: PART_OF_ORDER },
  cancellation_marker: {
    grows: 'cancellation',
    rows: 0.01,
    bytes: 250,
    kept: 'until its order comes, which is then held (D12); its reason is blanked after 180 days',
    removedBy: 'the worker that accepts the order',
  },
  return: { grows: 'return', bytes: 500, why: `${IDENTITY} The customer's note is blanked after 180 days.` },
  return_line: { grows: 'return', bytes: 250, why: MONEY },
  skipped_order: {
    grows: 'order',
    rows: 0.01,
    kept: '15 minutes',
    removedBy: 'routing, when it has looked again (D38)',
  },
  stock_fall: {
    grows: 'event',
    rows: 0.01,
    kept: 'while a shipping order that was sent may be its cause',
    removedBy: 'inventory, when no such shipping order is left (D17)',
  },
  restore_gap: { grows: 'action', rows: 0.01, bytes: 300, why: 'One for each restored backup.' },
  restore_report: {
    grows: 'action',
    rows: 0.01,
    bytes: 200,
    kept: 'permanently, unless the same gap is restored again',
    removedBy: 'the announcement of that restore',
  },
  restored_reference: {
    grows: 'action',
    rows: 1,
    bytes: 200,
    kept: 'permanently, as the latest list of what a shop had when a backup was restored',
    removedBy: 'a later list of its shop for the same gap, which takes its place',
  },
};
