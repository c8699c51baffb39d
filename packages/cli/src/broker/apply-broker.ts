import { setTimeout as wait } from 'node:timers/promises';
import { declareBroker, moveQueues, type BrokerConfig } from '@hub/messaging';
import { CommandFailure } from '../failure';
import { Management } from './management';
import type { BrokerFacts, BrokerStep } from './plan-broker';
import { settledPlan } from './settled-plan';

/** The broker's addresses, for services and for the user who may set policies. */
export interface BrokerPlace {
  config: BrokerConfig;
  adminUrl: string;
}

export function managementOf({ config, adminUrl }: BrokerPlace): Management {
  const [address = ''] = config.AMQP_URL.split(',');
  return new Management(adminUrl, decodeURIComponent(new URL(address).pathname.slice(1)) || '/');
}

/** The needed changes; changes nothing. */
export function planAt(place: BrokerPlace): Promise<{ facts: BrokerFacts; steps: BrokerStep[] }> {
  const management = managementOf(place);
  return settledPlan({ facts: () => management.facts(), pause: () => wait(1_000) });
}

/**
 * Brings policies and queues to what this release needs. Policies and missing queues are created while everything runs;
 * queues are replaced only while no client is connected, and none is let in meanwhile.
 * @param moved called after each batch with the number of messages moved so far
 * @returns what was done
 */
export async function applyBroker(
  place: BrokerPlace,
  moved: (messages: number) => void = () => undefined,
): Promise<BrokerStep[]> {
  const management = managementOf(place);
  const { facts, steps } = await planAt(place);
  for (const step of steps) if (step.kind === 'set_policy') await management.setPolicy(step.policy);
  const replace = steps.flatMap((step) => (step.kind === 'replace_queue' ? step.queue : []));
  if (replace.length === 0 && !steps.some(({ kind }) => kind === 'finish_move')) {
    await declareBroker(place.config);
    return steps;
  }
  await requireNoClients(management);
  await management.limitConnections(true);
  try {
    const existing = facts.queues.map(({ name }) => name);
    await moveQueues({ config: place.config, replace, existing, moved });
  } finally {
    await management.limitConnections(false);
  }
  return steps;
}

async function requireNoClients(management: Management): Promise<void> {
  const connected = await management.connections();
  if (connected.length === 0) return;
  throw new CommandFailure([
    'queues are replaced only while no service is connected: stop every service, then run it again',
    `connected: ${[...new Set(connected)].join(', ')}`,
  ]);
}
