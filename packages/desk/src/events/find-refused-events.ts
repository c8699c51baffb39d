import { Prisma, rows, type Database } from '@hub/database';
import { z } from 'zod';
import { beginsWith, keyOf, searchKey, SHORTEST_BEGINNING } from '../orders/search-key';
import { listSentEvents, type ListedEvent } from './list-sent-events';

const AT_ONCE = 20;
/** The maximum of similar names whose events are read. */
const NAMES = 5;

/**
 * Refused events of a name, the newest first: by their subject as its shop names it, in any spelling, or by event id;
 * otherwise by the prefix of the name. They explain why there is no order of that name.
 */
export async function findRefusedEvents(db: Database, text: string): Promise<ListedEvent[]> {
  const sought = text.trim();
  const key = searchKey(sought);
  if (key === '' || sought.includes('\0')) return [];
  const is = Prisma.sql`${keyOf('about')} = ${key}`;
  const alike = await findAbout(db, [sought, ...(await namesAlike(db, is))]);
  if (alike.length > 0) return alike;
  const byId = await findByIds(db, new Set([sought, sought.toLowerCase(), sought.toUpperCase()]));
  if (byId.length > 0 || key.length < SHORTEST_BEGINNING) return byId;
  return findAbout(db, await namesAlike(db, beginsWith('about', key)));
}

/** Names of refused subjects, as their shops wrote them. */
async function namesAlike(db: Database, condition: Prisma.Sql): Promise<string[]> {
  const found = await rows(
    z.object({ about: z.string() }),
    db.$queryRaw(Prisma.sql`
    SELECT DISTINCT about FROM sent_event WHERE about IS NOT NULL AND status <> 200 AND ${condition} LIMIT ${NAMES}`),
  );
  return found.map(({ about }) => about);
}

async function findAbout(db: Database, names: readonly string[]): Promise<ListedEvent[]> {
  const found = await Promise.all([...new Set(names)].map((about) => find(db, { about })));
  return newest(found.flat());
}

async function findByIds(db: Database, ids: ReadonlySet<string>): Promise<ListedEvent[]> {
  const found = await Promise.all([...ids].map((eventId) => find(db, { eventId })));
  return newest(found.flat());
}

function newest(events: readonly ListedEvent[]): ListedEvent[] {
  return events
    .toSorted((one, other) => other.receivedAt.getTime() - one.receivedAt.getTime())
    .slice(0, AT_ONCE);
}

function find(db: Database, name: { about: string } | { eventId: string }): Promise<ListedEvent[]> {
  return listSentEvents(db, { filter: { ...name, answer: 'refused' }, limit: AT_ONCE });
}
