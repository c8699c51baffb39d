import { alertName, findAlert, runbookOfAlert } from '@hub/alerts';
import { alertState, type AlertSummary } from '@hub/desk/alerts';
import { type AuditEntry } from '@hub/desk/audit';
import { describeAction } from '@hub/desk/engine';
import { figure } from '@hub/desk/words';
import { actorOf, may, type Viewer } from '../access/viewer';
import { ActionForm } from '../layout/action-form';
import { Json } from '../layout/json';
import { Live } from '../layout/live';
import type { StoreSaying } from '../at-risk/said-of-risks';
import { StoreSays } from '../at-risk/store-says';
import { State } from '../layout/state';
import { Time, Zone } from '../layout/time';
import { AlertLinks } from './alert-links';

export interface AlertPageProps {
  alert: AlertSummary;
  /** What the store answered about it; null: nothing. */
  said: StoreSaying | null;
  /** The open case that it is in; null: none. */
  caseId: string | null;
  /** The actions on it, the newest first. */
  trail: readonly AuditEntry[];
  viewer: Viewer;
  now: number;
}

const EVERY_SECONDS = 10;

/** One alert: what it means, what to do, and who has taken it. */
export function AlertPage({ alert, said, caseId, trail, viewer, now }: AlertPageProps) {
  return (
    <Live id="alert" href={`/alerts/${alert.id}`} seconds={EVERY_SECONDS}>
      <header class="head">
        <h1>{alertName(alert.kind)}</h1>
        <p class="states">
          <State {...alertState(alert)} />
        </p>
      </header>
      <p class="panel trouble">{alert.message}</p>
      {said && <StoreSays {...said} />}
      <Guide kind={alert.kind} />
      <AlertLinks alert={alert} caseId={caseId} />
      <Actions alert={alert} viewer={viewer} />
      <Facts alert={alert} now={now} />
      <Trail trail={trail} />
    </Live>
  );
}

function Guide({ kind }: { kind: string }) {
  const guide = findAlert(kind);
  if (!guide) return null;
  return (
    <div class="pair">
      <section class="panel" aria-labelledby="means">
        <h2 id="means">What it means</h2>
        <p>{guide.means}</p>
      </section>
      <section class="panel" aria-labelledby="do">
        <h2 id="do">What to do</h2>
        <ol class="steps">
          {guide.doThis.map((step) => (
            <li>{step}</li>
          ))}
        </ol>
        <p class="soft">
          <a href={`/runbooks/${runbookOfAlert(kind)}`}>Runbook: {guide.chapter}</a>
        </p>
      </section>
    </div>
  );
}

function Actions({ alert, viewer }: { alert: AlertSummary; viewer: Viewer }) {
  const { id, state, takenBy } = alert;
  if (state === 'resolved') return null;
  if (!may(viewer, 'agent')) return <p class="soft">An agent may take and resolve it.</p>;
  const mine = takenBy === actorOf(viewer);
  return (
    <ActionForm action="/alerts/act" class="actions" label="Take or resolve it">
      <input type="hidden" name="ids" value={id} />
      <input type="hidden" name="back" value={`/alerts/${id}`} />
      {!mine && (
        <button type="submit" name="action" value="take">
          {takenBy === null ? 'Take it' : `Take it over from ${takenBy}`}
        </button>
      )}
      <button type="submit" name="action" value="resolve" class="quiet">
        Resolve it
      </button>
    </ActionForm>
  );
}

function Facts({ alert, now }: { alert: AlertSummary; now: number }) {
  const { count, firstAt, lastAt, resolvedAt, detail } = alert;
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">Since when</h2>
      <p>
        First <Time at={firstAt} /> <Zone />, {count === 1 ? 'once' : `${figure(count)} times`}, last{' '}
        <Time at={lastAt} since={now} />
        {resolvedAt && (
          <>
            ; resolved <Time at={resolvedAt} /> <Zone />
          </>
        )}
        .
      </p>
      <details id="detail">
        <summary>Details</summary>
        <Json value={detail} label="Figures and references" />
      </details>
    </section>
  );
}

function Trail({ trail }: { trail: readonly AuditEntry[] }) {
  if (trail.length === 0) return null;
  return (
    <section aria-labelledby="trail">
      <h2 id="trail">What support did about it</h2>
      <ul class="items">
        {trail.map(({ at, actor, action }) => (
          <li>
            <span>
              {actor} {describeAction(action)}
            </span>
            <small>
              <Time at={at} />
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
