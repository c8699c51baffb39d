import { chmodSync, copyFileSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../run-command.mjs';

/** The supported release (docs/operators/versions.md). */
export const NODE_MAJOR = 24;

/**
 * Puts that Node.js there: this process's own if it is of that release, else the newest that the registry has as a package.
 *
 * @param {string} to the file
 */
export async function provideNode(to) {
  const draft = `${to}.draft`;
  if (Number(process.versions.node.split('.')[0]) === NODE_MAJOR) copyFileSync(process.execPath, draft);
  else await downloadNode(draft);
  chmodSync(draft, 0o755);
  renameSync(draft, to);
}

async function downloadNode(to) {
  const folder = mkdtempSync(join(tmpdir(), 'hub-node-'));
  try {
    const program = `node-${process.platform}-${process.arch}@${NODE_MAJOR}`;
    await runCommand('npm', ['pack', program, '--silent'], { cwd: folder });
    const [file] = readdirSync(folder);
    await runCommand('tar', ['--extract', '--gzip', '--file', file], { cwd: folder });
    copyFileSync(join(folder, 'package', 'bin', 'node'), to);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
