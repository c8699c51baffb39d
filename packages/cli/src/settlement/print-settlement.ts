import { print, printTable } from '../output';
import type { Settlement } from './settlement-pages';

type Side = Settlement['totals'][number]['side'];

const HEADINGS: Record<Side, string> = { ships: 'shipped for others', sells: 'shipped by others' };
/** By side and currency, each with its lines and returns. */
export function printSettlement({ shop, lines, returns, totals }: Settlement): void {
  if (lines.length === 0) print(`no line of ${shop} settled in this period`);
  for (const total of totals) {
    print(`${HEADINGS[total.side]}, ${total.currency}`);
    const own = lines.filter(({ side, currency }) => side === total.side && currency === total.currency);
    printTable(
      ['recorded', 'shipped', 'with', 'order', 'line', 'pieces', 'each', 'owed', 'rounding', 'shipping'],
      own.map((line) => [
        line.at,
        line.shipped_at,
        line.side === 'ships' ? line.selling_shop : line.shipping_shop,
        line.order_id,
        line.line_item_id,
        line.quantity,
        line.unit_price,
        line.owed,
        line.rounding,
        line.shipping_share,
      ]),
    );
    const whose = total.side === 'ships' ? `others owe ${shop}` : `${shop} owes others`;
    print(
      `${whose}: ${total.due} ${total.currency} (goods ${total.owed}, of which rounding ${total.rounding}; ` +
        `shipping ${total.shipping_share})`,
    );
    print('');
  }
  for (const goods of returns)
    print(
      `returned, not reversed: ${goods.quantity} of line ${goods.line_item_id} of order ${goods.order_id}, sold by ` +
        `${goods.selling_shop}, shipped by ${goods.shipping_shop}; reported by ${goods.reported_by} at ${goods.at}` +
        (goods.package_reported === 'no' ? '; no package was reported: not owed' : ''),
    );
}
