import { settlementCsv, settlementRows, shippedAtIso, type Settlement, type Side } from '@hub/support-desk';
import { print, printJson, printTable, time } from '../output';

const HEADINGS: Record<Side, string> = { ships: 'shipped for others', sells: 'shipped by others' };
/** One flat table: a `line` row for each settled line, a `return` row for each return, a `total` row for each side. */
export function printSettlementCsv(settlement: Settlement): void {
  settlementCsv(settlement).forEach(print);
}

export function printSettlementJson(settlement: Settlement): void {
  printJson({ shop: settlement.shop, ...settlementRows(settlement) });
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
        shippedAtIso(line),
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
