import { LIMITS } from '@hub/contract';
import type { CatalogueRun } from '../run';
import type { FoundChanges } from './find-changes';

/**
 * D14: a run that would retire more than half of more than 100 variants waits until the operator accepts it.
 */
export function mustWait(
  run: Pick<CatalogueRun, 'retirementAcceptedAt'>,
  { active, retired }: Pick<FoundChanges, 'active' | 'retired'>,
): boolean {
  if (run.retirementAcceptedAt !== null) return false;
  return active > LIMITS.retireMinimumVariants && retired > active * LIMITS.retireShare;
}
