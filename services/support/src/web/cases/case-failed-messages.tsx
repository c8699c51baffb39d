import { aboutOf, messageState } from '@hub/desk/messages';
import { reasonLabel } from '@hub/desk/words';
import { CASE_SHOWS, type CaseFailedMessage } from '@hub/desk/cases';
import { listAddress } from '@hub/desk/engine';
import { may, type Viewer } from '../access/viewer';
import { ActionForm } from '../layout/action-form';
import { Scroll } from '../layout/scroll';
import { State } from '../layout/state';
import { Time } from '../layout/time';

/** The failed messages of a case, each with its replay, and all of them together. */
export function CaseFailedMessages({
  failedMessages,
  viewer,
  now,
}: {
  failedMessages: readonly CaseFailedMessage[];
  viewer: Viewer;
  now: number;
}) {
  const [first] = failedMessages;
  if (first === undefined) return null;
  const mayAct = may(viewer, 'agent');
  const open = failedMessages.filter(({ state }) => state === 'open');
  return (
    <section aria-labelledby="letters-title">
      <h2 id="letters-title">Failed messages</h2>
      <Scroll label="Failed messages of this case">
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">Message</th>
              <th scope="col">Why</th>
              <th scope="col">Status</th>
              <th scope="col">Last failed</th>
              {mayAct && <th scope="col">Action</th>}
            </tr>
          </thead>
          <tbody>
            {failedMessages.map((failedMessage) => (
              <Row failedMessage={failedMessage} viewer={viewer} now={now} />
            ))}
          </tbody>
        </table>
      </Scroll>
      {failedMessages.length >= CASE_SHOWS && (
        <p class="soft">
          These are the {CASE_SHOWS} that have waited longest.{' '}
          <a href={listAddress('/dead-letters', { origin: first.origin, reason: first.reason })}>
            All failed messages with the reason of the first
          </a>
        </p>
      )}
      {mayAct && open.length > 1 && (
        <ActionForm action="/dead-letters/sets" class="actions" label="Replay them together">
          <input type="hidden" name="choice" value="ticked" />
          {open.map(({ id }) => (
            <input type="hidden" name="ids" value={id} />
          ))}
          <button type="submit" class="quiet">
            See what a replay of these {open.length} messages would do
          </button>
        </ActionForm>
      )}
    </section>
  );
}

function Row({
  failedMessage,
  viewer,
  now,
}: {
  failedMessage: CaseFailedMessage;
  viewer: Viewer;
  now: number;
}) {
  const { type, reason, state, orderId, orderNumber, lastFailedAt } = failedMessage;
  return (
    <tr>
      <th scope="row" data-label="Message">
        <a href={`/dead-letters/${failedMessage.id}`}>
          {aboutOf(type)}
          {orderId !== null && ` of order ${orderNumber ?? orderId}`}
        </a>
      </th>
      <td data-label="Why">{reasonLabel(reason)}</td>
      <td data-label="Status">
        <State {...messageState(failedMessage)} />
      </td>
      <td data-label="Last failed">
        <Time at={lastFailedAt} since={now} />
      </td>
      {may(viewer, 'agent') && (
        <td data-label="Action">
          {state === 'open' && <Actions failedMessage={failedMessage} viewer={viewer} />}
        </td>
      )}
    </tr>
  );
}

function Actions({
  failedMessage: { id, type, isEvent },
  viewer,
}: {
  failedMessage: CaseFailedMessage;
  viewer: Viewer;
}) {
  return (
    <div class="actions">
      <a class="button quiet" href={`/dead-letters/${id}/replay`} aria-label={`Replay ${aboutOf(type)}`}>
        Replay
      </a>
      {isEvent && may(viewer, 'lead') && (
        <ActionForm action={`/dead-letters/${id}/edit`} label={`Edit ${aboutOf(type)}`}>
          <button type="submit" class="quiet">
            Edit…
          </button>
        </ActionForm>
      )}
    </div>
  );
}
