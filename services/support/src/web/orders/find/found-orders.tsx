import { type FoundOrder, headlineText, searchKey, SHORTEST_BEGINNING } from '@hub/desk/orders';
import { State } from '../../layout/state';
import type { Column } from '../../lists/column';
import { DataTable } from '../../lists/data-table';

/** The most results of one search. */
const AT_ONCE = 50;

const COLUMNS: readonly Column<FoundOrder>[] = [
  {
    name: 'Order',
    head: true,
    text: ({ orderId }) => orderId,
    cell: ({ id, orderId, orderNumber }) => (
      <>
        <a href={`/orders/${id}`}>{orderNumber ?? orderId}</a>
        {orderNumber !== null && (
          <>
            <br />
            <small>{orderId}</small>
          </>
        )}
      </>
    ),
  },
  { name: 'Selling shop', text: ({ shopName }) => shopName },
  {
    name: 'State',
    text: ({ headline }) => headlineText(headline).text,
    cell: ({ headline }) => <State {...headlineText(headline)} />,
  },
  { name: 'Received', text: ({ receivedAt }) => receivedAt },
  { name: 'Found at', text: ({ shopNames }) => [...new Set(shopNames)].join(', ') },
];

/** Orders that were found. */
export function FoundOrders({
  found,
  begins,
  search,
}: {
  found: readonly FoundOrder[];
  /** Whether the search text is only the beginning of their names. */
  begins: boolean;
  search: string;
}) {
  if (found.length === 0)
    return (
      <p class="panel" role="status">
        <strong>No order found{search && ` under “${search}”`}.</strong> No order, reference, tracking number,
        return, line, article or shop has it, nor an event refused in the last seven days. Customers' names
        and addresses are not searched: use the <a href="#by-email">customer's e-mail address</a>.
        {search !== '' && searchKey(search).length < SHORTEST_BEGINNING && (
          <> The beginning of a name needs {SHORTEST_BEGINNING} characters.</>
        )}
      </p>
    );
  return (
    <section aria-labelledby="found">
      <h2 id="found">
        {found.length === AT_ONCE
          ? `The ${AT_ONCE} latest`
          : found.length === 1
            ? '1 order'
            : `${found.length} orders`}
        {search && ` found under “${search}”${begins ? ' …' : ''}`}
      </h2>
      <DataTable label="Orders found" columns={COLUMNS} rows={found} />
    </section>
  );
}
