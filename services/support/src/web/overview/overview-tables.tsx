import { aboutOf, typeOfQueue } from '@hub/desk/messages';
import { reasonLabel, figure } from '@hub/desk/words';
import { rateText } from '@hub/desk/shops';
import { listAddress } from '@hub/desk/engine';
import type { FailuresOfCause, Range } from '@hub/desk/figures';
import { State } from '../layout/state';
import { ShopLink } from '../layout/shop-link';
import type { Column } from '../lists/column';
import type { FlowRow, StepRow, StoreRow } from './over-time';

/** All tables of the overview, each also as a file. */
export const TABLES = ['orders', 'events', 'latency', 'failures', 'stores', 'flow'] as const;
export type TableName = (typeof TABLES)[number];

/** The address of a table's file. */
export const fileOf = (table: TableName, range: Range) => listAddress(`/overview/${table}.csv`, { range });

const AT: Column<StepRow> = { name: 'From', head: true, text: ({ at }) => at };
const number = <Row,>(name: string, text: (row: Row) => number | null): Column<Row> => ({
  name,
  number: true,
  text,
});

export const ORDERS: readonly Column<StepRow>[] = [AT, number('Orders', ({ orders }) => orders)];
export const EVENTS: readonly Column<StepRow>[] = [
  AT,
  number('Accepted', ({ accepted }) => accepted),
  number('Refused', ({ refused }) => refused),
];
/** For a confirmed quantity only the fact of the write is stored, no duration. */
export const TIMED = 'without confirmed quantities';

export const LATENCY: readonly Column<StepRow>[] = [
  AT,
  number('Calls', ({ confirmed, failed }) => confirmed + failed),
  number('Failed', ({ failed }) => failed),
  number(`Half within, ms, ${TIMED}`, ({ p50 }) => p50),
  number(`95 % within, ms, ${TIMED}`, ({ p95 }) => p95),
];

/** The label of a cause: the kind of message, and the reason. */
export function causeName({ origin, reason }: Pick<FailuresOfCause, 'origin' | 'reason'>): string {
  const type = typeOfQueue(origin);
  return `${type === null ? origin : aboutOf(type)}: ${reasonLabel(reason)}`;
}

export const FAILURES: readonly Column<FailuresOfCause>[] = [
  {
    name: 'Cause',
    head: true,
    text: causeName,
    cell: (cause) => (
      <a href={listAddress('/dead-letters', { origin: cause.origin, reason: cause.reason })}>
        {causeName(cause)}
      </a>
    ),
  },
  { name: 'Queue', fileOnly: true, text: ({ origin }) => origin },
  { name: 'Reason', fileOnly: true, text: ({ reason }) => reason },
  number('Failed messages', ({ total }) => total),
];

export const STORES: readonly Column<StoreRow>[] = [
  { name: 'Shop id', fileOnly: true, text: ({ slug }) => slug },
  {
    name: 'Shop',
    head: true,
    text: ({ name }) => name,
    cell: ({ slug, name }) => <ShopLink shop={slug} name={name} />,
  },
  {
    name: 'Now',
    text: ({ suspended }) => (suspended ? 'calls suspended' : 'calls go out'),
    cell: ({ suspended }) => (
      <State
        {...(suspended ? { text: 'calls suspended', tone: 'bad' } : { text: 'calls go out', tone: 'good' })}
      />
    ),
  },
  number('Orders sent', ({ orders }) => orders),
  number('Calls', ({ calls }) => calls),
  {
    name: 'Failed',
    number: true,
    text: ({ failed }) => failed,
    cell: ({ calls, failed }) => (
      <>
        <svg class="share" viewBox="0 0 100 10" aria-hidden="true">
          <rect class="grid" width="100" height="10" />
          <rect class="tint-bad" width={calls === 0 ? 0 : (failed / calls) * 100} height="10" />
        </svg>{' '}
        {figure(failed)}
        {calls > 0 && ` (${rateText(failed / calls)})`}
      </>
    ),
  },
  number(`95 % within, ms, ${TIMED}`, ({ p95 }) => p95),
];

export const FLOW_COLUMNS: readonly Column<FlowRow>[] = [
  { name: 'Sold by', head: true, text: ({ from }) => from },
  { name: 'Shipped by', text: ({ to }) => to },
  number('Orders', ({ count }) => count),
];
