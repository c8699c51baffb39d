import type { WorkerName } from '@hub/contract';
import { forecastQueue } from '../forecast/forecast-responder';
import { allQueues } from '../message-map';
import { rehearsalQueue } from '../rehearsal/rehearsal-queue';
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
/** How RabbitMQ calls the default exchange: answers, dead letters and replays go to their queue by it. */
const DEFAULT_EXCHANGE = 'amq.default';
/** Any worker's relay publishes any worker's outbox rows; what must wait goes through a delay queue. */
const WORKS = [COMMANDS_EXCHANGE, ...DELAY_STEPS_MS.map(delayExchange), DEFAULT_EXCHANGE];
/** The queue of one process that rehearses, which declares it itself. */
const ANY_REHEARSAL = rehearsalQueue('*');

/**
 * A user for each service: the ingress may hand in events and nothing else; a worker reads its own queues alone. What is
 * used by several is declared by whoever applies the release (`hub broker apply`).
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

/** Names as they are; of a run's queue whatever its run. */
function pattern(names: readonly string[]): string {
  const exact = names.map((name) => name.replaceAll('.', String.raw`\.`).replace('*', '.+'));
  return `^(${exact.join('|')})$`;
}
