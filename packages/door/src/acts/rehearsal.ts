import type { Database } from '@hub/database';
import { ANSWER_REFUSALS, answerTask, endRunEarly, type SaidOfTask } from '@hub/go-live';
import { actorOfVisit, type Visit } from '../visit';
import type { Acted, Said } from './acted';

/** The answer of a shop's people to the current question of its rehearsal (D32). */
export async function answerAsStore(
  db: Database,
  { visit, said }: { visit: Visit; said: SaidOfTask },
): Promise<Acted<Said>> {
  const { shopId, shop } = visit.contact;
  const refused = await answerTask(db, { ...said, shopId, shop, actor: actorOfVisit(visit) });
  if (refused !== null) return { kind: 'refused', reason: ANSWER_REFUSALS[refused] };
  return { kind: 'done', answer: { done: 'Noted: the rehearsal goes on.' } };
}

/** The rehearsal in progress ends with its results so far; what it created at the store is removed. */
export async function endRehearsal(db: Database, visit: Visit): Promise<Acted<Said>> {
  const { shopId, shop } = visit.contact;
  const isEnding = await endRunEarly(db, { shopId, shop, actor: actorOfVisit(visit) });
  if (!isEnding) return { kind: 'refused', reason: 'no rehearsal is under way' };
  return { kind: 'done', answer: { done: 'It ends, and takes back what it made at your store.' } };
}
