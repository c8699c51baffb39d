import {
  askLeadOfCase,
  CASE_SHOWS,
  caseReason,
  CASES,
  caseState,
  caseTitle,
  extent,
  type ShownCase,
} from '@hub/desk/cases';
import { problemOf, promisedAt, RISK_COLUMNS } from '@hub/desk/problems';
import { may, type Viewer } from '../access/viewer';
import { Live } from '../layout/live';
import { State } from '../layout/state';
import { MailTo } from '../orders/mail-to';
import { Time, Zone } from '../layout/time';
import { TableOf } from '../lists/list-table';
import type { Runbook } from '../runbooks/read-runbook';
import { RunbookText } from '../runbooks/runbook-text';
import { CaseActions } from './case-actions';
import { CaseAlerts } from './case-alerts';
import { CaseHistory } from './case-history';
import { CaseFailedMessages } from './case-failed-messages';
import { stakesOf } from './stakes';

export interface CasePageProps {
  shown: ShownCase;
  /** What stores answered about its content, by the reference of the call. */
  said: ReadonlyMap<string, string>;
  colleagues: readonly string[];
  /** The runbook; null: there is none. */
  runbook: Runbook | null;
  viewer: Viewer;
  now: number;
}

/** One case: what failed, what it affects, what to do, who has taken it, what happened so far. */
export function CasePage({ shown, said, colleagues, runbook, viewer, now }: CasePageProps) {
  const { case: one } = shown;
  return (
    <>
      <p>
        <a href={CASES}>Cases</a>
      </p>
      <Live id="case" href={`${CASES}/${one.id}`}>
        <header class="head">
          <h1>{caseTitle(one)}</h1>
          <p class="states">
            <State {...caseState(one)} />
          </p>
        </header>
        <Summary shown={shown} now={now} />
      </Live>
      {may(viewer, 'agent') ? (
        <>
          <CaseActions one={one} colleagues={colleagues} viewer={viewer} now={now} />
          {one.state !== 'closed' && !may(viewer, 'lead') && (
            <MailTo mail={askLeadOfCase(one, dueOf(shown.risks))} label="Ask a lead" isToColleague />
          )}
        </>
      ) : (
        <p class="soft">An agent may take it, write a note, and snooze or close it.</p>
      )}
      <Live id="parts" href={`${CASES}/${one.id}`}>
        <Orders shown={shown} said={said} now={now} />
        <CaseFailedMessages failedMessages={shown.failedMessages} viewer={viewer} now={now} />
        <CaseAlerts alerts={shown.alerts} now={now} />
        <Well shown={shown} now={now} />
      </Live>
      {runbook && (
        <details class="panel" id="runbook">
          <summary>
            <strong>What to do:</strong> {runbook.title}
          </summary>
          <RunbookText runbook={runbook} />
        </details>
      )}
      <CaseHistory shown={shown} mayNote={may(viewer, 'agent')} />
    </>
  );
}

function Summary({ shown, now }: { shown: ShownCase; now: number }) {
  const { case: one, risks } = shown;
  const { state, openedAt, closedAt, snoozedUntil, ticketUrl, mergedInto, since } = one;
  const reason = caseReason(one);
  const [worst] = risks;
  const due = dueOf(risks);
  const stakes = stakesOf(risks);
  return (
    <div class={`panel ${state === 'closed' ? 'calm' : 'trouble bad'}`}>
      {reason !== null && (
        <p>
          <strong>Why:</strong> {reason}
        </p>
      )}
      {worst && <p>{problemOf(worst.situation).means}</p>}
      <dl class="facts">
        <dt>Orders, messages and alerts</dt>
        <dd>{extent(one)}</dd>
        {stakes.length > 0 && (
          <>
            <dt>At stake</dt>
            <dd>
              {risks.length >= CASE_SHOWS && 'at least '}
              {stakes.join(', ')}
            </dd>
          </>
        )}
        {worst && (
          <>
            <dt>Promise</dt>
            <dd>{problemOf(worst.situation).promise}</dd>
          </>
        )}
        {state !== 'closed' && (
          <>
            <dt>Owner</dt>
            <dd>{one.owner ?? 'unassigned'}</dd>
          </>
        )}
        {due && (
          <>
            <dt>Due</dt>
            <dd>
              <Time at={due} /> <Zone /> {due.getTime() <= now && <State text="overdue" tone="bad" />}
            </dd>
          </>
        )}
        <dt>Since</dt>
        <dd>
          <Time at={since ?? openedAt} since={now} />
          {closedAt && (
            <>
              ; closed <Time at={closedAt} /> <Zone />
            </>
          )}
        </dd>
        {snoozedUntil && state === 'snoozed' && (
          <>
            <dt>Snoozed until</dt>
            <dd>
              <Time at={snoozedUntil} /> <Zone />
            </dd>
          </>
        )}
        {ticketUrl !== null && (
          <>
            <dt>Ticket</dt>
            <dd>
              <a href={ticketUrl} rel="noreferrer">
                {ticketUrl}
              </a>
            </dd>
          </>
        )}
        {mergedInto !== null && (
          <>
            <dt>Continued in</dt>
            <dd>
              <a href={`${CASES}/${mergedInto}`}>the case of the same cause</a>
            </dd>
          </>
        )}
      </dl>
    </div>
  );
}

/** When the first promise ends (D18, D38). */
function dueOf(risks: ShownCase['risks']): Date | undefined {
  return risks.flatMap((risk) => promisedAt(risk) ?? []).toSorted((a, b) => a.getTime() - b.getTime())[0];
}

function Orders({ shown, said, now }: { shown: ShownCase; said: CasePageProps['said']; now: number }) {
  const { risks } = shown;
  if (risks.length === 0) return null;
  return (
    <section aria-labelledby="orders-title">
      <h2 id="orders-title">Affected orders</h2>
      <TableOf
        label="Orders at risk"
        columns={RISK_COLUMNS}
        rows={risks.map((risk) => ({ ...risk, words: said.get(risk.reference ?? '') }))}
        now={now}
      />
      {risks.length >= CASE_SHOWS && <p class="soft">These are the {CASE_SHOWS} that have waited longest.</p>}
    </section>
  );
}

function Well({ shown: { well }, now }: { shown: ShownCase; now: number }) {
  if (well.length === 0) return null;
  return (
    <section aria-labelledby="well-title">
      <h2 id="well-title">Resolved</h2>
      <ul class="items">
        {well.map(({ sellerOrderId, orderId, orderNumber, shopName, endedAt }) => (
          <li>
            <span>
              <a href={`/orders/${sellerOrderId}`}>
                {orderNumber ?? orderId} of {shopName}
              </a>
            </span>
            <small>
              <Time at={endedAt} since={now} />
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
