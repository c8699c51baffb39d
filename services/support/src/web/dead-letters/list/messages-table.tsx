import { outcomeLabel } from '@hub/messaging';
import { reasonLabel, type DeadLetterSummary } from '@hub/support-desk';
import { figure } from '@hub/support-desk/words';
import { Scroll } from '../../layout/scroll';
import { State } from '../../layout/state';
import { Time } from '../../layout/time';
import { aboutOf, LETTER_STATES } from '../texts';

export interface FailedMessagesTableProps {
  failedMessages: readonly DeadLetterSummary[];
  now: number;
  /** Whether rows can be ticked: only within a form. */
  choosable?: boolean;
}

/** Failed messages, one row each. */
export function FailedMessagesTable({ failedMessages, now, choosable = false }: FailedMessagesTableProps) {
  return (
    <Scroll label="Failed messages">
      <table class="letters rows">
        <thead>
          <tr>
            {choosable && (
              <th scope="col">
                <label class="tick">
                  <input type="checkbox" data-ticks-all aria-label="Tick all of this page" />
                </label>
              </th>
            )}
            <th scope="col">What</th>
            <th scope="col">Shop</th>
            <th scope="col">Order</th>
            <th scope="col">Why</th>
            <th scope="col">State</th>
            <th scope="col">Failed last</th>
            <th scope="col" class="number">
              Times
            </th>
          </tr>
        </thead>
        <tbody>
          {failedMessages.map((failedMessage) => (
            <Row failedMessage={failedMessage} now={now} choosable={choosable} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Row({
  failedMessage,
  now,
  choosable,
}: {
  failedMessage: DeadLetterSummary;
  now: number;
  choosable: boolean;
}) {
  const { id, type, shop, orderId, reason, state, outcome, count, lastFailedAt } = failedMessage;
  return (
    <tr>
      {choosable && (
        <td>
          <label class="tick">
            <input
              type="checkbox"
              name="ids"
              value={id}
              aria-label={`Tick ${aboutOf(type)}${orderId === null ? '' : ` of order ${orderId}`}`}
            />
          </label>
        </td>
      )}
      <th scope="row" data-label="What">
        <a href={`/dead-letters/${id}`}>{aboutOf(type)}</a>
      </th>
      <td data-label="Shop">
        {shop === null ? <span class="soft">unknown</span> : <a href={`/shops/${shop}`}>{shop}</a>}
      </td>
      <td data-label="Order">
        {orderId === null ? <span class="soft">none</span> : <a href={orderAddress(orderId)}>{orderId}</a>}
      </td>
      <td class="why" data-label="Why">
        {reasonLabel(reason)}
      </td>
      <td data-label="State">
        <State {...LETTER_STATES[state]} />
        {outcome !== null && <small> {outcomeLabel(outcome)}</small>}
      </td>
      <td data-label="Failed last">
        <Time at={lastFailedAt} since={now} />
      </td>
      <td class="number" data-label="Times">
        {figure(count)}
      </td>
    </tr>
  );
}

/** The search for an order by its id; a single hit opens at once. */
export function orderAddress(orderId: string): string {
  return `/orders?${new URLSearchParams({ q: orderId })}`;
}
