import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '../src';

const ROOT = repositoryRoot();
const FOLDERS = [
  ...foldersIn('packages'),
  ...foldersIn('services'),
  'prisma',
  'adapters/shopify',
  'e2e',
  'bench',
];
const NOT_OURS = new Set(['node_modules', 'dist', 'generated', '.hub']);
const IMPORT = /^(?:import|export)\b[^;]*?from '(\.{1,2}(?:\/[^']*)?)';/gms;
/** What is loaded on demand counts too. */
const ON_DEMAND = /\bimport\('(\.{1,2}\/[^']*)\.js'\)/g;

describe('no file imports itself indirectly, types included: each can be read before its users', () => {
  it.each(FOLDERS)('%s', (folder) => {
    expect(circlesOf(join(ROOT, folder))).toEqual([]);
  });

  it('a cycle is found', () => {
    const files = new Map([
      ['a.ts', ['b.ts']],
      ['b.ts', ['c.ts', 'd.ts']],
      ['c.ts', ['a.ts']],
      ['d.ts', []],
    ]);
    expect(circlesIn(files)).toEqual(['a.ts > b.ts > c.ts > a.ts']);
  });
});

function foldersIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`)
    .filter((name) => existsSync(join(ROOT, name, 'package.json')));
}

function importsIn(source: string): string[] {
  return [IMPORT, ON_DEMAND].flatMap((form) => [...source.matchAll(form)].map(([, to = '']) => to));
}

function circlesOf(root: string): string[] {
  const files = sourcesIn(root).map((file) => relative(root, file));
  const known = new Set(files);
  const imports = (file: string) =>
    importsIn(readFileSync(join(root, file), 'utf8')).flatMap((to) => {
      const base = relative('.', normalize(join(dirname(file), to)));
      return [`${base}.ts`, `${base}.tsx`, join(base, 'index.ts')].find((one) => known.has(one)) ?? [];
    });
  return circlesIn(new Map(files.map((file) => [file, imports(file)])));
}

/** Symbolic links are not followed: those of installed packages form cycles. */
function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourcesIn(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** Each cycle once, from the file at which the search met it. */
function circlesIn(files: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) return void circles.push([...path.slice(at), file].join(' > '));
    if (done.has(file)) return;
    for (const next of files.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of files.keys()) visit(file, []);
  return circles;
}
