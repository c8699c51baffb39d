import type { Broker } from './broker';
import { withoutBrokerHeaders } from './broker-death';
import { HEADER, type Delivery } from './delivery';
import { FAILURE_POLICY } from '../failure-policy';
import type { OutgoingMessage } from './publisher';
import type { Settlement } from '../settlement';
import { DEAD_LETTERS_QUEUE, delayExchange, delayStep } from '../topology';

const STACK_CHARACTERS = 8_000;

/** What to do with a message at the broker: acknowledge it, once its follow-up (if any) is confirmed. */
export interface SettlementPlan {
  follow: OutgoingMessage | null;
  /** Whether it ended as a failed message. */
  dead: boolean;
}

/**
 * Turns a settlement into the follow-up for the broker: none, a copy in a delay queue, or a dead letter with reason,
 * stack, origin and first and last failure. `now` in milliseconds.
 */
export function planSettlement(delivery: Delivery, settlement: Settlement, now: number): SettlementPlan {
  switch (settlement.kind) {
    case 'done':
    case 'ignored':
      return { follow: null, dead: false };
    case 'postpone':
      return {
        follow: later(delivery, settlement.afterMs, {
          [HEADER.callAttempts]: settlement.callAttempts ?? delivery.callAttempts,
        }),
        dead: false,
      };
    case 'away':
      return { follow: later(delivery, FAILURE_POLICY.databaseAway.again.waitMs, {}), dead: false };
    case 'behind':
      // The shortest delay there is.
      return { follow: later(delivery, 0, { [HEADER.behind]: true }), dead: false };
    case 'retry':
      return planRetry(delivery, settlement, now);
    case 'reject':
      return { follow: deadLetter(delivery, settlement, now), dead: true };
  }
}

/**
 * Publishes the follow-up, however long the broker accepts nothing; the caller acknowledges the original only after
 * that. If it were returned to its queue instead, it would be redelivered at once and spend its delivery limit.
 */
export async function carryOut(broker: Broker, plan: SettlementPlan, given: AbortSignal): Promise<void> {
  if (plan.follow) await broker.publishSurely(plan.follow, given);
}

function planRetry(
  delivery: Delivery,
  settlement: Extract<Settlement, { kind: 'retry' }>,
  now: number,
): SettlementPlan {
  const wait = FAILURE_POLICY.unexpected.again.waitsMs[delivery.attempts];
  if (wait === undefined) return { follow: deadLetter(delivery, settlement, now), dead: true };
  const headers = {
    [HEADER.attempts]: delivery.attempts + 1,
    [HEADER.firstFailedAt]: delivery.firstFailedAt ?? new Date(now).toISOString(),
    [HEADER.reason]: settlement.reason,
  };
  return { follow: later(delivery, settlement.afterMs ?? wait, headers), dead: false };
}

function later(delivery: Delivery, waitMs: number, headers: Record<string, unknown>): OutgoingMessage {
  return copyOf(delivery, {
    exchange: delayExchange(delayStep(waitMs)),
    routingKey: delivery.queue,
    headers,
  });
}

function deadLetter(
  delivery: Delivery,
  failure: { reason: string; error?: unknown },
  now: number,
): OutgoingMessage {
  const at = new Date(now).toISOString();
  return copyOf(delivery, {
    exchange: '',
    routingKey: DEAD_LETTERS_QUEUE,
    headers: {
      [HEADER.origin]: delivery.queue,
      [HEADER.attempts]: delivery.attempts + 1,
      [HEADER.reason]: failure.reason,
      [HEADER.stack]:
        failure.error instanceof Error ? (failure.error.stack ?? '').slice(0, STACK_CHARACTERS) : '',
      [HEADER.firstFailedAt]: delivery.firstFailedAt ?? at,
      [HEADER.lastFailedAt]: at,
    },
  });
}

function copyOf(
  delivery: Delivery,
  to: { exchange: string; routingKey: string; headers: Record<string, unknown> },
): OutgoingMessage {
  // From here on it waits on purpose.
  const { [HEADER.publishedAt]: _published, ...rest } = delivery.headers;
  return {
    exchange: to.exchange,
    routingKey: to.routingKey,
    content: delivery.content,
    options: {
      persistent: true,
      mandatory: true,
      messageId: delivery.messageId,
      type: delivery.type,
      correlationId: delivery.correlation,
      headers: { ...withoutBrokerHeaders(rest), ...to.headers },
    },
  };
}
