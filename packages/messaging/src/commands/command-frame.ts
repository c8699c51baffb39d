import { Prisma, type Tx } from '@hub/database';
import type {
  BatchCommandConsumer,
  CallingContext,
  CallingConsumer,
  CommandInput,
  TransactionalConsumer,
} from './command-consumer';
import type { Delivery } from '../broker/delivery';
import { isDatabaseAway } from '../failure';
import { FAILURE_POLICY } from '../failure-policy';
import { inParts } from '../in-parts';
import { recordReplay } from '../dead-letters/replay-report';
import { ignored, reject, type Settlement } from '../settlement';
import { settleFailure, transact, transactSql, type WorkContext } from '../work';

/** Runs a transactional command: inbox row and effects commit together, or not at all. */
export async function handleCommand<T extends object>(
  consumer: TransactionalConsumer<T>,
  delivery: Delivery,
  context: WorkContext,
): Promise<Settlement> {
  const input = readCommand(consumer.command.payload, delivery, context);
  if (!input) return UNREADABLE;
  try {
    return await transact(context, async (tx) => {
      if (!(await enterInbox(tx, delivery))) return ignored('handled before');
      const settlement = await consumer.handle(tx, input);
      if (settlement.kind === 'done' || settlement.kind === 'ignored') {
        // With its effects: a write that it makes due may fail again at once, and that failure comes after it (D23).
        await recordReplay(tx, delivery, settlement);
        return settlement;
      }
      throw new RolledBack(settlement);
    });
  } catch (error) {
    return error instanceof RolledBack ? error.settlement : settleFailure(error);
  }
}

/** Runs a calling command. */
export async function handleCalling<T extends object>(
  consumer: CallingConsumer<T>,
  delivery: Delivery,
  context: WorkContext,
): Promise<Settlement> {
  const input = readCommand(consumer.command.payload, delivery, context);
  if (!input) return UNREADABLE;
  try {
    return await consumer.handle(callingContext(context), input);
  } catch (error) {
    return settleFailure(error);
  }
}

/** Runs a batch of commands; if it fails, in smaller ones. */
export async function handleCommandBatch<T extends object>(
  consumer: BatchCommandConsumer<T>,
  deliveries: Delivery[],
  context: WorkContext,
): Promise<Settlement[]> {
  const inputs = deliveries.map((delivery) => readCommand(consumer.command.payload, delivery, context));
  const readable = inputs.filter((input) => input !== null);
  try {
    const settlements = (await consumer.handleAll(callingContext(context), readable)).values();
    return inputs.map((input) => (input ? (settlements.next().value ?? NOT_SETTLED) : UNREADABLE));
  } catch (error) {
    // Each part would wait for the database again.
    if (deliveries.length === 1 || isDatabaseAway(error))
      return inputs.map((input) => (input ? settleFailure(error) : UNREADABLE));
    const settlements: Settlement[] = [];
    for (const part of inParts(deliveries))
      settlements.push(...(await handleCommandBatch(consumer, part, context)));
    return settlements;
  }
}

const UNREADABLE = reject(FAILURE_POLICY.unreadable.reason);
const NOT_SETTLED: Settlement = { kind: 'retry', reason: 'not settled' };

export function callingContext(context: WorkContext): CallingContext {
  return {
    db: context.db,
    transact: (work, options) => transact(context, work, options),
    transactSql: (work) => transactSql(context, work),
  };
}

/** Carries a settlement out of a transaction that must not commit. */
class RolledBack extends Error {
  constructor(readonly settlement: Settlement) {
    super('rolled back');
  }
}

/** The command of a delivery; null: its bytes cannot be parsed. */
export function readCommand<T>(
  schema: { safeParse(value: unknown): { success: true; data: T } | { success: false } },
  delivery: Delivery,
  context: WorkContext,
): CommandInput<T> | null {
  const payload = schema.safeParse(parseJson(delivery.content));
  if (!payload.success) return null;
  const { messageId, correlation, callAttempts } = delivery;
  const logger = context.logger.child({ correlation, type: delivery.type });
  return {
    payload: payload.data,
    messageId,
    correlation,
    callAttempts,
    now: context.clock.now(),
    logger,
  };
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** False: this consumer has handled the message before. A concurrent delivery waits here for the other's commit. */
async function enterInbox(tx: Tx, delivery: Delivery): Promise<boolean> {
  const entered = await tx.$executeRaw(Prisma.sql`
    INSERT INTO inbox (consumer, message_id) VALUES (${delivery.queue}, ${delivery.messageId}::uuid)
    ON CONFLICT DO NOTHING`);
  return entered === 1;
}
