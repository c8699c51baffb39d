import type { Channel } from 'amqplib';
import { FAILURE_POLICY } from './failure-policy';

export const EVENTS_EXCHANGE = 'hub.events';
export const COMMANDS_EXCHANGE = 'hub.commands';
/** Events of shops that rehearse, by run: separate from the default exchange, which leads to every queue. */
export const REHEARSALS_EXCHANGE = 'hub.rehearsals';
/** Where messages end that failed permanently; `support` drains it. */
export const DEAD_LETTERS_QUEUE = 'dead-letters';

/**
 * Waits for messages that must come back later: one delay queue each, shared by all consumers. Fine enough that a
 * store's `Retry-After` is never doubled, with a step for the longest that is honoured, 120 s (D23).
 */
export const DELAY_STEPS_MS = [1_000, 5_000, 10_000, 20_000, 30_000, 60_000, 120_000, 300_000] as const;

/**
 * RabbitMQ 4 drops a message after 20 unacknowledged deliveries, unless the queue says otherwise, and 3.10 has no
 * "never": dead letters are kept however often `support` dies while it holds one.
 */
const NO_DELIVERY_LIMIT = 2_147_483_647;
const EVENT_QUEUE_BOUND = 100_000;
const COMMAND_QUEUE_BOUND = 1_000_000;

/** A queue bound to the exchange under the message's type (architecture: queue is `<service>.<type>`). */
export interface QueueSpec {
  name: string;
  exchange: typeof EVENTS_EXCHANGE | typeof COMMANDS_EXCHANGE;
  routingKey: string;
}

export function delayExchange(stepMs: number): string {
  return `hub.delay.${stepMs}`;
}

export function isDelayQueue(name: string): boolean {
  return name.startsWith('hub.delay.');
}

/** The step nearest to a wait without cutting it short; the longest if none is long enough. */
export function delayStep(waitMs: number): number {
  return DELAY_STEPS_MS.find((step) => step >= waitMs) ?? DELAY_STEPS_MS[DELAY_STEPS_MS.length - 1] ?? 0;
}

/** Every queue a hub broker holds, given the bound ones: what tests purge and operators list. */
export function queueNames(queues: readonly QueueSpec[]): string[] {
  return [...queues.map((queue) => queue.name), ...DELAY_STEPS_MS.map(delayExchange), DEAD_LETTERS_QUEUE];
}

type QueueArguments = Readonly<Record<string, string | number>>;

/** A queue as it is declared: these arguments change only by moving its messages (`hub broker apply`). */
export interface QueueDeclaration {
  name: string;
  arguments: QueueArguments;
  boundTo?: { exchange: string; routingKey: string };
}

/**
 * Every queue with its arguments. They limit a work queue too: policies, which may be missing, can only lower that
 * limit (the smaller applies).
 */
export function queueDeclarations(queues: readonly QueueSpec[]): QueueDeclaration[] {
  return [
    { name: DEAD_LETTERS_QUEUE, arguments: quorum({ 'x-delivery-limit': NO_DELIVERY_LIMIT }) },
    ...DELAY_STEPS_MS.map(delayQueue),
    ...queues.map(workQueue),
  ];
}

/** Every hub exchange. */
export const EXCHANGES: readonly { name: string; type: 'direct' | 'fanout' }[] = [
  { name: EVENTS_EXCHANGE, type: 'direct' },
  { name: COMMANDS_EXCHANGE, type: 'direct' },
  { name: REHEARSALS_EXCHANGE, type: 'direct' },
  ...DELAY_STEPS_MS.map((step) => ({ name: delayExchange(step), type: 'fanout' as const })),
];

/** Declares exchanges and queues; safe to repeat. */
export async function declareTopology(channel: Channel, queues: readonly QueueSpec[]): Promise<void> {
  for (const { name, type } of EXCHANGES) await channel.assertExchange(name, type, { durable: true });
  for (const queue of queueDeclarations(queues)) await declareQueue(channel, queue);
}

/** Throws if the broker has it with other arguments. */
export async function declareQueue(channel: Channel, queue: QueueDeclaration): Promise<void> {
  try {
    await channel.assertQueue(queue.name, { durable: true, arguments: queue.arguments });
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    if (!reason.includes('inequivalent arg')) throw error;
    throw new Error(`${queue.name} has other arguments than this release: run "hub broker apply"`, {
      cause: error,
    });
  }
  if (queue.boundTo) await channel.bindQueue(queue.name, queue.boundTo.exchange, queue.boundTo.routingKey);
}

/** Where messages wait while their queue is replaced. */
export const MOVING_QUEUE: QueueDeclaration = {
  name: 'hub.moving',
  arguments: quorum({ 'x-delivery-limit': NO_DELIVERY_LIMIT }),
};

/**
 * A message published to a delay exchange under its origin queue's name waits there, then returns through the default
 * exchange under the same name: one queue per step serves every consumer, and order within a step is by age.
 */
function delayQueue(stepMs: number): QueueDeclaration {
  return {
    name: delayExchange(stepMs),
    arguments: quorum({
      'x-message-ttl': stepMs,
      'x-dead-letter-exchange': '',
      'x-dead-letter-strategy': 'at-least-once',
      'x-overflow': 'reject-publish',
    }),
    boundTo: { exchange: delayExchange(stepMs), routingKey: '' },
  };
}

function workQueue({ name, exchange, routingKey }: QueueSpec): QueueDeclaration {
  return {
    name,
    arguments: quorum({
      'x-max-length': exchange === EVENTS_EXCHANGE ? EVENT_QUEUE_BOUND : COMMAND_QUEUE_BOUND,
      'x-overflow': 'reject-publish',
      'x-delivery-limit': FAILURE_POLICY.processLost.again.times,
      'x-dead-letter-exchange': '',
      'x-dead-letter-routing-key': DEAD_LETTERS_QUEUE,
      'x-dead-letter-strategy': 'at-least-once',
    }),
    boundTo: { exchange, routingKey },
  };
}

function quorum(args: QueueArguments): QueueArguments {
  return { 'x-queue-type': 'quorum', ...args };
}
