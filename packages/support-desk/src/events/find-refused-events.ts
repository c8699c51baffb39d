import type { Database } from '@hub/database';
import { listSentEvents, type ListedEvent } from './list-sent-events';

const AT_ONCE = 20;

/**
 * What came under a name and was refused, the newest first: by what it is about as its shop names it, or by its event id.
 * Why there is no order of that name.
 */
export async function findRefusedEvents(db: Database, text: string): Promise<ListedEvent[]> {
  const wanted = text.trim();
  if (wanted === '' || wanted.includes('\0')) return [];
  const [about, byId] = await Promise.all([find(db, { about: wanted }), find(db, { eventId: wanted })]);
  return about.length > 0 ? about : byId;
}

function find(db: Database, name: { about: string } | { eventId: string }): Promise<ListedEvent[]> {
  return listSentEvents(db, { filter: { ...name, answer: 'refused' }, limit: AT_ONCE });
}
