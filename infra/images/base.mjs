import { cpSync, existsSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { STATE_FOLDER } from '../project.mjs';
import { runCommand } from '../run-command.mjs';

const ROOT = join(STATE_FOLDER, 'images', 'base');
const DEBIAN = { suite: 'bookworm', mirror: 'http://deb.debian.org/debian' };
/** npm beside node, as the official images have it. */
const NPM = dirname(dirname(realpathSync(join(dirname(process.execPath), 'npm'))));
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/**
 * A root file system such as the official images of Node.js have: the smallest Debian with this machine's Node.js.
 *
 * @returns {Promise<{ folder: string, certificates?: string }>} and the authorities this machine trusts beyond the
 *   public ones
 */
export async function makeBase() {
  const node = join(ROOT, 'usr', 'local', 'bin', 'node');
  if (!existsSync(node)) {
    rmSync(ROOT, { recursive: true, force: true });
    const packages = '--include=ca-certificates,libstdc++6';
    await runCommand('debootstrap', ['--variant=minbase', packages, DEBIAN.suite, ROOT, DEBIAN.mirror]);
    for (const folder of ['var/cache/apt/archives', 'var/lib/apt/lists'])
      rmSync(join(ROOT, folder), { recursive: true, force: true });
    const modules = join(ROOT, 'usr', 'local', 'lib', 'node_modules');
    mkdirSync(modules, { recursive: true });
    cpSync(NPM, join(modules, 'npm'), { recursive: true, verbatimSymlinks: true });
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(ROOT, 'usr', 'local', 'bin', 'npm'));
    cpSync(process.execPath, node);
  }
  if (!process.env.NODE_EXTRA_CA_CERTS) return { folder: ROOT };
  cpSync(process.env.NODE_EXTRA_CA_CERTS, join(ROOT, CERTIFICATES), { dereference: true });
  return { folder: ROOT, certificates: CERTIFICATES };
}
