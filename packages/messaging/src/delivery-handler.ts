import { Batcher } from '@hub/runtime';
import type { DeliveryHandler } from './broker/consumer';
import type { Delivery } from './broker/delivery';
import { DEAD_LETTERS_QUEUE } from './topology';
import type {
  BatchCommandConsumer,
  CallingConsumer,
  TransactionalConsumer,
} from './commands/command-consumer';
import { handleCalling, handleCommand, handleCommandBatch } from './commands/command-frame';
import type { DeadLetterConsumer } from './dead-letters/dead-letter-consumer';
import { handleDeadLetter } from './dead-letters/dead-letter-frame';
import { reportReplays } from './dead-letters/replay-report';
import type { BatchEventConsumer, SingleEventConsumer } from './events/event-consumer';
import { EventFrame, type Answer } from './events/event-frame';
import { commandQueue, eventQueue } from './message-map';
import type { Settlement } from './settlement';
import { tracedBatch } from './traced';
import type { WorkContext } from './work';

export type ReplyAll = (answers: readonly Answer[]) => void;

/** Every kind of consumer. */
export type AnyConsumer =
  | SingleEventConsumer
  | BatchEventConsumer
  | TransactionalConsumer
  | BatchCommandConsumer
  | CallingConsumer
  | DeadLetterConsumer;

/** The consumer that drains failed messages itself records replays that failed again. */
export function handlerOf(spec: AnyConsumer, work: WorkContext, reply: ReplyAll): DeliveryHandler {
  const handler = deliveryHandler(spec, work, reply);
  return spec.kind === 'dead-letter'
    ? handler
    : { ...handler, handle: reportReplays((delivery) => handler.handle(delivery), work) };
}

function deliveryHandler(spec: AnyConsumer, work: WorkContext, reply: ReplyAll): DeliveryHandler {
  switch (spec.kind) {
    case 'event': {
      const frame = new EventFrame(spec, work, reply);
      return {
        queue: eventQueue(spec.event).name,
        prefetch: spec.concurrency ?? 8,
        handle: async (delivery) => first(await frame.handle([delivery])),
      };
    }
    case 'event-batch': {
      const frame = new EventFrame(spec, work, reply);
      return batched(eventQueue(spec.event).name, spec, (batch) => frame.handle(batch));
    }
    case 'command':
      return {
        queue: commandQueue(spec.command).name,
        prefetch: spec.concurrency ?? 8,
        handle: (delivery) => handleCommand(spec, delivery, work),
      };
    case 'command-batch':
      return batched(commandQueue(spec.command).name, spec, (batch) => handleCommandBatch(spec, batch, work));
    case 'calling':
      return {
        queue: commandQueue(spec.command).name,
        prefetch: spec.concurrency ?? 256,
        longestMs: spec.longestMs,
        handle: (delivery) => handleCalling(spec, delivery, work),
      };
    case 'dead-letter':
      return {
        queue: DEAD_LETTERS_QUEUE,
        prefetch: spec.concurrency ?? 16,
        handle: (delivery) => handleDeadLetter(spec, delivery, work),
      };
  }
}

/** The next batch is fetched while one is handled. */
function batched(
  queue: string,
  { maxBatch, everyMs }: { maxBatch: number; everyMs?: number },
  handleAll: (batch: Delivery[]) => Promise<Settlement[]>,
): DeliveryHandler {
  const batcher = new Batcher(maxBatch, tracedBatch(queue, handleAll), everyMs);
  return { queue, prefetch: maxBatch * 2, handle: (delivery) => batcher.add(delivery) };
}

function first(settlements: Settlement[]): Settlement {
  return settlements[0] ?? { kind: 'reject', reason: 'no settlement' };
}
