import { isDeepStrictEqual } from 'node:util';
import { allQueues, MOVING_QUEUE, QUEUE_POLICIES, queueDeclarations, type QueuePolicy } from '@hub/messaging';
import { counted } from '../counted';

type Fields = Readonly<Record<string, string | number | boolean>>;

/** The state of the broker. */
export interface BrokerFacts {
  policies: readonly QueuePolicy[];
  queues: readonly { name: string; arguments: Fields; messages: number; effective: Fields }[];
  /** No client is let in: a replacement was interrupted. */
  closed: boolean;
}

/**
 * What `broker apply` does; only `overruled` it cannot fix: another policy, with a higher priority, takes precedence.
 */
export type BrokerStep =
  | { kind: 'set_policy'; policy: QueuePolicy; was: Fields | null }
  | { kind: 'replace_queue'; queue: string; messages: number; differs: string[] }
  | { kind: 'finish_move'; messages: number }
  | { kind: 'overruled'; queue: string; by: Fields };

/** The steps that give all queues the limits and arguments of this release. */
export function planBroker(facts: BrokerFacts): BrokerStep[] {
  const policies = QUEUE_POLICIES.flatMap((policy) => policyStep(policy, facts));
  const held = facts.queues.find(({ name }) => name === MOVING_QUEUE.name);
  return [
    ...policies,
    ...queueDeclarations(allQueues()).flatMap(({ name, arguments: declared }): BrokerStep[] => {
      const queue = facts.queues.find((one) => one.name === name);
      const differs = queue ? namesOfDifferent(queue.arguments, declared) : [];
      return queue && differs.length > 0
        ? [{ kind: 'replace_queue', queue: name, messages: queue.messages, differs }]
        : [];
    }),
    ...(held || facts.closed ? [{ kind: 'finish_move', messages: held?.messages ?? 0 } as const] : []),
    ...(policies.length === 0 ? overruled(facts) : []),
  ];
}

function policyStep(policy: QueuePolicy, { policies }: BrokerFacts): BrokerStep[] {
  const was = policies.find(({ name }) => name === policy.name);
  const same =
    was?.pattern === policy.pattern &&
    was.priority === policy.priority &&
    isDeepStrictEqual({ ...was.definition }, policy.definition);
  return same ? [] : [{ kind: 'set_policy', policy, was: was?.definition ?? null }];
}

function overruled({ queues }: BrokerFacts): BrokerStep[] {
  const ours = new Set(allQueues().map(({ name }) => name));
  return queues.flatMap(({ name, effective }): BrokerStep[] => {
    const declared = QUEUE_POLICIES.find(({ pattern }) => new RegExp(pattern).test(name))?.definition;
    if (
      !declared ||
      !ours.has(name) ||
      namesOfDifferent(effective, declared, Object.keys(declared)).length === 0
    )
      return [];
    return [{ kind: 'overruled', queue: name, by: effective }];
  });
}

function namesOfDifferent(
  now: Fields,
  declared: Fields,
  names = [...new Set([...Object.keys(now), ...Object.keys(declared)])],
): string[] {
  return names.filter((name) => now[name] !== declared[name]);
}

/** One line for people. */
export function describeStep(step: BrokerStep): string {
  switch (step.kind) {
    case 'set_policy':
      return `policy ${step.policy.name}: ${step.was ? `${fieldsText(step.was)} becomes ` : ''}${fieldsText(step.policy.definition)}`;
    case 'replace_queue':
      return `queue ${step.queue}: replaced with its ${counted(step.messages, 'message')}, for ${step.differs.join(', ')} (stop every service first)`;
    case 'finish_move':
      return `to their queues goes back what a replacement that was broken off left: ${counted(step.messages, 'message')}`;
    case 'overruled':
      return `queue ${step.queue}: another policy counts (${fieldsText(step.by)}); remove it, or lower its priority`;
  }
}

const fieldsText = (fields: Fields) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ') || 'no limits';
