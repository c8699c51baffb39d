import { callAnswer, callTone, operationName, type ShownCall } from '@hub/desk/calls';
import { figure } from '@hub/desk/words';
import { Json } from '../layout/json';
import { State } from '../layout/state';
import { Time } from '../layout/time';
import { ShopLink } from '../layout/shop-link';
import type { Column } from '../lists/column';
import { DataTable } from '../lists/data-table';

type Attempt = ShownCall['attemptLog'][number];

const ATTEMPTS: readonly Column<Attempt>[] = [
  { name: 'Began', head: true, text: ({ at }) => at, cell: ({ at }) => <Time at={at} /> },
  {
    name: 'Answer',
    text: attemptText,
    cell: (attempt) => <State tone={attempt.failure === null ? 'good' : 'bad'} text={attemptText(attempt)} />,
  },
  { name: 'Took, ms', number: true, text: ({ duration_ms: took }) => took },
];

/** One call to a store: each attempt, its request and its response. */
export function CallPage({ call }: { call: ShownCall }) {
  return (
    <>
      <p>
        <a href={`/calls?shop=${call.shop}`}>Calls to {call.shopName}</a>
      </p>
      <h1>
        {operationName(call.operation)}{' '}
        <small>
          {call.method} {call.path}
        </small>
      </h1>
      <dl class="facts">
        <dt>Store of</dt>
        <dd>
          <ShopLink shop={call.shop} name={call.shopName} />
        </dd>
        {call.order !== null && (
          <>
            <dt>Order</dt>
            <dd>
              <a href={`/orders/${call.sellerOrderId}`}>{call.order}</a>
            </dd>
          </>
        )}
        {call.reference !== null && (
          <>
            <dt>Reference</dt>
            <dd>
              <a class="ref" href={`/calls?${new URLSearchParams({ reference: call.reference }).toString()}`}>
                {call.reference}
              </a>
            </dd>
          </>
        )}
        <dt>Ended</dt>
        <dd>
          <Time at={call.at} />
        </dd>
        <dt>Answer</dt>
        <dd>
          <State tone={callTone(call)} text={callAnswer(call)} />
        </dd>
        <dt>Took</dt>
        <dd>
          {figure(call.durationMs)} ms, {call.attempts === 1 ? 'one attempt' : `${call.attempts} attempts`}
        </dd>
      </dl>
      {call.attemptLog.length > 0 && (
        <>
          <h2>Attempts</h2>
          <DataTable label="Attempts" columns={ATTEMPTS} rows={call.attemptLog} />
          {call.attempts > call.attemptLog.length && (
            <p class="soft">
              Those before stand with the call that was broken off earlier, under the same reference.
            </p>
          )}
        </>
      )}
      <h2>Bodies</h2>
      <div class="pair">
        <Json label="What was sent (masked)" value={call.request} />
        <Json label="What came back (masked)" value={call.response} />
      </div>
    </>
  );
}

function attemptText({ status, failure, code }: Attempt): string {
  return [status ?? (failure === 'timeout' ? 'no answer in time' : 'no answer'), code ?? ''].join(' ').trim();
}
