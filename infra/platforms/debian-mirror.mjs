import { runCommand } from '../run-command.mjs';

/** For a machine that is no Debian. */
const PUBLIC_MIRROR = 'http://deb.debian.org/debian';
const FIELDS = '$(REPO_URI) $(LABEL)';

/**
 * Where this machine gets Debian's packages from: `HUB_DEBIAN_MIRROR`, else apt's own configuration, else the public
 * mirror.
 *
 * @returns {Promise<string>}
 */
export async function debianMirror() {
  if (process.env.HUB_DEBIAN_MIRROR) return process.env.HUB_DEBIAN_MIRROR;
  const targets = ['indextargets', '--format', FIELDS, 'Created-By: Packages'];
  return mirrorAmong(await runCommand('apt-get', targets).catch(() => '')) ?? PUBLIC_MIRROR;
}

/**
 * The first archive of Debian itself: not its security updates, not another vendor's.
 *
 * @param {string} targets one a line, address and label
 * @returns {string | undefined}
 */
export function mirrorAmong(targets) {
  const archives = targets.split('\n').map((line) => /^(\S+) (.*)$/.exec(line.trim()));
  return archives.find((found) => found?.[2] === 'Debian')?.[1].replace(/\/$/, '');
}
