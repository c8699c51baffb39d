import { callOutcome } from '@hub/desk/calls';
import { callFigures, type StoreCall } from './call-labels';
import { Json } from '../layout/json';

/** The request to a store and its response; personal data was masked when it was recorded (D29). */
export function CallDetails({ call }: { call: StoreCall }) {
  return (
    <>
      <dl class="facts">
        <dt>Request</dt>
        <dd>
          <code>
            {call.method} {call.path}
          </code>
        </dd>
        <dt>Answer</dt>
        <dd>
          {call.status === null ? 'none' : `status ${call.status}`}
          {call.code && `, code ${call.code}`}
        </dd>
        <dt>Outcome</dt>
        <dd>
          {callOutcome(call.outcome)}, {callFigures(call)}
        </dd>
        {call.reference && (
          <>
            <dt>Reference</dt>
            <dd>
              <code>{call.reference}</code>
            </dd>
          </>
        )}
      </dl>
      <div class="pair">
        <Json label="What was sent (masked)" value={call.request} />
        <Json label="What came back (masked)" value={call.response} />
      </div>
    </>
  );
}
