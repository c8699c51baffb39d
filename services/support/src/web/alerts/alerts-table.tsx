import type { AlertSummary } from '@hub/support-desk';
import { alertName } from '@hub/alerts';
import { figure } from '@hub/support-desk/words';
import { Scroll } from '../layout/scroll';
import { State } from '../layout/state';
import { Time } from '../layout/time';
import { alertState } from './alert-labels';

export interface AlertsTableProps {
  alerts: readonly AlertSummary[];
  now: number;
  /** Whether rows can be ticked: only within a form. */
  choosable: boolean;
}

/** Alerts, one row each. */
export function AlertsTable({ alerts, now, choosable }: AlertsTableProps) {
  return (
    <Scroll label="Alerts">
      <table class="rows">
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
            <th scope="col">State</th>
            <th scope="col">Last</th>
            <th scope="col" class="number">
              Times
            </th>
          </tr>
        </thead>
        <tbody>
          {alerts.map((alert) => (
            <Row alert={alert} now={now} choosable={choosable} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Row({ alert, now, choosable }: { alert: AlertSummary; now: number; choosable: boolean }) {
  const { id, kind, message, shop, sellerOrderId, orderId, lastAt, count } = alert;
  const name = alertName(kind);
  return (
    <tr>
      {choosable && (
        <td>
          <label class="tick">
            <input type="checkbox" name="ids" value={id} aria-label={`Tick: ${name}`} />
          </label>
        </td>
      )}
      <th scope="row" class="says" data-label="What">
        <a href={`/alerts/${id}`}>{name}</a>
        <br />
        <small>{message}</small>
      </th>
      <td data-label="Shop">
        {shop === null ? <span class="soft">none</span> : <a href={`/shops/${shop}`}>{shop}</a>}
      </td>
      <td data-label="Order">
        {sellerOrderId === null ? (
          <span class="soft">none</span>
        ) : (
          <a href={`/orders/${sellerOrderId}`}>{orderId ?? 'order'}</a>
        )}
      </td>
      <td data-label="State">
        <State {...alertState(alert)} />
      </td>
      <td data-label="Last">
        <Time at={lastAt} since={now} />
      </td>
      <td class="number" data-label="Times">
        {figure(count)}
      </td>
    </tr>
  );
}
