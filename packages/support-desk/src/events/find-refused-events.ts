import type { Database } from '@hub/database';
import { listSentEvents, type ListedEvent } from './list-sent-events';

const AT_ONCE = 20;

/**
 * What came under a name and was refused, the newest first: by what it is about as its shop names it, or by its event id;
 * case, blanks and `#` forgiven.
 * Why there is no order of that name.
 */
export async function findRefusedEvents(db: Database, text: string): Promise<ListedEvent[]> {
  const wanted = text.trim();
  if (wanted === '' || wanted.includes('\0')) return [];
  for (const written of spellings(wanted)) {
    const [about, byId] = await Promise.all([find(db, { about: written }), find(db, { eventId: written })]);
    const found = about.length > 0 ? about : byId;
    if (found.length > 0) return found;
  }
  return [];
}

/** As it was written, and as a shop may have sent it: in capitals or small, without blanks, with `#` or without. Pure. */
function spellings(text: string): Set<string> {
  const bare = text.replaceAll(/[ #]/g, '');
  return new Set([text, bare, bare.toUpperCase(), bare.toLowerCase(), `#${bare}`]);
}

function find(db: Database, name: { about: string } | { eventId: string }): Promise<ListedEvent[]> {
  return listSentEvents(db, { filter: { ...name, answer: 'refused' }, limit: AT_ONCE });
}
