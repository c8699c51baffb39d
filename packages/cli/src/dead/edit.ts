import { readFileSync } from 'node:fs';
import { BodyCipher } from '@hub/installation';
import { DESK_REFUSAL_WORDS, editDeadLetter, revertEdit } from '@hub/support-desk';
import { actorOf } from '../actor';
import { CommandFailure } from '../failure';
import { print, printJson } from '../output';
import { withDatabase } from '../with-database';

interface EditOptions {
  body?: string;
  revert?: boolean;
  as?: string;
  json?: boolean;
}

/** `hub dead edit <id>`: what a replay sends instead of what died, from a file; or `--revert`. */
export async function edit(id: string, options: EditOptions): Promise<void> {
  const { body: file, revert = false } = options;
  if ((file === undefined) !== revert) throw new CommandFailure(['say --body <file> or --revert'], 2);
  const actor = actorOf(options.as);
  const changed = file === undefined ? await takeBack(id, actor) : await change(id, { file, actor });
  if (options.json) return printJson({ id, changed, reverted: revert });
  print(
    revert
      ? `${id}: a replay sends what died`
      : `${id}: ${changed.join(', ')} changed; send it with hub dead replay`,
  );
}

async function change(id: string, { file, actor }: { file: string; actor: string }): Promise<string[]> {
  const body = readFileSync(file, 'utf8');
  const end = await withDatabase(({ db, config }) =>
    editDeadLetter(db, { id, body, actor, cipher: new BodyCipher(config) }),
  );
  if (end.kind === 'invalid')
    throw new CommandFailure(end.faults.map(({ field, message }) => `${field}: ${message}`));
  if (end.kind === 'refused') throw new CommandFailure([`not edited: ${DESK_REFUSAL_WORDS[end.why]}`]);
  return end.changed;
}

async function takeBack(id: string, actor: string): Promise<string[]> {
  const end = await withDatabase(({ db, config }) =>
    revertEdit(db, { id, actor, cipher: new BodyCipher(config) }),
  );
  if (end.kind === 'refused') throw new CommandFailure([`not taken back: ${DESK_REFUSAL_WORDS[end.why]}`]);
  return [];
}
