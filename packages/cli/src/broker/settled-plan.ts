import { planBroker, type BrokerFacts, type BrokerStep } from './plan-broker';

/** RabbitMQ reports the effective policy with its queue statistics, which it gathers every five seconds. */
const LOOKS = 15;

/** How the broker is read. */
interface Looking {
  facts: () => Promise<BrokerFacts>;
  /** Waits a second. */
  pause: () => Promise<unknown>;
}

/**
 * The plan for the broker. Another policy counts as effective once the broker has reported nothing else for fifteen
 * seconds: just after a policy was set, or the broker started, it still reports the earlier one.
 * @returns also the facts behind the steps
 */
export async function settledPlan({
  facts,
  pause,
}: Looking): Promise<{ facts: BrokerFacts; steps: BrokerStep[] }> {
  for (let look = 1; ; look += 1) {
    const found = await facts();
    const steps = planBroker(found);
    if (look === LOOKS || !steps.some(({ kind }) => kind === 'overruled')) return { facts: found, steps };
    await pause();
  }
}
