import { describe, expect, it } from '@jest/globals';
import { FAILURE_POLICY } from '../failure-policy';
import { allQueues } from '../message-map';
import { QUEUE_POLICIES } from './queue-limits';
import { EVENTS_EXCHANGE, queueDeclarations } from '../topology';

/** The policy that applies to a queue, as RabbitMQ chooses it. */
const policyOf = (queue: string) =>
  QUEUE_POLICIES.filter(({ pattern }) => new RegExp(pattern).test(queue)).toSorted(
    (a, b) => b.priority - a.priority,
  )[0];

describe('limits of queues', () => {
  it.each(allQueues())('$name has those of its kind', ({ name, exchange }) => {
    expect(policyOf(name)?.name).toBe(exchange === EVENTS_EXCHANGE ? 'hub-events' : 'hub-commands');
  });

  it('apply to work queues only: no delay queue and no dead-letter queue ever refuses a message', () => {
    const bound = new Set(allQueues().map(({ name }) => name));
    const others = queueDeclarations(allQueues()).filter(({ name }) => !bound.has(name));
    expect(others.map(({ name }) => policyOf(name))).toEqual(others.map(() => undefined));
  });

  it('D36: are at most 1 GiB of messages in every work queue', () => {
    const bytes = allQueues().map(({ name }) => policyOf(name)?.definition['max-length-bytes']);
    expect(new Set(bytes)).toEqual(new Set([2 ** 30]));
  });

  it('deliver a message as often as the failure policy says', () => {
    for (const { definition } of QUEUE_POLICIES)
      expect(definition['delivery-limit']).toBe(FAILURE_POLICY.processLost.again.times);
  });

  it('stay within the arguments that queues are declared with, which apply if no policy is set', () => {
    const limited = queueDeclarations(allQueues()).flatMap(({ name, arguments: declared }) => {
      const limit = policyOf(name)?.definition['max-length'];
      return limit === undefined ? [] : { limit: Number(limit), declared: Number(declared['x-max-length']) };
    });
    expect(limited.filter(({ limit, declared }) => !(limit <= declared))).toEqual([]);
  });
});
