import { print, printTable } from '../output';
import type { Settlement } from './settlement-pages';

type Side = Settlement['totals'][number]['side'];
type Returned = Settlement['returns'][number];

const HEADINGS: Record<Side, string> = { ships: 'shipped for others', sells: 'shipped by others' };

/** By side and currency, each with its lines; then the net, and each returned order once. */
export async function printSettlement({ shop, lines, returns, totals, net }: Settlement): Promise<void> {
  const { netLabel, returnedOrders } = await import('@hub/desk/money');
  if (lines.length === 0) print(`no line of ${shop} settled in this period`);
  for (const total of totals) {
    print(`${HEADINGS[total.side]}, ${total.currency}`);
    const own = lines.filter(({ side, currency }) => side === total.side && currency === total.currency);
    printTable(
      [
        'recorded',
        'shipped',
        'with',
        'order',
        'item',
        'line',
        'pieces',
        'each',
        'owed',
        'rounding',
        'shipping',
        'due',
      ],
      own.map((line) => [
        line.at,
        line.shipped_at,
        line.side === 'ships' ? line.selling_shop : line.shipping_shop,
        line.order_number || line.order_id,
        line.title || line.variant_id,
        line.line_item_id,
        line.quantity,
        line.unit_price,
        line.owed,
        line.rounding,
        line.shipping_share,
        line.due,
      ]),
    );
    const whose = total.side === 'ships' ? `others owe ${shop}` : `${shop} owes others`;
    print(
      `${whose}: ${total.due} ${total.currency} (goods ${total.owed}, of which rounding ${total.rounding}; ` +
        `shipping ${total.shipping_share})`,
    );
    print('');
  }
  for (const { currency, due } of net) print(`net of ${shop}: ${due} ${currency}, ${netLabel(due)}`);
  for (const order of returnedOrders(returns, ({ order_id: id, selling_shop: of }) => `${of} ${id}`))
    print(returnedText(order));
}

function returnedText({ first, lines }: { first: Returned; lines: readonly Returned[] }): string {
  const goods = lines.map(
    ({ quantity, line_item_id: line, title, shipping_shop: shipper, package_reported: isReported }) =>
      `${quantity} of line ${line}${title && ` (${title})`}, shipped by ${shipper}` +
      (isReported === 'no' ? ', no package was reported: not owed' : ''),
  );
  const name = first.order_number || first.order_id;
  return (
    `returned, not reversed: order ${name}, sold by ${first.selling_shop}; reported by ${first.reported_by} ` +
    `at ${first.at}: ${goods.join('; ')}`
  );
}
