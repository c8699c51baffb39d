import type { AlertSummary } from '@hub/desk/alerts';
import { alertName } from '@hub/alerts';
import { Time } from '../layout/time';

/** The alerts that services raised for a case. */
export function CaseAlerts({ alerts, now }: { alerts: readonly AlertSummary[]; now: number }) {
  if (alerts.length === 0) return null;
  return (
    <section aria-labelledby="alerts-title">
      <h2 id="alerts-title">Alerts</h2>
      <ul class="items">
        {alerts.map(({ id, kind, message, lastAt }) => (
          <li>
            <span>
              <a href={`/alerts/${id}`}>{alertName(kind)}</a> {message}
            </span>
            <small>
              <Time at={lastAt} since={now} />
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
