import { HELD_REASONS, whyHeld, whyWaiting, withMinorUnits, type ListedOrder } from '@hub/support-desk';
import { money } from '@hub/support-desk/words';
import { State } from '../../layout/state';
import type { Column } from '../../lists/column';
import { headlineText } from './headline-text';

/** The list of orders, on the page and in the file. */
export const ORDER_COLUMNS: readonly Column<ListedOrder>[] = [
  {
    name: 'Order',
    head: true,
    text: ({ orderNumber, orderId }) => orderNumber ?? orderId,
    cell: ({ id, orderNumber, orderId }) => (
      <>
        <a href={`/orders/${id}`}>{orderNumber ?? orderId}</a>
        {orderNumber !== null && orderNumber !== orderId && (
          <>
            <br />
            <small>{orderId}</small>
          </>
        )}
      </>
    ),
  },
  { name: 'Order id', fileOnly: true, text: ({ orderId }) => orderId },
  {
    name: 'Sold by',
    text: ({ shopName }) => shopName,
    cell: ({ shop, shopName }) => <a href={`/shops/${shop}`}>{shopName}</a>,
  },
  {
    name: 'State',
    text: ({ headline }) => headlineText(headline).text,
    cell: ({ headline, mode, reasons }) => (
      <>
        <State {...headlineText(headline)} />
        {mode === 'dry_run' && headline !== 'dry_run' && <small> dry run</small>}
        {reasons.length > 0 && <div class="soft">{reasons.map(reasonText).join('; ')}</div>}
      </>
    ),
  },
  { name: 'Why', fileOnly: true, text: ({ reasons }) => reasons.map(reasonText).join('; ') },
  {
    name: 'Article',
    text: ({ title }) => title,
    cell: ({ title, lines }) => (
      <>
        {title ?? <span class="soft">no title</span>}
        {lines > 1 && <small> and {lines - 1} more</small>}
      </>
    ),
  },
  { name: 'Lines', fileOnly: true, text: ({ lines }) => lines },
  { name: 'Shipped by', text: ({ shippingShops }) => shippingShops.join(', ') },
  { name: 'To', text: ({ country }) => country },
  {
    name: 'Total',
    number: true,
    text: ({ total, currency }) => withMinorUnits(total, currency),
    cell: ({ total, currency }) => money(total, currency),
  },
  { name: 'Currency', fileOnly: true, text: ({ currency }) => currency },
  { name: 'Received', text: ({ receivedAt }) => receivedAt },
];

/** Why a line waits, or its order is held. */
export function reasonText(reason: string): string {
  return HELD_REASONS.includes(reason) ? whyHeld(reason) : whyWaiting(reason);
}
