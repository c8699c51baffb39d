import { planBroker, type BrokerFacts, type BrokerStep } from './plan-broker';

/** RabbitMQ says which policy counts with its statistics of queues, which it gathers every five seconds. */
const LOOKS = 15;

/** How a broker is looked at. */
interface Looking {
  facts: () => Promise<BrokerFacts>;
  /** Lets a second pass. */
  pause: () => Promise<unknown>;
}

/**
 * What is to be done at the broker. That another policy counts is believed once the broker has said nothing else for fifteen
 * seconds: just after a policy was set, or the broker began, it still tells what counted before.
 * @returns the facts that the steps were made from, too
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
