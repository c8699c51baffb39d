import { MESSAGE_COLUMNS, type DeadLetterSummary } from '@hub/desk/messages';
import { figure } from '@hub/desk/words';
import { Live } from '../../layout/live';
import { TableOf } from '../../lists/list-table';

export interface SetFailedMessagesProps {
  /** The id of the set. */
  id: string;
  /** How many it has. */
  count: number;
  /** Some of them, starting at `from`. */
  failedMessages: readonly DeadLetterSummary[];
  from: number;
  /** Addresses of the previous and the next page; null: there is none. */
  before: string | null;
  after: string | null;
  now: number;
}

/** The messages of a set with their states, self-refreshing. */
export function SetFailedMessages({
  id,
  count,
  failedMessages,
  from,
  before,
  after,
  now,
}: SetFailedMessagesProps) {
  if (failedMessages.length === 0) return null;
  return (
    <section aria-labelledby="which">
      <h2 id="which">Messages</h2>
      <Live id="letters" href={`/dead-letters/sets/${id}/letters?from=${from}`}>
        <TableOf label="Failed messages" columns={MESSAGE_COLUMNS} rows={failedMessages} now={now} />
      </Live>
      {(before ?? after) !== null && (
        <p class="actions">
          <span class="soft">
            {figure(from + 1)} to {figure(from + failedMessages.length)} of {figure(count)} messages
          </span>
          {before && (
            <a class="button quiet" href={before} rel="prev">
              Those before
            </a>
          )}
          {after && (
            <a class="button quiet" href={after} rel="next">
              Those after
            </a>
          )}
        </p>
      )}
    </section>
  );
}
