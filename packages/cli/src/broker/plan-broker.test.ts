import { allQueues, QUEUE_POLICIES, queueDeclarations } from '@hub/messaging';
import { describe, expect, it } from '@jest/globals';
import { describeStep, planBroker, type BrokerFacts } from './plan-broker';

const policyOf = (name: string) =>
  QUEUE_POLICIES.find(({ pattern }) => new RegExp(pattern).test(name))?.definition ?? {};

/** A broker as this release needs it. */
function aBroker(changes: Partial<BrokerFacts> = {}): BrokerFacts {
  const queues = queueDeclarations(allQueues()).map(({ name, arguments: declared }) => ({
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

  it('says nothing of queues that this release does not know', () => {
    const unknown = { name: `${QUEUE}.7`, arguments: {}, messages: 2, effective: policyOf(`${QUEUE}.7`) };
    expect(planBroker(aBroker({ queues: [...aBroker().queues, unknown] }))).toEqual([]);
  });
});
