import { existsSync } from 'node:fs';
import { commandSucceeds, runCommand } from '../run-command.mjs';
import { SetUpProblem } from '../step.mjs';

const POLICY = '/usr/sbin/policy-rc.d';
const SAVED_POLICY = '/usr/sbin/policy-rc.d.before-hub';
const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.conf';

/**
 * Installs packages of Debian or Ubuntu without starting any system service: the services of this project are
 * private ones.
 *
 * @param {string[]} packages
 * @param {{ missing: string, otherwise: string }} words for the message where nothing can be installed: what is
 *   missing, and what else would do
 * @throws {SetUpProblem} where apt is not there or not allowed
 */
export async function installSystemPackages(packages, { missing, otherwise }) {
  const asRoot = await findWayToRoot();
  if (!asRoot) {
    throw new SetUpProblem(
      `${missing} is missing and cannot be installed from here (apt-get with root or password-less sudo is needed).\n` +
        `Install it (Debian, Ubuntu: \`apt-get install ${packages.join(' ')}\`), or ${otherwise}.`,
    );
  }
  const restore = await forbidServiceStarts(asRoot);
  try {
    if (packages.includes('postgresql')) await installPostgresqlWithoutCluster(asRoot);
    await aptInstall(asRoot, packages);
  } finally {
    await restore();
  }
}

/** A function that runs a command as root, or null. */
async function findWayToRoot() {
  if (!(await commandSucceeds('apt-get', ['--version']))) return null;
  if (process.getuid?.() === 0)
    return (command, args) => runCommand(command, args, { env: aptEnvironment() });
  if (!(await commandSucceeds('sudo', ['-n', 'true']))) return null;
  const variables = Object.entries({ DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }).map((pair) =>
    pair.join('='),
  );
  return (command, args) => runCommand('sudo', ['-n', 'env', ...variables, command, ...args]);
}

const aptEnvironment = () => ({
  ...process.env,
  DEBIAN_FRONTEND: 'noninteractive',
  RUNLEVEL: '1',
  LC_ALL: 'C',
});

/**
 * The lists of packages may be missing or old: they are fetched when the first attempt fails, and only then.
 */
async function aptInstall(asRoot, packages) {
  const options = [
    '-y',
    '--no-install-recommends',
    '-o',
    'DPkg::Lock::Timeout=300',
    '-o',
    'Dpkg::Options::=--force-confold',
  ];
  const install = () => asRoot('apt-get', [...options, 'install', ...packages]);
  try {
    await install();
  } catch {
    // A source that cannot be reached is no reason to stop: the package may come from another.
    await asRoot('apt-get', ['-o', 'DPkg::Lock::Timeout=300', 'update']).catch(() => {});
    await install();
  }
}

/** Debian asks policy-rc.d before it starts a service during an installation; 101 means no. */
async function forbidServiceStarts(asRoot) {
  const hadOne = existsSync(POLICY) || existsSync(SAVED_POLICY);
  if (hadOne && !existsSync(SAVED_POLICY)) await asRoot('mv', [POLICY, SAVED_POLICY]);
  await asRoot('sh', ['-c', `printf '#!/bin/sh\\nexit 101\\n' > ${POLICY} && chmod 755 ${POLICY}`]);
  return () => (hadOne ? asRoot('mv', ['-f', SAVED_POLICY, POLICY]) : asRoot('rm', ['-f', POLICY]));
}

/**
 * The package would make its own cluster and keep it; the setting that prevents this is restored afterwards.
 */
async function installPostgresqlWithoutCluster(asRoot) {
  await aptInstall(asRoot, ['postgresql-common']);
  const saved = `${CLUSTER_SETTINGS}.before-hub`;
  await asRoot('cp', ['-p', CLUSTER_SETTINGS, saved]);
  try {
    await asRoot('sh', ['-c', `echo 'create_main_cluster = false' >> ${CLUSTER_SETTINGS}`]);
    await aptInstall(asRoot, ['postgresql']);
  } finally {
    await asRoot('mv', ['-f', saved, CLUSTER_SETTINGS]);
  }
}
