import { findWork, REFUSAL_WORDS, resumeWork } from '@hub/support-desk';
import { actorOf } from '../actor';
import { CommandFailure } from '../failure';
import { print, printJson } from '../output';
import { withDatabase } from '../with-database';

/** `hub dead resume <reference>`: takes up a call that was given up (D23), found by the reference its store knows. */
export async function resume(reference: string, options: { as?: string; json?: boolean }): Promise<void> {
  const work = await withDatabase(async ({ db }) => {
    const found = await findWork(db, reference);
    if (!found) throw new CommandFailure([`nothing of ours has the reference "${reference}"`]);
    const resumed = await resumeWork(db, { work: found, actor: actorOf(options.as) });
    if (resumed.kind === 'refused') {
      const words = resumed.why === 'not_failed' ? 'it was not given up' : REFUSAL_WORDS[resumed.why];
      throw new CommandFailure([`${found.kind} ${reference}: refused, ${words}`]);
    }
    return found;
  });
  if (options.json) printJson({ resumed: work.kind, reference });
  else print(`${work.kind} ${reference}: taken up again`);
}
