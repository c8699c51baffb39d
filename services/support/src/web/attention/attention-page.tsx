import { firstList, type NeedsAttention } from '@hub/desk/first';
import type { ListPart } from '@hub/desk/engine';
import { figure } from '@hub/desk/words';
import type { Viewer } from '../access/viewer';
import { Live } from '../layout/live';
import { Time, Zone } from '../layout/time';
import { Rows } from '../lists/list-page';

export interface AttentionPageProps {
  needs: NeedsAttention & { brokerThere: boolean };
  /** The most urgent problems. */
  found: ListPart;
  viewer: Viewer;
  now: Date;
}

/** Longer than the relay ever takes while the broker is available. */
const OUTBOX_LATE_MS = 60_000;

/** The first page an agent sees: what stops everything, then one list of every problem, the most urgent first. */
export function AttentionPage({ needs, found, viewer, now }: AttentionPageProps) {
  const { rows, next } = found;
  const { snoozed } = needs.cases;
  const isStopped = isOutboxLate(needs, now) || !needs.brokerThere;
  const uncased = failuresInNoCase(needs);
  const isClear = rows.length === 0 && !isStopped && uncased === 0 && snoozed === 0;
  return (
    <>
      <h1>{firstList.title}</h1>
      <Live id="attention" href="/">
        {isStopped && <Stopped needs={needs} now={now} />}
        {uncased > 0 && <InNoCase failures={needs.failures} count={uncased} />}
        {rows.length > 0 && <Rows shown={firstList} asked={{}} total={null} {...{ rows, viewer }} back="/" />}
        {isClear && <AllClear />}
        <p class="actions">
          {next !== null && <a href={firstList.path}>All of them</a>}
          {snoozed > 0 && (
            <a href="/cases?state=snoozed">
              {snoozed === 1 ? '1 case is snoozed' : `${figure(snoozed)} cases are snoozed`}
            </a>
          )}
        </p>
        <p class="soft">
          As of <Time at={now} /> <Zone />; this page refreshes itself.
        </p>
      </Live>
      {firstList.explained && (
        <details>
          <summary>{firstList.explained.title}</summary>
          <p>{firstList.explained.text}</p>
        </details>
      )}
    </>
  );
}

function AllClear() {
  return (
    <div class="panel calm">
      <p>
        <strong>Nothing needs attention.</strong>
      </p>
      <p>
        There are no open cases, paid orders at risk, open alerts or failed messages. Every store answers and
        shows the right quantities. Messages go out without delay.
      </p>
    </div>
  );
}

/** The outbox alone is not enough: with RabbitMQ down nothing comes in, so there may be nothing to go out. */
function Stopped({ needs: { brokerThere, outbox }, now }: Pick<AttentionPageProps, 'needs' | 'now'>) {
  return (
    <section class="panel trouble bad" id="outbox" aria-labelledby="outbox-title">
      <h2 id="outbox-title">Messages do not go out</h2>
      <p>
        {brokerThere
          ? 'Messages of the services wait to be published: check RabbitMQ. No data is lost, but no order goes on until they are.'
          : 'RabbitMQ is unavailable, or accepts no messages. Shops are asked to send their events again. No data is lost, but no order goes on.'}
        {outbox.oldestAt && (
          <small>
            {' '}
            Oldest: <Time at={outbox.oldestAt} since={now.getTime()} />.
          </small>
        )}
      </p>
    </section>
  );
}

function isOutboxLate({ outbox: { oldestAt } }: NeedsAttention, now: Date): boolean {
  return oldestAt !== null && now.getTime() - oldestAt.getTime() > OUTBOX_LATE_MS;
}

/** Failures without a case yet: seconds after they occur, or while no sweep for cases can run. */
function failuresInNoCase({ cases, failures: { messages, alerts } }: NeedsAttention): number {
  return cases.open + cases.snoozed + cases.left > 0 ? 0 : messages + alerts;
}

function InNoCase({
  failures: { messages, alerts },
  count,
}: Pick<NeedsAttention, 'failures'> & { count: number }) {
  return (
    <section class="panel trouble bad" id="in-no-case" aria-labelledby="in-no-case-title">
      <h2 id="in-no-case-title">
        {count === 1 ? '1 failure is in no case yet' : `${figure(count)} failures are in no case yet`}
      </h2>
      <p>
        Failed messages: {messages}. Alerts: {alerts}. The desk sorts failures into cases every 5 seconds.
      </p>
      <p>
        <a href={messages > 0 ? '/dead-letters' : '/alerts'}>
          {messages > 0 ? 'All failed messages' : 'All alerts'}
        </a>
      </p>
    </section>
  );
}
