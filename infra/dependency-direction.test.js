const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { describe, expect, it } = require('@jest/globals');

const ROOT = join(__dirname, '..');
/** They know the outside world and nothing of the workspace. */
const FOUNDATIONS = ['@hub/contract', '@hub/runtime'];
/** Packages for use without the workspace: what they depend on is published too, and named by versions that npm reads. */
const PUBLISHED = ['@hub/contract', '@hub/conformance', '@hub/store-kit', '@hub/shopify-adapter'];
/** What tests work with. */
const FOR_TESTS = ['@hub/testing', '@hub/test-world'];
/** Tests and measurements as a whole: nothing of them is ever deployed. */
const NEVER_DEPLOYED = ['@hub/e2e', '@hub/bench'];

const workspace = ['packages', 'services'].flatMap((group) =>
  readdirSync(join(ROOT, group)).map((name) => join(group, name)),
);
const members = [...workspace, 'prisma', 'e2e', 'bench', 'adapters/shopify']
  .filter((folder) => existsSync(join(ROOT, folder, 'package.json')))
  .map((folder) => {
    const manifest = readJson(folder, 'package.json');
    return { folder, name: manifest.name, manifest, isService: folder.startsWith('services') };
  });
const folderOf = new Map(members.map(({ name, folder }) => [name, folder]));
const services = new Set(members.filter(({ isService }) => isService).map(({ name }) => name));

function readJson(folder, file) {
  return JSON.parse(readFileSync(join(ROOT, folder, file), 'utf8'));
}

const ours = (dependencies = {}) => Object.keys(dependencies).filter((name) => name.startsWith('@hub/'));

function sourceFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes('generated'),
    )
    .map((entry) => join(entry.parentPath, entry.name));
}

/** @returns {string[]} the packages of the workspace that a file imports */
const importsOf = (file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import\(|require\()\s*'(@hub\/[a-z-]+)/g)].map(
    (match) => match[1],
  );

describe.each(members)('$name', ({ folder, name, manifest }) => {
  const direct = ours(manifest.dependencies);
  const all = [...direct, ...ours(manifest.devDependencies)];

  it('depends on no service: what services share is a package', () => {
    expect(all.filter((dependency) => services.has(dependency))).toEqual([]);
  });

  it('uses the test helpers in tests alone', () => {
    const shipped = [...NEVER_DEPLOYED, ...FOR_TESTS].includes(name) ? [] : direct;
    expect(shipped.filter((used) => FOR_TESTS.includes(used))).toEqual([]);
  });

  it('builds after exactly what it depends on', () => {
    const references = readJson(folder, 'tsconfig.json').references.map(({ path }) =>
      relative(ROOT, join(ROOT, folder, path)),
    );
    expect(references.sort()).toEqual(all.map((dependency) => folderOf.get(dependency)).sort());
  });

  it('declares every package of the workspace that it imports', () => {
    const files = ['src', 'test'].flatMap((part) => sourceFiles(join(ROOT, folder, part)));
    const undeclared = files.flatMap((file) =>
      importsOf(file)
        .filter((imported) => imported !== name && !allowedIn(file).includes(imported))
        .map((imported) => `${relative(ROOT, file)} imports ${imported}`),
    );
    expect(undeclared).toEqual([]);
  });

  /** Tests, and the helpers beside them, may use what only they need. */
  const allowedIn = (file) =>
    NEVER_DEPLOYED.includes(name) || /\.test\.ts$|\/test\//.test(file) ? all : direct;

  if (PUBLISHED.includes(name)) {
    it('can be installed without the workspace: published packages, and the versions that everything here has', () => {
      const workspaceFile = readFileSync(join(ROOT, 'pnpm-workspace.yaml'), 'utf8');
      const version = (dependency) =>
        members.find((member) => member.name === dependency)?.manifest.version ??
        new RegExp(`^  '?${dependency}'?: (.+)$`, 'm').exec(workspaceFile)?.[1];
      const expected = Object.keys(manifest.dependencies).map((dependency) => [
        dependency,
        version(dependency),
      ]);
      expect(Object.entries(manifest.dependencies)).toEqual(expected);
      expect(direct.filter((dependency) => !PUBLISHED.includes(dependency))).toEqual([]);
      expect([manifest.private, manifest.files]).toEqual([undefined, expect.arrayContaining(['dist'])]);
    });
  }

  if (FOUNDATIONS.includes(name)) {
    it('stands on its own', () => {
      expect(all).toEqual([]);
    });
  }
});

it('names every member of the workspace in the build', () => {
  const built = readJson('.', 'tsconfig.json').references.map(({ path }) => relative(ROOT, join(ROOT, path)));
  expect(built.sort()).toEqual(members.map(({ folder }) => folder).sort());
});
