import type { CaseLetter } from '@hub/support-desk';
import { ActionForm } from '../layout/action-form';
import { Scroll } from '../layout/scroll';
import { State } from '../layout/state';
import { Time } from '../layout/time';
import { plainFailure } from '../orders/trouble';

/** The failed messages of a case, each with its replay, and all of them together. */
export function CaseLetters({
  letters,
  mayAct,
  now,
}: {
  letters: readonly CaseLetter[];
  mayAct: boolean;
  now: number;
}) {
  if (letters.length === 0) return null;
  const open = letters.filter(({ state }) => state === 'open');
  return (
    <section aria-labelledby="letters-title">
      <h2 id="letters-title">Failed messages</h2>
      <Scroll label="Failed messages">
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
            {letters.map((letter) => (
              <Row letter={letter} mayAct={mayAct} now={now} />
            ))}
          </tbody>
        </table>
      </Scroll>
      {mayAct && open.length > 1 && (
        <ActionForm action="/dead-letters/sets" class="actions" label="Replay them together">
          <input type="hidden" name="choice" value="ticked" />
          {open.map(({ id }) => (
            <input type="hidden" name="ids" value={id} />
          ))}
          <button type="submit" class="quiet">
            See what a replay of these {open.length} would do
          </button>
        </ActionForm>
      )}
    </section>
  );
}

function Row({ letter, mayAct, now }: { letter: CaseLetter; mayAct: boolean; now: number }) {
  const { id, type, reason, state, orderId, lastFailedAt } = letter;
  return (
    <tr>
      <th scope="row" data-label="Message">
        <a href={`/dead-letters/${id}`}>
          {type}
          {orderId !== null && ` of order ${orderId}`}
        </a>
      </th>
      <td data-label="Why">{plainFailure(reason)}</td>
      <td data-label="Status">
        <State
          text={state === 'open' ? 'failed' : 'being replayed'}
          tone={state === 'open' ? 'bad' : 'warn'}
        />
      </td>
      <td data-label="Last failed">
        <Time at={lastFailedAt} since={now} />
      </td>
      {mayAct && (
        <td data-label="Action">
          {state === 'open' && (
            <a class="button quiet" href={`/dead-letters/${id}/replay`} aria-label={`Replay ${type}`}>
              Replay
            </a>
          )}
        </td>
      )}
    </tr>
  );
}
