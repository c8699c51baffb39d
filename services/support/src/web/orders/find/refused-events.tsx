import { answerText, EVENT_COLUMNS, type ListedEvent } from '@hub/desk/events';
import { TableOf } from '../../lists/list-table';

/** Why there is no order of a name: its events were refused. */
export function RefusedEvents({
  refused,
  search,
  now,
}: {
  refused: readonly ListedEvent[];
  search: string;
  now: number;
}) {
  const [latest] = refused;
  if (!latest) return null;
  return (
    <section aria-labelledby="refused">
      <h2 id="refused">No order found under “{search}”: what came was refused</h2>
      <p class="panel" role="status">
        <strong>
          {latest.event ?? 'An event'} of {latest.shopName} was refused: {answerText(latest)}
          {latest.field && (
            <>
              {' '}
              <code>{latest.field}</code>
            </>
          )}
        </strong>
        {latest.reason && <>, {latest.reason}</>}
      </p>
      <TableOf label="Refused events" columns={EVENT_COLUMNS} rows={refused} now={now} />
    </section>
  );
}
