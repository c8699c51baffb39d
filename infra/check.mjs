import { runChecks, SOURCE_CHECKS } from './checks/static-checks.mjs';
import { inProject } from './project.mjs';
import { runCommand } from './run-command.mjs';
import { runEntry } from './run-entry.mjs';
import { compile, prepareSources } from './set-up/prepare-workspace.mjs';

/** What a change is compared with: the branch that it goes to, as far as this clone has it. */
const BASES = ['origin/main', 'main', 'HEAD'];

/**
 * `npm run check`: what to run before a commit. Every check runs, each says in one line how it went. CI runs the others:
 * the contract's documents, licences, and the whole of the tests.
 */
await runEntry(async () => {
  await prepareSources();
  // Type-aware rules see other packages by their declarations; the first check reports what does not compile.
  await compile().catch(() => undefined);
  const failed = await runChecks([await changedUnitTests(), ...SOURCE_CHECKS]);
  return failed > 0 ? 1 : 0;
});

async function changedUnitTests() {
  const base = await firstOf(BASES);
  const jest = inProject('node_modules', 'jest', 'bin', 'jest.js');
  return {
    what: `Unit tests of what has changed since ${base}`,
    command: [
      process.execPath,
      [jest, '--selectProjects', 'unit', '--passWithNoTests', `--changedSince=${base}`],
    ],
  };
}

async function firstOf(names) {
  for (const name of names) {
    const known = runCommand('git', ['rev-parse', '--verify', '--quiet', name]);
    if (
      await known.then(
        () => true,
        () => false,
      )
    )
      return name;
  }
  throw new Error('no commit to compare with: is this a clone?');
}
