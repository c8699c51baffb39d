import { runEntry } from './run-entry.mjs';
import { runChecks, STATIC_CHECKS } from './checks/static-checks.mjs';
import { compile, prepareSources } from './set-up/prepare-workspace.mjs';
import { inProject } from './project.mjs';

const UNIT_TESTS = {
  what: 'Rules and the direction of dependencies (unit tests)',
  command: [
    process.execPath,
    [inProject('node_modules', 'jest', 'bin', 'jest.js'), '--selectProjects', 'unit'],
  ],
};

/** `npm run check`: what to run before a commit; every check runs, each says in one line how it went. */
await runEntry(async () => {
  await prepareSources();
  // Type-aware rules see other packages by their declarations; the first check reports what does not compile.
  await compile().catch(() => undefined);
  const failed = await runChecks([UNIT_TESTS, ...STATIC_CHECKS]);
  return failed > 0 ? 1 : 0;
});
