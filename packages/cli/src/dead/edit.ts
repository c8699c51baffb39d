import type { ActOptions } from '../desk/desk-options';
import { sayDone } from '../desk/say-done';
import { ask } from '../desk/with-desk';
import { CommandFailure } from '../failure';
import { readText } from '../files';

interface EditOptions extends ActOptions {
  body?: string;
  revert?: boolean;
}

/** `hub dead edit <id>`: what a replay sends instead of the failed body, from a file; or `--revert`. */
export async function edit(id: string, options: EditOptions): Promise<void> {
  const { body: file, revert = false } = options;
  if ((file === undefined) !== revert) throw new CommandFailure(['say --body <file> or --revert'], 2);
  if (file === undefined)
    return sayDone(
      options,
      await ask(options, 'dead.revert', { id }),
      `${id}: a replay sends the original body`,
    );
  const end = await ask(options, 'dead.edit', { id, body: readText(file) });
  sayDone(options, end, `${id}: ${end.changed.join(', ')} changed; send it with hub dead replay`);
}
