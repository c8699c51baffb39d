import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inProject } from './project.mjs';
import { commandSucceeds, runCommand, runInForeground } from './run-command.mjs';
import { runEntry } from './run-entry.mjs';
import { providePrograms } from './services/private-services.mjs';
import { prepareWorkspace } from './set-up/prepare-workspace.mjs';
import { step } from './step.mjs';

/**
 * `npm run drill:upgrade [-- <seed>]`: builds the previous release, whose commit `release-before.json` names, in a separate folder, and lets stores
 * trade while services of both releases take turns on one database and broker. Needs a clone with its history.
 */
await runEntry(async () => {
  await prepareWorkspace();
  await providePrograms({ postgres: true, rabbitmq: true });
  const { commit } = JSON.parse(await readFile(inProject('infra', 'release-before.json'), 'utf8'));
  if (!(await commandSucceeds('git', ['cat-file', '-e', `${commit}^{commit}`])))
    throw new Error(`This clone does not have commit ${commit}: \`git fetch --unshallow\`.`);
  const parent = await mkdtemp(join(tmpdir(), 'hub-release-before-'));
  const folder = join(parent, 'release');
  try {
    await runCommand('git', ['worktree', 'add', '--detach', folder, commit]);
    await step('The release before: installs and builds it', () =>
      runCommand(process.execPath, [join('infra', 'build.mjs')], { cwd: folder }),
    );
    return await runInForeground([inProject('e2e', 'dist', 'upgrade', 'main.js'), ...process.argv.slice(2)], {
      env: { ...process.env, HUB_RELEASE_BEFORE: folder },
    });
  } finally {
    await runCommand('git', ['worktree', 'remove', '--force', folder]);
    await rm(parent, { recursive: true, force: true });
  }
});
