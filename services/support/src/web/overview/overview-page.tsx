import { listAddress } from '@hub/desk/engine';
import type { FailuresOfCause } from '@hub/desk/figures';
import { counted, figure } from '@hub/desk/words';
import { AsTable, Chart, type Series } from '../charts/chart';
import { largest } from '../charts/flow';
import { FlowChart } from '../charts/flow-chart';
import { RangeTabs } from '../charts/range-tabs';
import { Live } from '../layout/live';
import { Time } from '../layout/time';
import type { Column } from '../lists/column';
import { DataTable } from '../lists/data-table';
import { flowRows, stepRows, storeRows, type StepRow } from './over-time';
import {
  causeName,
  EVENTS,
  FAILURES,
  fileOf,
  FLOW_COLUMNS,
  LATENCY,
  ORDERS,
  STORES,
  TIMED,
  type TableName,
} from './overview-tables';
import type { Overview } from './read-overview';

const OVERVIEW = '/overview';
/** The number of causes with a separate colour, shops on each side of the flow, rows on the page. */
const [CAUSES, SHOPS, ROWS] = [7, 7, 20];
const HOUR_MS = 3_600_000;

/** What happened in the network in a range of time. */
export function OverviewPage({ overview }: { overview: Overview }) {
  const { range } = overview;
  const rows = stepRows(overview);
  return (
    <>
      <h1>Overview</h1>
      <RangeTabs path={OVERVIEW} current={range.range} />
      <Live id="overview" href={listAddress(OVERVIEW, { range: range.range })} seconds={60}>
        <Counted overview={overview} />
        <Figures rows={rows} failures={overview.failures} />
        <div class="charts">
          <Throughput overview={overview} rows={rows} />
        </div>
        <Flow overview={overview} />
        <Stores overview={overview} />
      </Live>
    </>
  );
}

/** Says so if the hours are not counted up to now. */
function Counted({ overview: { range, countedUntil } }: { overview: Overview }) {
  if (countedUntil >= range.now - 2 * HOUR_MS) return null;
  return (
    <p class="notice refused">
      {countedUntil === 0 ? (
        'No hours are counted yet. Until they are, this page shows the last two hours alone.'
      ) : (
        <>
          Counted until <Time at={new Date(countedUntil)} />. The hours between then and the last two are
          being counted.
        </>
      )}
    </p>
  );
}

function Figures({ rows, failures }: { rows: readonly StepRow[]; failures: readonly FailuresOfCause[] }) {
  const sum = (of: (row: StepRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const figures = [
    ['Orders', sum(({ orders }) => orders), '/orders/list'],
    ['Events', sum(({ accepted, refused }) => accepted + refused), '/events'],
    ['of them refused', sum(({ refused }) => refused), '/events?answer=refused'],
    ['Calls to stores', sum(({ confirmed, failed }) => confirmed + failed), '/calls'],
    ['of them failed', sum(({ failed }) => failed), '/calls?answer=failed'],
    ['Failed messages', failures.reduce((total, one) => total + one.total, 0), '/dead-letters/causes'],
  ] as const;
  return (
    <dl class="counts">
      {figures.map(([name, count, href]) => (
        <div>
          <dt>
            <a href={href}>{name}</a>
          </dt>
          <dd class="figure">{figure(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Throughput({ overview, rows }: { overview: Overview; rows: readonly StepRow[] }) {
  const { range, failures } = overview;
  const { steps, step } = range;
  const per = step === 'day' ? 'a day' : 'an hour';
  const table = (name: TableName, columns: readonly Column<StepRow>[]) => ({
    columns,
    rows,
    href: fileOf(name, range.range),
  });
  const of = (name: string, pick: (row: StepRow) => number | null, tone?: Series['tone']): Series => ({
    name,
    values: rows.map(pick),
    ...(tone && { tone }),
  });
  return (
    <>
      <Chart
        {...{ steps, step }}
        id="orders"
        title="Orders"
        unit={`received ${per}`}
        kind="bars"
        series={[of('orders', ({ orders }) => orders)]}
        table={table('orders', ORDERS)}
      />
      <Chart
        {...{ steps, step }}
        id="failures"
        title="Failed messages by cause"
        unit={`that failed last ${step === 'day' ? 'on a day' : 'in an hour'}`}
        kind="bars"
        series={causeSeries(failures)}
        table={{ columns: FAILURES, rows: failures, href: fileOf('failures', range.range) }}
      />
      <Chart
        {...{ steps, step }}
        id="events"
        title="Events of shops"
        unit={`answered ${per}`}
        kind="bars"
        series={[
          of('accepted', ({ accepted }) => accepted, 'good'),
          of('refused', ({ refused }) => refused, 'bad'),
        ]}
        table={table('events', EVENTS)}
      />
      <Chart
        {...{ steps, step }}
        id="latency"
        title="How long calls to stores take"
        unit={`ms, all attempts of a call together, ${TIMED}`}
        kind="lines"
        series={[of('half within', ({ p50 }) => p50), of('95 % within', ({ p95 }) => p95, 'bad')]}
        table={table('latency', LATENCY)}
      />
    </>
  );
}

/** The most frequent causes separately, the others combined. */
function causeSeries(failures: readonly FailuresOfCause[]): Series[] {
  const own = failures.slice(0, CAUSES).map((cause) => ({ name: causeName(cause), values: cause.counts }));
  const rest = failures.slice(CAUSES);
  const [first] = rest;
  if (!first) return own;
  const values = first.counts.map((_, step) =>
    rest.reduce((sum, { counts }) => sum + (counts[step] ?? 0), 0),
  );
  return [...own, { name: `${rest.length} other causes`, values, tone: 'rest' }];
}

function Flow({ overview }: { overview: Overview }) {
  const rows = flowRows(overview);
  const [keep, others] = [SHOPS, (count: number) => `${figure(count)} other shops`];
  const links = largest(largest(rows, { side: 'from', keep, others }), { side: 'to', keep, others });
  return (
    <figure class="chart panel" aria-labelledby="flow">
      <figcaption>
        <h2 id="flow">From selling to shipping shops</h2>{' '}
        <small>orders by when they were received; one that two shops ship counts for each</small>
      </figcaption>
      {rows.length === 0 ? (
        <p class="soft">No order in this time.</p>
      ) : (
        <FlowChart id="flow" title="Orders from selling to shipping shops" links={links} />
      )}
      <AsTable
        label="Flow of orders"
        columns={FLOW_COLUMNS}
        rows={rows.slice(0, 10 * ROWS)}
        href={fileOf('flow', overview.range.range)}
      />
    </figure>
  );
}

function Stores({ overview }: { overview: Overview }) {
  const rows = storeRows(overview);
  const rest = rows.slice(ROWS);
  const sum = (of: (row: (typeof rows)[number]) => number) =>
    figure(rest.reduce((total, row) => total + of(row), 0));
  return (
    <section aria-labelledby="stores">
      <h2 id="stores">Stores</h2>
      <p class="soft">
        Those with the most failed calls first. <a href={fileOf('stores', overview.range.range)}>As CSV</a>
      </p>
      {rows.length === 0 ? (
        <p class="panel">No shop has joined yet.</p>
      ) : (
        <DataTable label="Table of stores" columns={STORES} rows={rows.slice(0, ROWS)} />
      )}
      {rest.length > 0 && (
        <p class="soft">
          {counted(rest.length, 'more shop')}: {sum(({ calls }) => calls)} calls,{' '}
          {sum(({ failed }) => failed)} of them failed.
        </p>
      )}
    </section>
  );
}
