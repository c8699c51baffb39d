import { LIMITS } from '@hub/contract';
import { RUN, type MeasuredLoad } from './measured-run';
import type { ServiceName } from './services';
import type { Kind } from './workload';

/** The cost of one event, with all that follows from it; or of one second without events. */
export interface Cost {
  /** CPU time, in ms. */
  cpu: Readonly<Partial<Record<ServiceName | 'database', number>>>;
  /** Of the database, like the fields below. */
  commits: number;
  walBytes: number;
  pages: number;
}

/** The cost of an event of a kind at a rate, with one copy of every service. */
export interface CostAtRate {
  perSecond: number;
  cost: Cost;
}

/** They grow with shops and minutes, not with events, and are pruned after a week. */
const NOT_BY_EVENTS = new Set(['store_call_count', 'sent_body_volume']);
/** Into these a cancellation or a return writes a row as a package does; its other writes were not measured. */
const WRITTEN_BY_ALL = ['event_ledger', 'sent_event', 'store_call'];

/** While no events arrive. */
export const STANDING: Cost = share(RUN.idle, RUN.idle.seconds);

const packages = RUN.shipment.map(costOf);

/** Calm first, then busy. */
export const COSTS: Readonly<Record<Kind, readonly CostAtRate[]>> = {
  stock: RUN.stock.map(costOf),
  order: RUN.order.map(costOf),
  shipment: packages,
  cancellation: packages.map(likePackage('cancellation')),
  return: packages.map(likePackage('returns')),
};

const orderRows = rowsOf(RUN.order);
const packageRows = rowsOf(RUN.shipment);
const sharedRows = new Map(WRITTEN_BY_ALL.map((table) => [table, packageRows.get(table) ?? 0]));

/** Rows that an event leaves, by table. */
export const ROWS: Readonly<Record<Kind, ReadonlyMap<string, number>>> = {
  stock: rowsOf(RUN.stock),
  order: orderRows,
  shipment: packageRows,
  cancellation: sharedRows,
  return: sharedRows,
};

/** With indexes: of the measured load in which the table grew most. */
export const BYTES_PER_ROW: ReadonlyMap<string, number> = bytesPerRow();

/** How long rows are kept (D30, D33); infinite where they stay permanently. */
export function keptDays(table: string, kind: Kind): number {
  if (table === 'event_ledger' && kind === 'stock') return LIMITS.stockLedgerDays;
  if (table === 'sent_event') return LIMITS.sentEventDays;
  return table === 'store_call' ? LIMITS.callLogDays : Infinity;
}

/** The cost of a load per event, without the cost of the time itself. */
function costOf(load: MeasuredLoad): CostAtRate {
  const events = countOf(load);
  const took = share(load, events);
  const seconds = load.seconds / events;
  const beyond = (value: number, standing: number) => Math.max(0, value - standing * seconds);
  const cpu = (name: keyof MeasuredLoad['cpuMs']) => beyond(took.cpu[name] ?? 0, STANDING.cpu[name] ?? 0);
  return {
    perSecond: events / RUN.sentSeconds,
    cost: {
      cpu: {
        ingress: cpu('ingress'),
        inventory: cpu('inventory'),
        routing: cpu('routing'),
        fulfilment: cpu('fulfilment'),
        database: cpu('database'),
      },
      commits: beyond(took.commits, STANDING.commits),
      walBytes: beyond(took.walBytes, STANDING.walBytes),
      pages: beyond(took.pages, STANDING.pages),
    },
  };
}

/** A cancellation and a return are counted like a package: an event, a decision, a call to a store. */
function likePackage(service: 'cancellation' | 'returns'): (measured: CostAtRate) => CostAtRate {
  return ({ perSecond, cost }) => {
    const { fulfilment = 0, ...others } = cost.cpu;
    return { perSecond, cost: { ...cost, cpu: { ...others, [service]: fulfilment } } };
  };
}

function share({ cpuMs, database }: MeasuredLoad, count: number): Cost {
  return {
    cpu: {
      ingress: cpuMs.ingress / count,
      inventory: cpuMs.inventory / count,
      routing: cpuMs.routing / count,
      fulfilment: cpuMs.fulfilment / count,
      database: cpuMs.database / count,
    },
    commits: database.commits / count,
    walBytes: database.walBytes / count,
    pages: database.pages / count,
  };
}

function rowsOf(loads: readonly MeasuredLoad[]): Map<string, number> {
  const busiest = loads.at(-1);
  if (!busiest) return new Map();
  const tables = Object.entries(busiest.tables).filter(([table]) => !NOT_BY_EVENTS.has(table));
  return new Map(tables.map(([table, { rows }]) => [table, rows / countOf(busiest)]));
}

function bytesPerRow(): Map<string, number> {
  const largest = new Map<string, { rows: number; bytes: number }>();
  for (const { tables } of [...RUN.stock, ...RUN.order, ...RUN.shipment])
    for (const [table, size] of Object.entries(tables))
      if (!NOT_BY_EVENTS.has(table) && size.rows > (largest.get(table)?.rows ?? 0)) largest.set(table, size);
  return new Map([...largest].map(([table, { rows, bytes }]) => [table, bytes / rows]));
}

function countOf({ events }: MeasuredLoad): number {
  return events.reduce((sum, one) => sum + one, 0);
}
