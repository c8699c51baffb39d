import { rows, type Database } from '@hub/database';
import { z } from 'zod';

const NameRow = z.object({ name: z.string() });

/** How long an agent who has signed in counts as a colleague. */
const DAYS = 90;
/** `@` and a name, at the start of a word. */
const MENTION = /(?<![\p{L}\p{N}])@([\p{L}\p{N}][\p{L}\p{N}._-]*)/gu;

/** Names of agents and leads who have recently signed in at the desk: a case can be handed over to them. */
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

/** The name of an actor: `agent:ada` is ada. */
export function nameOfActor(actor: string): string {
  return actor.slice(actor.indexOf(':') + 1);
}

/** The colleagues mentioned in a note, such as `@ada`; punctuation at the end of a sentence is not part of a name. */
export function mentionsIn(note: string, colleagues: readonly string[]): string[] {
  const called = [...note.matchAll(MENTION)].map(([, name = '']) =>
    name.replace(/[._-]+$/, '').toLowerCase(),
  );
  return colleagues.filter((name) => called.includes(name.toLowerCase()));
}
