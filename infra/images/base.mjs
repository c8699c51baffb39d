import { cpSync, existsSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { STATE_FOLDER } from '../project.mjs';
import { makeDebian, SUITE } from '../platforms/make-debian.mjs';
import { NODE_MAJOR, provideNode } from '../platforms/provide-node.mjs';

/** By what it is made of: one of other versions is never taken for it. */
export const BASE_NAME = `${SUITE}-node-${NODE_MAJOR}`;
const ROOT = join(STATE_FOLDER, 'images', `base-${BASE_NAME}`);
/** npm beside node, as the official images have it. */
const NPM = dirname(dirname(realpathSync(join(dirname(process.execPath), 'npm'))));
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/**
 * A root file system such as the official images of Node.js have: the smallest Debian 13 with Node.js 24.
 *
 * @returns {Promise<{ folder: string, certificates?: string }>} and the authorities this machine trusts beyond the
 *   public ones
 */
export async function makeBase() {
  const node = join(ROOT, 'usr', 'local', 'bin', 'node');
  if (!existsSync(node)) {
    rmSync(ROOT, { recursive: true, force: true });
    mkdirSync(dirname(ROOT), { recursive: true });
    await makeDebian(ROOT, ['ca-certificates', 'libstdc++6']);
    for (const folder of ['var/cache/apt/archives', 'var/lib/apt/lists'])
      rmSync(join(ROOT, folder), { recursive: true, force: true });
    const modules = join(ROOT, 'usr', 'local', 'lib', 'node_modules');
    mkdirSync(modules, { recursive: true });
    cpSync(NPM, join(modules, 'npm'), { recursive: true, verbatimSymlinks: true });
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(ROOT, 'usr', 'local', 'bin', 'npm'));
    await provideNode(node);
  }
  if (!process.env.NODE_EXTRA_CA_CERTS) return { folder: ROOT };
  cpSync(process.env.NODE_EXTRA_CA_CERTS, join(ROOT, CERTIFICATES), { dereference: true });
  return { folder: ROOT, certificates: CERTIFICATES };
}
