import { setTimeout as wait } from 'node:timers/promises';
import {
  declareBroker,
  emptyShards,
  moveQueues,
  shardsBeyond,
  type BrokerConfig,
  type LeftShards,
} from '@hub/messaging';
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

export interface ApplyOptions {
  /** Whether shards beyond the number are deleted that no worker consumes. */
  removeShards?: boolean;
  /** Called after each batch with the number of messages moved so far. */
  moved?: (messages: number) => void;
}

/** The needed changes; changes nothing. */
export function planAt(place: BrokerPlace): Promise<{ facts: BrokerFacts; steps: BrokerStep[] }> {
  const management = managementOf(place);
  return settledPlan({
    facts: () => management.facts(),
    pause: () => wait(1_000),
    shards: place.config.EVENT_SHARDS,
  });
}

/**
 * Brings policies and queues to what this release needs. Policies and missing queues are created while everything runs;
 * queues are replaced only while no client is connected, and none is let in meanwhile. What waits in shards beyond the
 * number goes to the queues of their events.
 * @returns what was done
 */
export async function applyBroker(
  place: BrokerPlace,
  { removeShards = false, moved = () => undefined }: ApplyOptions = {},
): Promise<BrokerStep[]> {
  const management = managementOf(place);
  const { facts, steps } = await planAt(place);
  for (const step of steps) if (step.kind === 'set_policy') await management.setPolicy(step.policy);
  const replace = steps.flatMap((step) => (step.kind === 'replace_queue' ? step.queue : []));
  if (replace.length === 0 && !steps.some(({ kind }) => kind === 'finish_move')) {
    await declareBroker(place.config);
    await emptyLeftShards(steps, { config: place.config, remove: removeShards, moved });
    return steps;
  }
  await requireNobody(management);
  await management.limitConnections(true);
  try {
    const existing = facts.queues.map(({ name }) => name);
    await moveQueues({ config: place.config, replace, existing, moved });
  } finally {
    await management.limitConnections(false);
  }
  await emptyLeftShards(steps, { config: place.config, remove: removeShards, moved });
  return steps;
}

/** No worker of this number of shards would ever look there (record 76). */
async function emptyLeftShards(
  steps: readonly BrokerStep[],
  given: Omit<LeftShards, 'shards'>,
): Promise<void> {
  const left = new Set(steps.flatMap((step) => (step.kind === 'left_shard' ? step.queue : [])));
  const shards = shardsBeyond(given.config.EVENT_SHARDS).filter(({ name }) => left.has(name));
  if (shards.length > 0) await emptyShards({ ...given, shards });
}

async function requireNobody(management: Management): Promise<void> {
  const connected = await management.connections();
  if (connected.length === 0) return;
  throw new CommandFailure([
    'queues are replaced only while no service is connected: stop every service, then run it again',
    `connected: ${[...new Set(connected)].join(', ')}`,
  ]);
}
