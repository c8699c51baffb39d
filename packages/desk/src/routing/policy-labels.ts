import type { ListedPolicy } from './policies';

/** The state of a routing policy. */
export const POLICY_LABELS: Readonly<Record<ListedPolicy['state'], string>> = {
  to_come: 'to come',
  in_force: 'in force',
  over: 'replaced by a later one',
  withdrawn: 'withdrawn',
};
