import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../run-command.mjs';
import { withLock } from '../services/with-lock.mjs';
import { SetUpProblem, step } from '../step.mjs';
import { makeDebian } from './make-debian.mjs';
import { NODE_MAJOR, provideNode } from './provide-node.mjs';
import { environmentInside, insideRoot, nodeOf } from './enter-root.mjs';

const SERVERS = ['postgresql-17', 'rabbitmq-server', 'pgbouncer'];
/** What moves the database's address when its machine fails. */
const FAILOVER = ['haproxy', 'patroni', 'etcd-server', 'etcd-client'];
const PACKAGES = [...SERVERS, ...FAILOVER, 'ca-certificates', 'iproute2', 'libstdc++6', 'procps'];

/**
 * A folder with Debian 13, its servers and Node.js 24, made once and kept outside the project:
 * `~/.cache/hub-network/debian-13`, or below `HUB_PLATFORMS`.
 *
 * @returns {Promise<string>}
 * @throws {SetUpProblem} without root
 */
export async function provideRoot() {
  if (process.getuid?.() !== 0)
    throw new SetUpProblem('Another Debian in a folder needs root: run this command with sudo.');
  const root = join(process.env.HUB_PLATFORMS ?? join(homedir(), '.cache', 'hub-network'), 'debian-13');
  mkdirSync(join(root, '..'), { recursive: true });
  await withLock(root, async () => {
    if (!existsSync(root)) await step('Debian 13: a folder of its own', () => makeDebian(root));
    if (!hasAll(root)) await step('Debian 13: PostgreSQL 17, RabbitMQ 4', () => installServers(root));
    if (!existsSync(nodeOf(root))) await step(`Node.js ${NODE_MAJOR}`, () => provideNode(nodeOf(root)));
  });
  return root;
}

const listOfPackages = (root) => join(root, 'var', 'lib', 'hub-packages');

/** Written after the installation: one that was interrupted is done again. */
function hasAll(root) {
  const list = listOfPackages(root);
  return existsSync(list) && readFileSync(list, 'utf8') === PACKAGES.join('\n');
}

/** Without starting a service, and without the database that the package of PostgreSQL makes. */
async function installServers(root) {
  writeFileSync(join(root, 'usr', 'sbin', 'policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const settings = join(root, 'etc', 'postgresql-common');
  mkdirSync(settings, { recursive: true });
  writeFileSync(join(settings, 'createcluster.conf'), 'create_main_cluster = false\n');
  const options = ['-y', '-q', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold'];
  await runInside(root, ['apt-get', '-q', 'update']);
  await runInside(root, ['apt-get', ...options, 'install', ...PACKAGES]);
  writeFileSync(listOfPackages(root), PACKAGES.join('\n'));
}

function runInside(root, command) {
  const [program, ...args] = insideRoot(root, command);
  const env = { ...environmentInside(process.env), DEBIAN_FRONTEND: 'noninteractive' };
  return runCommand(program, args, { env });
}
