import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { PROGRAMS } from './programs.mjs';

/** What no program reads: declarations, source maps, sources, tests, and papers other than licences. */
const NOT_RUN = [
  /\.d\.[cm]?ts$/,
  /\.(map|tsbuildinfo|ts|tsx|mts|cts|flow)$/,
  /(^|\/)(README|CHANGELOG|HISTORY|CONTRIBUTING)[^/]*\.(md|markdown|txt)$/i,
  /\.test\.[cm]?js$/,
];
/** Prisma brings a query compiler for each database there is, in four forms; the client loads one. */
const OTHER_COMPILERS =
  /\/@prisma\/client\/runtime\/(?!client\.js$|library\.js$|query_compiler_small_bg\.postgresql\.)/;
/** What of a package of ours runs: the rest is how it is made. */
const OURS = ['package.json', 'dist', 'assets', 'migrations', 'grants.sql'];

/**
 * Copies what one program needs to run, and nothing else, from a workspace that is installed and built: its own
 * packages, the packages they depend on, and the files it reads beside them. The layout is the workspace's; `run`
 * at its top is the program.
 *
 * @param {{ root: string, program: string, to: string }} what
 */
export function collect({ root, program, to }) {
  const { folder, main, files = [] } = PROGRAMS[program];
  const copied = new Set();
  copyPackage(realpathSync(join(root, folder)));
  for (const file of ['package.json', ...files]) copyFiles(join(root, file));
  symlinkSync(join(folder, 'dist', main), join(to, 'run'));

  function copyPackage(path) {
    if (copied.has(path)) return;
    copied.add(path);
    const inStore = relative(root, path).split('/').includes('node_modules');
    const parts = inStore ? [''] : OURS;
    for (const part of parts.map((name) => join(path, name))) if (existsSync(part)) copyFiles(part);
    const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    // Beside a package of the store are those that it depends on; within one of ours.
    const beside = inStore ? storeFolderOf(path, manifest.name) : join(path, 'node_modules');
    for (const name of dependenciesOf(manifest)) copyLink(join(beside, name));
  }

  function copyLink(link) {
    if (!existsSync(link)) return; // optional, and of another platform
    copyPackage(realpathSync(link));
    const at = join(to, relative(root, link));
    if (existsSync(at)) return;
    mkdirSync(dirname(at), { recursive: true });
    symlinkSync(readlinkSync(link), at);
  }

  function copyFiles(path) {
    cpSync(path, join(to, relative(root, path)), {
      recursive: true,
      filter: (source) => !NOT_RUN.some((ending) => ending.test(source)) && !isOtherCompiler(source),
    });
  }
}

const isOtherCompiler = (path) => !path.endsWith('/runtime') && OTHER_COMPILERS.test(path);

const storeFolderOf = (path, name) => join(path, ...name.split('/').map(() => '..'));

/** Peers that a package can do without are there for development only. */
function dependenciesOf({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, ...rest }) {
  const canDoWithout = rest.peerDependenciesMeta ?? {};
  const peers = Object.keys(peerDependencies).filter((name) => !canDoWithout[name]?.optional);
  const all = new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]);
  return [...all].filter((name) => !name.startsWith('@types/'));
}
