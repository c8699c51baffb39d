import { runEntry } from '../run-entry.mjs';
import { CommandFailed } from '../run-command.mjs';
import { findPnpm, runPnpm } from '../set-up/pnpm.mjs';

/** What pnpm says where the registry has no list of weaknesses, or is not reached. */
const NO_ANSWER =
  /AUDIT_BAD_RESPONSE|AUDIT_ENDPOINT|ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|responded with/;

/**
 * `npm run audit`: asks the registry for known weaknesses of what runs in an installation. Exit 0: none; 1: some, which it names; 2: the registry does
 * not answer, so that nothing is known.
 */
await runEntry(async () => {
  try {
    process.stdout.write(await runPnpm(await findPnpm(), ['audit', '--prod']));
    return 0;
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    if (!NO_ANSWER.test(error.output)) {
      process.stdout.write(error.output);
      return 1;
    }
    process.stderr.write(
      'this registry names no weaknesses: ask another one (--registry), nothing is known\n',
    );
    return 2;
  }
});
