import { inTransaction, type Database } from '@hub/database';
import { promiseDay, recordActions } from '@hub/support-desk';
import { actorOfVisit, type Visit } from '../visit';
import type { Acted, Said } from './acted';

/** "It ships by <day>": a shop moves the time of its own order, twice at most (D38). */
export async function sayShipsBy(
  db: Database,
  said: { visit: Visit; reference: string; day: string; now: number },
): Promise<Acted<Said>> {
  const { visit, reference, day, now } = said;
  const { shopId } = visit.contact;
  return inTransaction(db, async (tx) => {
    const end = await promiseDay(tx, { reference, day, shopId, now });
    if (end.kind === 'unknown') return { kind: 'unknown' };
    if (end.kind === 'refused') return { kind: 'refused', reason: end.why ?? end.says };
    if (end.kind === 'done') await recordActions(tx, { ...end.record, actor: actorOfVisit(visit) });
    return { kind: 'done', answer: { done: `Noted: it ships by ${day}.` } };
  });
}
