import { allQueues, QUEUE_POLICIES, queueDeclarations } from '@hub/messaging';
import { describe, expect, it } from '@jest/globals';
import { describeStep, planBroker, type BrokerFacts } from './plan-broker';

const policyOf = (name: string) =>
  QUEUE_POLICIES.find(({ pattern }) => new RegExp(pattern).test(name))?.definition ?? {};

/** A broker as this release needs it. */
function aBroker(changes: Partial<BrokerFacts> = {}, shards = 1): BrokerFacts {
  const queues = queueDeclarations(allQueues(shards)).map(({ name, arguments: declared }) => ({
    name,
    arguments: declared,
    messages: 3,
    effective: policyOf(name),
  }));
  return { policies: QUEUE_POLICIES, queues, closed: false, ...changes };
}

const QUEUE = 'routing.order.created';

describe('the plan for the broker', () => {
  it('is empty where everything is as needed, and for queues that do not exist yet', () => {
    expect(planBroker(aBroker())).toEqual([]);
    expect(planBroker(aBroker({ queues: [] }))).toEqual([]);
  });

  it('a policy that is missing, or differs, is set', () => {
    const [first, ...others] = QUEUE_POLICIES;
    if (!first) throw new Error('no policy');
    expect(planBroker(aBroker({ policies: others }))).toMatchObject([{ kind: 'set_policy', was: null }]);
    const old = { ...first, definition: { 'max-length': 5 } };
    const steps = planBroker(aBroker({ policies: [old, ...others] }));
    expect(steps).toMatchObject([{ kind: 'set_policy', was: { 'max-length': 5 } }]);
    expect(steps.map(describeStep).join()).toContain('max-length 5 becomes max-length 100000');
  });

  it('D36: a higher limit in bytes of an earlier release is lowered by the policy alone, and no queue is replaced', () => {
    const earlier = QUEUE_POLICIES.map((policy) => ({
      ...policy,
      definition: { ...policy.definition, 'max-length-bytes': 2 ** 32 },
    }));
    const steps = planBroker(aBroker({ policies: earlier }));
    expect(steps.map(({ kind }) => kind)).toEqual(QUEUE_POLICIES.map(() => 'set_policy'));
    expect(steps.map(describeStep).join()).toContain('max-length-bytes 1073741824');
  });

  it('a queue with other arguments is replaced', () => {
    const queues = aBroker().queues.map((queue) =>
      queue.name === QUEUE ? { ...queue, arguments: { ...queue.arguments, 'x-max-length': 5 } } : queue,
    );
    expect(planBroker(aBroker({ queues }))).toEqual([
      { kind: 'replace_queue', queue: QUEUE, messages: 3, differs: ['x-max-length'] },
    ]);
  });

  it('an interrupted replacement is finished', () => {
    expect(planBroker(aBroker({ closed: true }))).toEqual([{ kind: 'finish_move', messages: 0 }]);
    const queues = [...aBroker().queues, { name: 'hub.moving', arguments: {}, messages: 7, effective: {} }];
    expect(planBroker(aBroker({ queues }))).toEqual([{ kind: 'finish_move', messages: 7 }]);
  });

  it('a foreign policy that takes precedence is named', () => {
    const queues = aBroker().queues.map((queue) =>
      queue.name === QUEUE ? { ...queue, effective: { 'max-length': 9 } } : queue,
    );
    expect(planBroker(aBroker({ queues }))).toEqual([
      { kind: 'overruled', queue: QUEUE, by: { 'max-length': 9 } },
    ]);
  });

  it('is empty with shards too, where each is as needed', () => {
    expect(planBroker(aBroker({}, 4), 4)).toEqual([]);
    expect(planBroker(aBroker(), 4)).toEqual([]);
  });

  it('a shard without its one consumer at a time is replaced', () => {
    const queues = aBroker({}, 2).queues.map((queue) =>
      queue.name === `${QUEUE}.shard-2`
        ? { ...queue, arguments: { ...queue.arguments, 'x-single-active-consumer': false } }
        : queue,
    );
    expect(planBroker(aBroker({ queues }), 2)).toEqual([
      {
        kind: 'replace_queue',
        queue: `${QUEUE}.shard-2`,
        messages: 3,
        differs: ['x-single-active-consumer'],
      },
    ]);
  });

  it('names every shard beyond the number, with what it holds', () => {
    const events = allQueues(2).filter(({ shardOf }) => shardOf !== undefined).length / 2;
    const steps = planBroker(aBroker({}, 4), 2);
    expect(steps).toHaveLength(events * 2);
    expect(steps).toContainEqual({
      kind: 'left_shard',
      queue: `${QUEUE}.shard-4`,
      messages: 3,
      consumers: 0,
    });
    expect(planBroker(aBroker({}, 2), 1)).toHaveLength(events * 2);
    const queues = aBroker({}, 2).queues.map((queue) => ({ ...queue, consumers: 1 }));
    const said = planBroker(aBroker({ queues }), 1).map(describeStep).join('\n');
    expect(said).toContain(
      `queue ${QUEUE}.shard-1: a shard beyond EVENT_SHARDS, with 3 messages; a worker still consumes it`,
    );
  });
});
