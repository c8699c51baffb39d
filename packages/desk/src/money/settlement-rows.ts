import { Instant, instantToIso } from '@hub/contract';
import { csvHead, csvRow } from '../engine/csv';
import { accountLines, type AccountLine } from './net-owed';
import { dueOf, inPlaces, type Settlement } from './settle';
import type { NetworkLine } from './settled-line';

const COLUMNS = [
  'kind',
  'side',
  'selling_shop',
  'shipping_shop',
  'order_id',
  'line_item_id',
  'external_ref',
  'at',
  'shipped_at',
  'currency',
  'quantity',
  'unit_price',
  'owed',
  'rounding',
  'shipping_share',
  'due',
  'gross',
  'discount_share',
  'after_discount',
  'consumer_vat_rate',
  'consumer_vat',
  'net',
  'split_rate',
  'payout',
  'injection_vat_rate',
  'injection_vat',
  'reported_by',
  'package_reported',
  'ordered',
  'order_number',
  'variant_id',
  'title',
] as const;

/** A row of a settlement, of any kind. */
export type SettlementRow = Partial<Record<(typeof COLUMNS)[number], string | number>>;

/** The beginning of its file. */
export const SETTLEMENT_HEAD = csvHead(COLUMNS);

/** One flat table: a `line` row for each settled line, a `return` row for each returned line, a `total` row for each side, a `net` row for each currency. */
export function settlementCsv(found: readonly SettlementRow[]): string {
  return found.map((row) => csvRow(COLUMNS.map((column) => row[column] ?? null))).join('');
}

/** A settlement in the terms of files and programs. */
export function settlementRows({ lines, returns, totals }: Omit<Settlement, 'shop'>) {
  return {
    lines: lines.map(lineRow),
    returns: returns.map(returnRow),
    totals: totals.map((total) => ({ kind: 'total', side: total.side, ...amountsOf(total) })),
    net: accountLines(totals)
      .filter(({ side }) => side === 'net')
      .map((net) => ({ kind: 'net', ...amountsOf(net) })),
  };
}

function namesOf(line: NetworkLine) {
  return { order_number: line.orderNumber ?? '', variant_id: line.variantId, title: line.title ?? '' };
}

/** A settled line, with each step of its money. */
export function lineRow(line: Settlement['lines'][number]) {
  const { calculation } = line;
  return {
    kind: 'line',
    side: line.side,
    selling_shop: line.sellingShop,
    shipping_shop: line.shippingShop,
    order_id: line.orderId,
    line_item_id: line.lineItemId,
    external_ref: line.reference,
    at: line.settledAt.toISOString(),
    shipped_at: shippedAtIso(line),
    currency: calculation.currency,
    quantity: String(line.quantity),
    unit_price: calculation.unitPrice,
    owed: inPlaces(calculation.owed, calculation.currency),
    rounding: calculation.rounding,
    shipping_share: calculation.shipping.share,
    due: dueOf(calculation),
    gross: calculation.gross,
    discount_share: calculation.discountShare,
    after_discount: calculation.afterDiscount,
    consumer_vat_rate: calculation.consumerVatRate,
    consumer_vat: calculation.consumerVat,
    net: calculation.net,
    split_rate: calculation.splitRate,
    payout: calculation.payout,
    injection_vat_rate: calculation.injectionVatRate ?? '',
    injection_vat: calculation.injectionVat,
    ordered: String(line.ordered),
    ...namesOf(line),
  };
}

/** A returned line. */
export function returnRow(goods: Settlement['returns'][number]) {
  return {
    kind: 'return',
    side: goods.side,
    selling_shop: goods.sellingShop,
    shipping_shop: goods.shippingShop,
    order_id: goods.orderId,
    line_item_id: goods.lineItemId,
    at: goods.receivedAt.toISOString(),
    quantity: String(goods.quantity),
    reported_by: goods.reportedBy,
    package_reported: goods.isShipped ? 'yes' : 'no',
    ...namesOf(goods),
  };
}

function amountsOf({ currency, lines, owed, rounding, shippingShare, due }: AccountLine) {
  return { currency, lines, owed, rounding, shipping_share: shippingShare, due };
}

/** When the last package of a line left, to the millisecond. */
export function shippedAtIso({ shippedAt }: { shippedAt: bigint }): string {
  return instantToIso(Instant.parse(new Date(Number(shippedAt / 1_000_000n)).toISOString()));
}
