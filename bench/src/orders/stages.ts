import { print } from '../benchmark';
import type { RunningService } from '../start-services';
import { handledByQueue, meanMs, type Handled } from '../worker-figures';

const STAGES = [
  { queue: 'routing.order.created', name: 'intake' },
  { queue: 'routing.order.route', name: 'decision, with its transaction' },
  { queue: 'routing.shipping-order.place', name: 'placing, with the call' },
];

export type Stages = Map<string, Handled>;

/** What the workers have handled so far, in sum. */
export async function readStages(workers: readonly RunningService[]): Promise<Stages> {
  const sum: Stages = new Map();
  for (const { port } of workers)
    for (const [queue, { messages, seconds }] of await handledByQueue(port)) {
      const known = sum.get(queue) ?? { messages: 0, seconds: 0 };
      sum.set(queue, { messages: known.messages + messages, seconds: known.seconds + seconds });
    }
  return sum;
}

/** Prints the mean time from delivery to settlement of each stage: waiting for others in the same process counts. */
export function printStages(before: Stages, after: Stages): void {
  const parts = STAGES.map(({ queue, name }) => `${name} ${meanMs(before, after, queue).toFixed(0)}`);
  print(`  ms from delivery to settlement, several at once: ${parts.join(', ')}`);
}
