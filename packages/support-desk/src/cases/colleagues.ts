import { rows, type Database } from '@hub/database';
import { z } from 'zod';

const NameRow = z.object({ name: z.string() });

/** So far back somebody is taken for a colleague who has signed in. */
const DAYS = 90;
/** `@` and a name, at the beginning of a word. */
const MENTION = /(?<![\p{L}\p{N}])@([\p{L}\p{N}][\p{L}\p{N}._-]*)/gu;

/** Names of agents and leads who have signed in at the desk lately: whom a case can be handed over to. */
export async function listColleagues(db: Pick<Database, '$queryRaw'>, now: number): Promise<string[]> {
  const found = await rows(
    NameRow,
    db.$queryRaw`
    SELECT DISTINCT split_part(actor, ':', 2) AS name FROM support_action
    WHERE action = 'desk.sign_in' AND at > ${new Date(now - DAYS * 86_400_000)}
      AND (actor LIKE 'agent:%' OR actor LIKE 'lead:%')
    ORDER BY name`,
  );
  return found.map(({ name }) => name);
}

/** The name of who does something: `agent:ada` is ada. Pure. */
export function nameOfActor(actor: string): string {
  return actor.slice(actor.indexOf(':') + 1);
}

/** Those colleagues whom a note calls, such as `@ada`; an end of a sentence is none of a name. Pure. */
export function mentionsIn(note: string, colleagues: readonly string[]): string[] {
  const called = [...note.matchAll(MENTION)].map(([, name = '']) =>
    name.replace(/[._-]+$/, '').toLowerCase(),
  );
  return colleagues.filter((name) => called.includes(name.toLowerCase()));
}
