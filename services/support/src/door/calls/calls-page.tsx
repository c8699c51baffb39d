import { callOutcome } from '@hub/desk/calls';
import type { CallSummary, CallView } from '@hub/desk/door';
import { Json } from '../../web/layout/json';
import { Time } from '../../web/layout/time';
import { Further, None, Table } from '../layout/table';

/** Calls to the shop's store, the latest first. */
export function CallsPage({ calls, next }: { calls: readonly CallSummary[]; next: string | null }) {
  return (
    <>
      <h1>Calls to your store</h1>
      <p class="soft">Of 90 days. Quantities that were written and confirmed are on the page Quantities.</p>
      <Table
        label="Calls to your store"
        none="None so far."
        rows={calls}
        columns={[
          { name: 'Call', cell: (call) => <a href={`/calls/${call.id}`}>{`${call.method} ${call.path}`}</a> },
          { name: 'At', cell: (call) => <Time at={new Date(call.at)} /> },
          { name: 'Answered', cell: (call) => answerOf(call) },
          {
            name: 'Reference',
            cell: (call) => (call.reference === null ? <None /> : <span class="ref">{call.reference}</span>),
          },
          { name: 'Attempts', number: true, cell: (call) => call.attempts },
        ]}
      />
      <Further href="/calls?after=" next={next} />
    </>
  );
}

/** One call, with its bodies. */
export function CallPage({ call }: { call: CallView }) {
  return (
    <>
      <p>
        <a href="/calls">All calls</a>
      </p>
      <h1>{`${call.method} ${call.path}`}</h1>
      <p>
        <Time at={new Date(call.at)} />: {answerOf(call)}, {call.attempts} attempts, {call.duration_ms} ms
        {call.reference !== null && `, reference ${call.reference}`}.
      </p>
      <p class="soft">Personal data is masked.</p>
      <Json value={call.request} label="What was sent" />
      <Json value={call.response} label="What your store answered" />
    </>
  );
}

function answerOf({ status, outcome, code }: CallSummary): string {
  return [status ?? 'no answer', callOutcome(outcome), code ?? ''].filter((part) => part !== '').join(' ');
}
