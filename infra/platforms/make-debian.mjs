import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../run-command.mjs';
import { findProgram } from '../services/find-binaries.mjs';
import { debianMirror } from './debian-mirror.mjs';

/** Debian 13. */
export const SUITE = 'trixie';

/**
 * The smallest Debian 13, in a folder. It is made under another name, so that an interrupted download is not taken for a
 * whole one. Needs root.
 *
 * @param {string} root the folder
 * @param {string[]} [packages] beyond the smallest
 */
export async function makeDebian(root, packages = []) {
  const draft = `${root}.draft`;
  rmSync(draft, { recursive: true, force: true });
  const tools = mkdtempSync(join(tmpdir(), 'hub-debootstrap-'));
  try {
    const { program, env } = await findDebootstrap(tools);
    const include = packages.length > 0 ? [`--include=${packages.join(',')}`] : [];
    const args = ['--variant=minbase', '--force-check-gpg', ...include, SUITE, draft, await debianMirror()];
    await runCommand(program, args, { env });
  } finally {
    rmSync(tools, { recursive: true, force: true });
  }
  renameSync(draft, root);
}

/** The machine's own; without one, a copy that is not installed. */
async function findDebootstrap(folder) {
  const installed = findProgram('debootstrap');
  if (installed) return { program: installed, env: process.env };
  await runCommand('apt-get', ['download', 'debootstrap'], { cwd: folder });
  const [file] = readdirSync(folder);
  await runCommand('dpkg-deb', ['--extract', join(folder, file), folder]);
  const scripts = join(folder, 'usr', 'share', 'debootstrap');
  return {
    program: join(folder, 'usr', 'sbin', 'debootstrap'),
    env: { ...process.env, DEBOOTSTRAP_DIR: scripts },
  };
}
