import { Instant, instantToIso } from '@hub/contract';
import { print, printJson, printTable, time } from '../output';
import { csvLine, type Settlement, type Side } from '@hub/support-desk';

const HEADINGS: Record<Side, string> = { ships: 'shipped for others', sells: 'shipped by others' };
const COLUMNS = [
  'kind',
  'side',
  'selling_shop',
  'shipping_shop',
  'order_id',
  'line_item_id',
  'external_ref',
  'at',
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
] as const;
type Row = Partial<Record<(typeof COLUMNS)[number], string>>;

/** One flat table: a `line` row for each settled line, a `return` row for each return, a `total` row for each side. */
export function printSettlementCsv(settlement: Settlement): void {
  const lines = rowsOf(settlement).map((row) => COLUMNS.map((column) => row[column] ?? null));
  for (const line of [COLUMNS, ...lines]) print(csvLine(line));
}

export function printSettlementJson({ shop, lines, returns, totals }: Settlement): void {
  printJson({
    shop,
    lines: lines.map(lineRow),
    returns: returns.map(returnRow),
    totals: totals.map(totalRow),
  });
}

export function printSettlement({ shop, lines, returns, totals }: Settlement): void {
  if (lines.length === 0) print(`no line of ${shop} settled in this period`);
  for (const total of totals) {
    print(`${HEADINGS[total.side]}, ${total.currency}`);
    const own = lines.filter(
      ({ side, calculation }) => side === total.side && calculation.currency === total.currency,
    );
    printTable(
      ['shipped', 'with', 'order', 'line', 'pieces', 'each', 'owed', 'rounding', 'shipping'],
      own.map((line) => [
        iso(line.shippedAt),
        line.side === 'ships' ? line.sellingShop : line.shippingShop,
        line.orderId,
        line.lineItemId,
        String(line.quantity),
        line.calculation.unitPrice,
        line.calculation.owed,
        line.calculation.rounding,
        line.calculation.shipping.share,
      ]),
    );
    const whose = total.side === 'ships' ? `others owe ${shop}` : `${shop} owes others`;
    print(
      `${whose}: ${total.due} ${total.currency} (goods ${total.owed}, of which rounding ${total.rounding}; ` +
        `shipping ${total.shippingShare})`,
    );
    print('');
  }
  for (const goods of returns)
    print(
      `returned, not reversed: ${goods.quantity} of line ${goods.lineItemId} of order ${goods.orderId}, sold by ` +
        `${goods.sellingShop}, shipped by ${goods.shippingShop}; reported by ${goods.reportedBy} at ${time(goods.receivedAt)}`,
    );
}

function rowsOf({ lines, returns, totals }: Settlement): Row[] {
  return [...lines.map(lineRow), ...returns.map(returnRow), ...totals.map(totalRow)];
}

function lineRow(line: Settlement['lines'][number]) {
  const { calculation } = line;
  return {
    kind: 'line',
    side: line.side,
    selling_shop: line.sellingShop,
    shipping_shop: line.shippingShop,
    order_id: line.orderId,
    line_item_id: line.lineItemId,
    external_ref: line.reference,
    at: iso(line.shippedAt),
    currency: calculation.currency,
    quantity: String(line.quantity),
    unit_price: calculation.unitPrice,
    owed: calculation.owed,
    rounding: calculation.rounding,
    shipping_share: calculation.shipping.share,
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
  };
}

function returnRow(goods: Settlement['returns'][number]) {
  return {
    kind: 'return',
    side: goods.side,
    selling_shop: goods.sellingShop,
    shipping_shop: goods.shippingShop,
    order_id: goods.orderId,
    line_item_id: goods.lineItemId,
    at: time(goods.receivedAt),
    quantity: String(goods.quantity),
    reported_by: goods.reportedBy,
  };
}

function totalRow(total: Settlement['totals'][number]) {
  return {
    kind: 'total',
    side: total.side,
    currency: total.currency,
    lines: total.lines,
    owed: total.owed,
    rounding: total.rounding,
    shipping_share: total.shippingShare,
    due: total.due,
  };
}

function iso(ns: bigint): string {
  return instantToIso(Instant.parse(new Date(Number(ns / 1_000_000n)).toISOString()));
}
