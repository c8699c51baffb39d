import type { DeadLetterConsumer } from './dead-letter-consumer';
import { readDeadMessage } from './dead-message';
import type { Delivery } from '../broker/delivery';
import { isDatabaseAway } from '../failure';
import { FAILURE_POLICY } from '../failure-policy';
import { done, postpone, type Settlement } from '../settlement';
import { settleFailure, transact, type WorkContext } from '../work';

/**
 * Stores a failed message. One that cannot be stored is deferred, so that it does not block the others, and never
 * dropped.
 */
export async function handleDeadLetter(
  consumer: DeadLetterConsumer,
  delivery: Delivery,
  context: WorkContext,
): Promise<Settlement> {
  try {
    const dead = readDeadMessage(delivery);
    await transact(context, (tx) => consumer.handle(tx, dead, context.clock.now()));
    return done('stored');
  } catch (error) {
    if (isDatabaseAway(error)) return settleFailure(error);
    const { messageId, correlation, type } = delivery;
    context.logger.error('failed message not stored, retrying', { type, messageId, correlation, error });
    return postpone('not stored', FAILURE_POLICY.deadLetterNotStored.again.waitMs);
  }
}
