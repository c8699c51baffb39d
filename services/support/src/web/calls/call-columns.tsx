import type { ListedCall } from '@hub/support-desk';
import { figure } from '@hub/support-desk/words';
import { State } from '../layout/state';
import type { Column } from '../lists/column';
import { callOutcome, callTone } from '../orders/call-labels';
import { operationName } from '../shops/shop-labels';

/** The list of calls to stores, on the page and in the file. */
export const CALL_COLUMNS: readonly Column<ListedCall>[] = [
  { name: 'At', text: ({ at }) => at },
  {
    name: 'Called',
    text: ({ shopName }) => shopName,
    cell: ({ shop, shopName }) => <a href={`/shops/${shop}`}>{shopName}</a>,
  },
  {
    name: 'Call',
    head: true,
    text: ({ operation }) => operationName(operation),
    cell: ({ id, operation, method, path }) => (
      <>
        <a href={`/calls/${id}`}>{operationName(operation)}</a>
        <br />
        <small class="ref">
          {method} {path}
        </small>
      </>
    ),
  },
  { name: 'Method', fileOnly: true, text: ({ method }) => method },
  { name: 'Path', fileOnly: true, text: ({ path }) => path },
  {
    name: 'Order',
    text: ({ order }) => order,
    cell: ({ order, sellerOrderId }) => order && <a href={`/orders/${sellerOrderId}`}>{order}</a>,
  },
  { name: 'Reference', fileOnly: true, text: ({ reference }) => reference },
  {
    name: 'Answer',
    text: answerOf,
    cell: (call) => <State tone={callTone(call)} text={answerOf(call)} />,
  },
  { name: 'Outcome', fileOnly: true, text: ({ outcome }) => outcome },
  { name: 'Attempts', number: true, text: ({ attempts }) => attempts },
  {
    name: 'Took, ms',
    number: true,
    text: ({ durationMs }) => durationMs,
    cell: ({ durationMs }) => figure(durationMs),
  },
];

/** Such as `422 invalid_request`. */
export function answerOf({ status, code, outcome }: Pick<ListedCall, 'status' | 'code' | 'outcome'>): string {
  if (outcome === 'confirmed') return String(status ?? 'confirmed');
  return [status ?? 'no answer', code ?? callOutcome(outcome)].join(' ');
}
