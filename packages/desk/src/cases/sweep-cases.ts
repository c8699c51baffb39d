import type { Tx } from '@hub/database';
import { addSubjects, isAlone, readCaseFacts } from './case-records';
import { decideCases } from './decide-cases';
import { saveCaseChanges } from './save-cases';

/**
 * Opens, joins, merges and closes cases by the current failing items, in the caller's transaction. A second run changes
 * nothing; of two copies at the same moment one does it.
 * @returns how many items are new, resolved, or have another cause: at most `CASE_ITEMS_AT_ONCE`, then another run
 * follows
 */
export async function sweepCases(tx: Tx, now: number): Promise<number> {
  if (!(await isAlone(tx))) return 0;
  const facts = await readCaseFacts(tx, now);
  await addSubjects(tx, facts.renamed);
  await saveCaseChanges(tx, decideCases(facts, now), now);
  return facts.fresh.length + facts.ended.length + facts.moved.length;
}
