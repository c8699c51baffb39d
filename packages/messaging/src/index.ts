export { afterEnd } from './after-end';
export { Broker } from './broker/broker';
export {
  callingConsumer,
  commandBatchConsumer,
  commandConsumer,
  type CallingConsumer,
  type CallingContext,
  type CommandInput,
} from './commands/command-consumer';
export { ClockGate } from './clock/clock-gate';
export { DatabaseClock } from './clock/database-clock';
export { KeyGate } from './key-gate';
export { DatabaseGate } from './database-gate';
export { deadLetterConsumer } from './dead-letters/dead-letter-consumer';
export type { DeadMessage } from './dead-letters/dead-message';
export {
  decided,
  eventBatchConsumer,
  eventConsumer,
  pending,
  unrecorded,
  unsettled,
  type EventOutcome,
  type EventInput,
  type SkippedEvent,
} from './events/event-consumer';
export { isDatabaseAway } from './failure';
export { linkTraces } from './traced';
export type { Reply } from './events/event-frame';
export { EventRequester, type EventAnswer, type RehearsalOfShop } from './events/event-requester';
export {
  RehearsalResponder,
  type EventsJudge,
  type RehearsedEvent,
  type RunAnswer,
} from './rehearsal/rehearsal-responder';
export { recordVerdicts } from './events/ledger';
export { addLedgerDays, dropLedgerDays } from './events/ledger-days';
export {
  allQueues,
  COMMANDS,
  eventQueue,
  commandQueue,
  MESSAGE_LABELS,
  messageLabel,
  type Command,
} from './message-map';
export { enqueueDead } from './dead-letters/enqueue-dead';
export {
  enqueue,
  enqueueAll,
  enqueueEach,
  insertCommands,
  outboxCommand,
  type OutboxCommand,
} from './outbox/outbox';
export { observePool } from './observe-pool';
export type { Sweep } from './sweep';
export { QueueDepths } from './broker/queue-depths';
export { enqueueReplays, type Replay } from './dead-letters/replays';
export { outcomeLabel, refusalLabel, type OutcomeText, type Phrase } from './outcome-text';
export { done, ignored, postpone, reject, retry, type Settlement } from './settlement';
export { declareBroker } from './broker/provide-topology';
export { moveQueues } from './broker/move-queues';
export { QUEUE_POLICIES, QueuePolicy } from './broker/queue-limits';
export { MOVING_QUEUE, queueDeclarations, queueNames } from './topology';
export type { BrokerConfig } from './broker/broker-address';
export type { DatabaseState } from './database-watch';
export { verdictWithinMs } from './events/verdict-wait';
export {
  startWorker,
  workerService,
  type Subscriptions,
  type WorkerConfig,
  type WorkerContext,
} from './worker';
export { ForecastRequester, type ForecastRequest, type Forecasts } from './forecast/forecast-requester';
export { dryRun, type DryRun } from './forecast/dry-run';
export type { ForecastAnswer } from './forecast/forecast-answer';
