import type { WorkerName } from '@hub/contract';
import { forecastQueue } from './forecast/forecast-responder';
import { allQueues } from './message-map';
import { rehearsalQueue } from './rehearsal/rehearsal-queue';
import {
  COMMANDS_EXCHANGE,
  DEAD_LETTERS_QUEUE,
  DELAY_STEPS_MS,
  delayExchange,
  EVENTS_EXCHANGE,
  REHEARSALS_EXCHANGE,
} from './topology';

/** What a user of RabbitMQ may declare, publish to and read, as patterns of names. */
export interface UserPermissions {
  user: string;
  configure: string;
  write: string;
  read: string;
}

const WORKERS: readonly WorkerName[] = [
  'cancellation',
  'catalogue',
  'fulfilment',
  'inventory',
  'returns',
  'routing',
];
/** RabbitMQ's name for the default exchange: answers, dead letters and replays reach their queue through it. */
const DEFAULT_EXCHANGE = 'amq.default';
/** Any worker's relay publishes any worker's outbox rows; deferred messages go through a delay queue. */
const WORKS = [COMMANDS_EXCHANGE, ...DELAY_STEPS_MS.map(delayExchange), DEFAULT_EXCHANGE];
/** The queue of one rehearsing process, which declares it. */
const ANY_REHEARSAL = rehearsalQueue('*');

/**
 * A user for each service: the ingress may only publish events; a worker reads only its own queues. Shared exchanges
 * and queues are declared when a release is applied (`hub broker apply`).
 */
export function userPermissions(): UserPermissions[] {
  const rehearses = {
    configure: [ANY_REHEARSAL],
    write: [ANY_REHEARSAL, DEFAULT_EXCHANGE],
    read: [ANY_REHEARSAL, REHEARSALS_EXCHANGE],
  };
  return [
    permissions('ingress', { configure: [], write: [EVENTS_EXCHANGE, REHEARSALS_EXCHANGE], read: [] }),
    ...WORKERS.map((worker) => {
      const own = allQueues().flatMap(({ name }) => (name.startsWith(`${worker}.`) ? name : []));
      const asked = own.map(forecastQueue);
      return permissions(worker, { configure: asked, write: WORKS, read: [...own, ...asked] });
    }),
    permissions('support', {
      configure: rehearses.configure,
      write: [...WORKS, ANY_REHEARSAL],
      read: [DEAD_LETTERS_QUEUE, ...rehearses.read],
    }),
    permissions('command', rehearses),
  ];
}

function permissions(
  name: string,
  may: Record<'configure' | 'write' | 'read', readonly string[]>,
): UserPermissions {
  return {
    user: `hub_${name}`,
    configure: pattern(may.configure),
    write: pattern(may.write),
    read: pattern(may.read),
  };
}

/** Literal names; for the queue of a run, any run. */
function pattern(names: readonly string[]): string {
  const exact = names.map((name) => name.replaceAll('.', String.raw`\.`).replace('*', '.+'));
  return `^(${exact.join('|')})$`;
}
