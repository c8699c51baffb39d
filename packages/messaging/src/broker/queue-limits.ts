import { z } from 'zod';
import limits from './queue-limits.json';

/** A policy of RabbitMQ: limits for every queue whose name its pattern matches; of several the highest priority applies. */
export const QueuePolicy = z.object({
  name: z.string(),
  pattern: z.string(),
  priority: z.int(),
  definition: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type QueuePolicy = z.output<typeof QueuePolicy>;

/**
 * How much each queue holds (D5) and how often it delivers a message (D36), as policies: a release can change them at
 * run time, unlike the arguments that queues are declared with.
 */
export const QUEUE_POLICIES: readonly QueuePolicy[] = z.array(QueuePolicy).parse(limits);
