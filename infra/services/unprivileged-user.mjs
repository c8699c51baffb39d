import { readFileSync } from 'node:fs';

/**
 * PostgreSQL refuses to run as root, so root runs it as another user of the machine: the one made by its
 * package, else `nobody`.
 *
 * @param {string} passwd the content of /etc/passwd
 * @returns {{ uid: number, gid: number } | null}
 */
export function findUnprivilegedUser(passwd) {
  const users = passwd.split('\n').map((line) => line.split(':'));
  const found = ['postgres', 'nobody'].map((name) => users.find((user) => user[0] === name)).find(Boolean);
  return found ? { uid: Number(found[2]), gid: Number(found[3]) } : null;
}

/** The `uid` and `gid` to start PostgreSQL with: none for an ordinary user, who runs it as himself. */
export function postgresUser() {
  if (process.getuid?.() !== 0) return {};
  return findUnprivilegedUser(readFileSync('/etc/passwd', 'utf8')) ?? { uid: 65534, gid: 65534 };
}
