import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from '../project.mjs';

/** Written after every build, with the time at which the build began. */
export const BUILT = inProject('.hub', 'built');

const WATCHED = ['packages', 'services', 'prisma', 'pnpm-lock.yaml', 'tsconfig.base.json'];
const MADE = new Set(['node_modules', 'dist', 'generated', 'test']);

/**
 * Whether packages and build are there and nothing they are made from has changed since; a matter of
 * milliseconds.
 */
export function isPrepared() {
  if (!existsSync(inProject('node_modules', '.hub-installed')) || !existsSync(BUILT)) return false;
  const builtAt = statSync(BUILT).mtimeMs;
  return WATCHED.every((name) => isOlder(inProject(name), builtAt));
}

function isOlder(path, time) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry || entry.mtimeMs > time) return false;
  if (!entry.isDirectory()) return true;
  return readdirSync(path).every((name) => MADE.has(name) || isOlder(join(path, name), time));
}
