import { describe, expect, it } from '@jest/globals';
import { FAILURE_POLICY } from '../failure-policy';
import { allQueues } from '../message-map';
import { QUEUE_POLICIES } from './queue-limits';
import { EVENTS_EXCHANGE, queueDeclarations } from './topology';

/** The policy that counts for a queue, as RabbitMQ chooses it. */
const policyOf = (queue: string) =>
  QUEUE_POLICIES.filter(({ pattern }) => new RegExp(pattern).test(queue)).toSorted(
    (a, b) => b.priority - a.priority,
  )[0];

describe('limits of queues', () => {
  it.each(allQueues())('$name has those of its kind', ({ name, exchange }) => {
    expect(policyOf(name)?.name).toBe(exchange === EVENTS_EXCHANGE ? 'hub-events' : 'hub-commands');
  });

  it('are for work alone: no delay queue and no dead letter is ever refused', () => {
    const bound = new Set(allQueues().map(({ name }) => name));
    const others = queueDeclarations(allQueues()).filter(({ name }) => !bound.has(name));
    expect(others.map(({ name }) => policyOf(name))).toEqual(others.map(() => undefined));
  });

  it('give a message out as often as the failure policy says', () => {
    for (const { definition } of QUEUE_POLICIES)
      expect(definition['delivery-limit']).toBe(FAILURE_POLICY.processLost.again.times);
  });

  it('stay within what the queues are declared with, which counts where no policy is set', () => {
    const limited = queueDeclarations(allQueues()).flatMap(({ name, arguments: declared }) => {
      const limit = policyOf(name)?.definition['max-length'];
      return limit === undefined ? [] : { limit: Number(limit), declared: Number(declared['x-max-length']) };
    });
    expect(limited.filter(({ limit, declared }) => !(limit <= declared))).toEqual([]);
  });
});
