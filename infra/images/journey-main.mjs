import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject, STATE_FOLDER } from '../project.mjs';
import { CommandFailed, runCommand, runInForeground } from '../run-command.mjs';
import { runEntry } from '../run-entry.mjs';

/**
 * In a separate mount namespace: every image is mounted read-only, the database is migrated by its image, and the
 * demonstration runs with each service in the root of its image, as the image's user. In: HUB_IMAGES, a list of
 * `{ program, folder, user, command }`.
 */
await runEntry(async () => {
  const images = JSON.parse(process.env.HUB_IMAGES);
  for (const image of images) await mountReadOnly(image);
  for (const image of images) await changesNothing(image);
  const imageOf = (program) => images.find((image) => image.program === program);
  process.stdout.write(await runCommand('chroot', chrootInto(imageOf('database'))));
  process.stdout.write(await runCommand('chroot', [...chrootInto(imageOf('cli')), '--version']));
  for (const image of images) if (!['database', 'cli'].includes(image.program)) await putInPlace(image);
  const demonstration = [inProject('packages', 'demo', 'dist', 'main.js'), '--once'];
  return runInForeground(demonstration, { env: process.env });
});

async function mountReadOnly({ folder }) {
  await runCommand('mount', ['--bind', folder, folder]);
  await runCommand('mount', ['--rbind', '/dev', join(folder, 'dev')]);
  await runCommand('mount', ['-o', 'remount,ro,bind', folder]);
}

/** Not even root writes anywhere: the file system itself refuses. */
async function changesNothing({ program, folder }) {
  const write = `require('node:fs').writeFileSync('/hub/written', '')`;
  const said = await runCommand('chroot', [folder, 'node', '-e', write]).then(
    () => 'written',
    (error) => (error instanceof CommandFailed ? error.output : String(error)),
  );
  if (!said.includes('EROFS')) throw new Error(`${program}: its root is not read-only: ${said}`);
}

/** The demonstration starts the services where the workspace has them: there each now leads into its image. */
async function putInPlace(image) {
  const launcher = join(STATE_FOLDER, 'images', `launch-${image.program}.cjs`);
  writeFileSync(launcher, launcherOf(chrootInto(image)));
  await runCommand('mount', ['--bind', launcher, inProject('services', image.program, 'dist', 'main.js')]);
}

function chrootInto({ folder, user, command }) {
  return [`--userspec=${user}`, folder, ...command];
}

function launcherOf(args) {
  return `
const { spawn } = require('node:child_process');
const child = spawn('chroot', ${JSON.stringify(args)}, { stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
`;
}
