import { join } from 'node:path';
import { PROJECT_ROOT } from '../project.mjs';

/**
 * The mounts are in a namespace of the process: they end with it, so that the folder can always be removed without harm
 * to what was mounted there. The root is one of them, because `ip netns` asks for that. `exec` keeps the process id: signals reach the program.
 */
const ENTER = `set -e
root=$1 project=$2
shift 2
mkdir -p "$root$project"
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --rbind "$project" "$root$project"
exec chroot "$root" sh -c 'cd "$1" && shift && exec "$@"' sh "$project" "$@"`;

const PATH = '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** They name folders and files of this machine, which are not there, or programs that are to be found inside. */
const NOT_INSIDE = ['TMPDIR', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'NODE_OPTIONS', 'CHROMIUM'];

/**
 * The command that runs another one with the folder as its root, in this project, with this machine's network and process
 * ids. Needs root.
 *
 * @param {string} root
 * @param {string[]} command
 * @returns {string[]}
 */
export const insideRoot = (root, command) => [
  'unshare',
  '--mount',
  'sh',
  '-c',
  ENTER,
  'sh',
  root,
  PROJECT_ROOT,
  ...command,
];

/** @param {NodeJS.ProcessEnv} env this process's own @returns {NodeJS.ProcessEnv} */
export function environmentInside(env) {
  const kept = Object.entries(env).filter(([name]) => !NOT_INSIDE.includes(name) && !name.startsWith('npm_'));
  return { ...Object.fromEntries(kept), PATH, HOME: '/root', LANG: 'C.UTF-8' };
}

/** Where the root's own Node.js is. @param {string} root */
export const nodeOf = (root) => join(root, 'usr', 'local', 'bin', 'node');
