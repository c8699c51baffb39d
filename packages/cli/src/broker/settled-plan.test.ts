import { allQueues, QUEUE_POLICIES, queueDeclarations } from '@hub/messaging';
import { describe, expect, it } from '@jest/globals';
import type { BrokerFacts } from './plan-broker';
import { settledPlan } from './settled-plan';

const policyOf = (name: string) =>
  QUEUE_POLICIES.find(({ pattern }) => new RegExp(pattern).test(name))?.definition ?? {};

/** A broker with every policy of this release, which reports this one as effective. */
function aBroker(effectiveOf: (name: string) => BrokerFacts['queues'][number]['effective']): BrokerFacts {
  const queues = queueDeclarations(allQueues()).map(({ name, arguments: declared }) => ({
    name,
    arguments: declared,
    messages: 0,
    effective: effectiveOf(name),
  }));
  return { policies: QUEUE_POLICIES, queues, closed: false };
}

/** Reports one after the other, the last one forever. */
function asksOf(...answers: BrokerFacts[]) {
  const asked = { times: 0, pauses: 0 };
  const last = answers.length - 1;
  const facts = async () => {
    const now = answers[Math.min(asked.times, last)];
    asked.times += 1;
    if (!now) throw new Error('no facts to report');
    return now;
  };
  const pause = async () => (asked.pauses += 1);
  return { asked, looking: { facts, pause } };
}

const BEFORE = aBroker(() => ({ 'max-length': 9 }));
const AFTER = aBroker(policyOf);

describe('the plan for the broker, once its statistics have caught up', () => {
  it('is empty, where they reported the earlier policy for a while', async () => {
    const { asked, looking } = asksOf(BEFORE, BEFORE, AFTER);
    expect((await settledPlan(looking)).steps).toEqual([]);
    expect(asked).toEqual({ times: 3, pauses: 2 });
  });

  it('names another policy, where they report nothing else for fifteen seconds', async () => {
    const { asked, looking } = asksOf(BEFORE);
    const { steps } = await settledPlan(looking);
    expect(new Set(steps.map(({ kind }) => kind))).toEqual(new Set(['overruled']));
    expect(asked).toEqual({ times: 15, pauses: 14 });
  });

  it('is returned at once where no other policy counts', async () => {
    const { asked, looking } = asksOf({ ...AFTER, policies: [] });
    expect((await settledPlan(looking)).steps).toMatchObject(
      QUEUE_POLICIES.map(() => ({ kind: 'set_policy' })),
    );
    expect(asked.pauses).toBe(0);
  });
});
