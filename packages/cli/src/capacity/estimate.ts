import { costAt } from './at-rate';
import { STANDING, type Cost } from './costs';
import { estimateTables, type TableEstimate } from './estimate-tables';
import { SERVICES, type ServiceName } from './services';
import { KINDS, ratesOf, type Kind, type Rates, type Workload } from './workload';

/** The minimum of the production overlay: one may be down. */
const FEWEST_COPIES = 2;
/** One to publish, one to consume. */
const BROKER_CONNECTIONS = 2;

/** The worker that decides a kind; its batches determine the database cost of an event. */
const WORKER: Readonly<Record<Kind, ServiceName>> = {
  stock: 'inventory',
  order: 'routing',
  shipment: 'fulfilment',
  cancellation: 'cancellation',
  return: 'returns',
};

export interface ServiceEstimate {
  service: ServiceName;
  /** Seconds of CPU time a second, all copies together. */
  cores: number;
  copies: number;
  databaseConnections: number;
  brokerConnections: number;
}

export interface DatabaseEstimate {
  cores: number;
  commitsPerSecond: number;
  walBytesPerSecond: number;
  /**
   * Upper bound: each commit waits for the log separately, and each page is written as often as right after a
   * checkpoint.
   */
  writesPerSecond: number;
}

export interface Estimate {
  rates: Rates;
  services: ServiceEstimate[];
  database: DatabaseEstimate & { connections: number };
  brokerConnections: number;
  tables: TableEstimate[];
}

/** What a workload needs, from measurements (`measured-run`). Pure. @throws CommandFailure: see `ratesOf` */
export function estimate(workload: Workload): Estimate {
  const rates = ratesOf(workload);
  const services = SERVICES.map(({ name, pool }): ServiceEstimate => {
    const copies = copiesOf(name, rates, workload.busy);
    return {
      service: name,
      cores: coresOf(name, rates, copies),
      copies,
      databaseConnections: copies * pool,
      brokerConnections: copies * BROKER_CONNECTIONS,
    };
  });
  const sum = (of: (one: ServiceEstimate) => number) => services.reduce((all, one) => all + of(one), 0);
  const copies = new Map(services.map((one) => [one.service, one.copies]));
  return {
    rates,
    services,
    database: { ...databaseOf(rates, copies), connections: sum((one) => one.databaseConnections) },
    brokerConnections: sum((one) => one.brokerConnections),
    tables: estimateTables(rates, workload.busyHours),
  };
}

/** CPU time of all copies of a service in a second. Pure. */
export function coresOf(service: ServiceName, rates: Rates, copies: number): number {
  const of = ({ cpu }: Cost) => cpu[service] ?? 0;
  const ofEvents = KINDS.map((kind) => rates[kind] * costAt(kind, rates[kind] / copies, of));
  return (total(ofEvents) + copies * of(STANDING)) / 1_000;
}

/** The database's work in a second. Pure. @param copies of each worker; default one */
export function databaseOf(rates: Rates, copies: ReadonlyMap<ServiceName, number>): DatabaseEstimate {
  const perSecond = (of: (cost: Cost) => number) =>
    total(
      KINDS.map((kind) => rates[kind] * costAt(kind, rates[kind] / (copies.get(WORKER[kind]) ?? 1), of)),
    ) + of(STANDING);
  return {
    cores: perSecond(({ cpu }) => cpu.database ?? 0) / 1_000,
    commitsPerSecond: perSecond(({ commits }) => commits),
    walBytesPerSecond: perSecond(({ walBytes }) => walBytes),
    writesPerSecond: perSecond(({ commits, pages }) => commits + pages),
  };
}

/**
 * The smallest number with which none exceeds its allowed load. At a lower rate an event costs more, so it is found by
 * trying.
 */
function copiesOf(service: ServiceName, rates: Rates, busy: number): number {
  let copies = FEWEST_COPIES;
  while (coresOf(service, rates, copies) / copies > busy) copies += 1;
  return copies;
}

const total = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);
