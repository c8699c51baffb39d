import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceName } from '@hub/cli';
import type { Hub } from '../chaos/hub';

/** Long enough for some messages of each kind, and for the broker to count them, which it does every five seconds. */
const STANDS_STILL_MS = 8_000;

/**
 * Those services are paused for a while, so that what the others send them stays in their queues, and resume when the
 * work is done.
 */
export async function withFilledQueues<T>(
  hub: Hub,
  still: readonly ServiceName[],
  work: () => Promise<T>,
): Promise<T> {
  const pids = hub.processes().flatMap(({ service, pid }) => (still.includes(service) ? [pid] : []));
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    await wait(STANDS_STILL_MS);
    return await work();
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
}

/** How many messages are in queues. */
export async function countMessages({ broker }: Hub): Promise<number> {
  const printed = await broker.control('list_queues', '--vhost', 'private', 'messages', '--no-table-headers');
  return printed.split('\n').reduce((sum, line) => sum + Number(line), 0);
}
