export { afterEnd } from './after-end';
export { Broker } from './broker';
export {
  callingConsumer,
  commandBatchConsumer,
  commandConsumer,
  type CallingConsumer,
  type BatchContext,
  type CallingContext,
  type CommandInput,
} from './command-consumer';
export { KeyGate } from './key-gate';
export { DatabaseGate } from './database-gate';
export { deadLetterConsumer } from './dead-letter-consumer';
export type { DeadMessage } from './dead-message';
export {
  decided,
  eventBatchConsumer,
  eventConsumer,
  pending,
  unrecorded,
  unsettled,
  type EventEnd,
  type EventInput,
} from './event-consumer';
export { isDatabaseAway } from './failure';
export type { Reply } from './event-frame';
export { EventRequester, type EventAnswer } from './event-requester';
export { recordVerdicts } from './ledger';
export { addLedgerDays, dropLedgerDays } from './ledger-days';
export {
  allQueues,
  COMMANDS,
  eventQueue,
  commandQueue,
  MESSAGE_LABELS,
  messageLabel,
  type Command,
} from './message-map';
export { enqueueDead } from './enqueue-dead';
export {
  enqueue,
  enqueueAll,
  enqueueEach,
  insertCommands,
  outboxCommand,
  type OutboxCommand,
} from './outbox';
export type { Pass } from './pass';
export { enqueueReplays, type Replay } from './replays';
export { done, ignored, postpone, reject, retry, type Settlement } from './settlement';
export { moveQueues } from './move-queues';
export { QUEUE_POLICIES, QueuePolicy } from './queue-limits';
export { MOVING_QUEUE, queueDeclarations, queueNames } from './topology';
export type { BrokerConfig } from './broker-address';
export type { DatabaseState } from './work';
export { verdictWithinMs } from './verdict-wait';
export { runWorker, startWorker, type Subscriptions, type WorkerConfig, type WorkerContext } from './worker';
export { ForecastRequester, type ForecastRequest, type Forecasts } from './forecast/forecast-requester';
export type { ForecastAnswer } from './forecast/forecast-answer';
