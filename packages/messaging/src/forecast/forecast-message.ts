import { forecast as withoutEffects } from '@hub/runtime';
import { readCommand } from '../commands/command-frame';
import type {
  CallingContext,
  BatchCommandConsumer,
  CallingConsumer,
  TransactionalConsumer,
} from '../commands/command-consumer';
import type { Delivery } from '../broker/delivery';
import type { BatchEventConsumer, EventOutcome, SingleEventConsumer } from '../events/event-consumer';
import { EventFrame } from '../events/event-frame';
import { readEventMessage } from '../events/event-message';
import { batchWork, singleWork } from '../events/event-work';
import { FAILURE_POLICY } from '../failure-policy';
import type { Settlement } from '../settlement';
import type { WorkContext } from '../work';
import type { ForecastAnswer, ForecastOutcome } from './forecast-answer';
import { endOfFailure, NO_EFFECTS, takeBack, takeBackSql, type Effects } from './forecast-transaction';

/** A consumer whose handling of a message can be forecast. */
export type ForecastConsumer =
  | SingleEventConsumer
  | BatchEventConsumer
  | TransactionalConsumer
  | BatchCommandConsumer
  | CallingConsumer;

/**
 * The outcome of handling a message now: its real handler runs, and everything is rolled back. Nothing leaves the
 * process, and it waits for no lock. Never throws.
 */
export async function forecastMessage(
  spec: ForecastConsumer,
  delivery: Delivery,
  context: WorkContext,
): Promise<ForecastAnswer> {
  try {
    return await withoutEffects(() => run(spec, delivery, context));
  } catch (error) {
    return { end: endOfFailure(error), ...NO_EFFECTS };
  }
}

const UNREADABLE: ForecastAnswer = {
  end: { kind: 'fails', reason: FAILURE_POLICY.unreadable.reason },
  ...NO_EFFECTS,
};

function run(spec: ForecastConsumer, delivery: Delivery, context: WorkContext): Promise<ForecastAnswer> {
  switch (spec.kind) {
    case 'event':
    case 'event-batch':
      return forecastEvent(spec, delivery, context);
    case 'command':
      return forecastCommand(spec, delivery, context);
    case 'command-batch':
      return forecastSteps(delivery, { context, spec }, async (steps, input) => {
        const [settlement] = await spec.handleAll(steps, [input]);
        return settlement ?? { kind: 'retry', reason: 'not settled' };
      });
    case 'calling':
      return forecastSteps(delivery, { context, spec }, (steps, input) => spec.handle(steps, input));
  }
}

async function forecastEvent(
  spec: SingleEventConsumer | BatchEventConsumer,
  delivery: Delivery,
  context: WorkContext,
): Promise<ForecastAnswer> {
  const message = readEventMessage(delivery);
  if (!message) return UNREADABLE;
  const frame = new EventFrame(spec, context, () => undefined);
  if (spec.kind === 'event') {
    const { result, effects } = await takeBack(context, (tx) =>
      frame.decideAll(singleWork(spec, tx), [message]),
    );
    return { end: endOfEvent(result[0]), ...effects };
  }
  const decide = async (plainly: boolean): Promise<ForecastAnswer> => {
    const { result, effects } = await takeBackSql(context, (tx) =>
      frame.decideAll(batchWork(spec, tx, { looksFirst: true, plainly }), [message]),
    );
    return { end: endOfEvent(result[0]), ...effects };
  };
  try {
    return await decide(false);
  } catch (error) {
    // As the frame does for an event that failed alone.
    if (spec.handleOne && endOfFailure(error).kind === 'fails') return decide(true);
    throw error;
  }
}

function endOfEvent(end: EventOutcome | undefined): ForecastOutcome {
  switch (end?.kind) {
    case 'decided':
      return { kind: 'answered', verdict: end.verdict };
    case 'pending':
      return { kind: 'pending' };
    case 'unsettled':
      return { kind: 'again', reason: end.reason };
    case undefined:
      return { kind: 'again', reason: 'not decided' };
  }
}

async function forecastCommand(
  spec: TransactionalConsumer,
  delivery: Delivery,
  context: WorkContext,
): Promise<ForecastAnswer> {
  const input = readCommand(spec.command.payload, delivery, context);
  if (!input) return UNREADABLE;
  const { result, effects } = await takeBack(context, (tx) => spec.handle(tx, input));
  return { end: endOfSettlement(result), ...effects };
}

type Steps<T extends object> = Pick<CallingConsumer<T>, 'command'>;

/**
 * A handler with its own transactions: the first is run and rolled back, and the handler continues with its result, up
 * to its call of a store or its second transaction, which would need what the first rolled back.
 */
async function forecastSteps<T extends object>(
  delivery: Delivery,
  { context, spec }: { context: WorkContext; spec: Steps<T> },
  handle: (
    steps: CallingContext,
    input: NonNullable<ReturnType<typeof readCommand<T>>>,
  ) => Promise<Settlement>,
): Promise<ForecastAnswer> {
  const input = readCommand(spec.command.payload, delivery, context);
  if (!input) return UNREADABLE;
  const steps = new FirstStep(context);
  try {
    const end = endOfSettlement(await handle(steps, input));
    return { end, ...steps.effects };
  } catch (error) {
    const end: ForecastOutcome = error instanceof SecondStep ? { kind: 'goes_on' } : endOfFailure(error);
    return { end, ...steps.effects };
  }
}

class SecondStep extends Error {}

class FirstStep implements CallingContext {
  effects: Effects = NO_EFFECTS;
  private taken = false;
  readonly db: CallingContext['db'];

  constructor(private readonly context: WorkContext) {
    this.db = context.db;
  }

  readonly transact: CallingContext['transact'] = (work) => this.take(() => takeBack(this.context, work));

  readonly transactSql: CallingContext['transactSql'] = (work) =>
    this.take(() => takeBackSql(this.context, work));

  private async take<R>(step: () => Promise<{ result: R; effects: Effects }>): Promise<R> {
    if (this.taken) throw new SecondStep();
    this.taken = true;
    const { result, effects } = await step();
    this.effects = effects;
    return result;
  }
}

function endOfSettlement(settlement: Settlement): ForecastOutcome {
  switch (settlement.kind) {
    case 'done':
      return { kind: 'handled', outcome: settlement.outcome, ignored: false };
    case 'ignored':
      return { kind: 'handled', outcome: settlement.reason, ignored: true };
    case 'retry':
    case 'postpone':
    case 'behind':
      return { kind: 'again', reason: settlement.reason };
    case 'away':
      return { kind: 'again', reason: 'the database is unavailable' };
    case 'reject':
      return { kind: 'fails', reason: settlement.reason };
  }
}
