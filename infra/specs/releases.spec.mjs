import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { inProject, readManifest } from '../project.mjs';
import { bomFaults } from '../release/bom-faults.mjs';
import { changesOf } from '../release/changes-of.mjs';
import { licenceFaults } from '../release/licence-page.mjs';
import { manifestFiles } from '../release/manifest-files.mjs';
import { renderedAgain, withTags, withVersion } from '../release/set-version.mjs';

const read = (file) => readFileSync(inProject(file), 'utf8');
const OVERLAY = 'infra/kubernetes/overlays/production/kustomization.yaml';

describe('there is one version', () => {
  const { version } = readManifest();

  it('of every package, and of what each wants of the others', () => {
    assert.ok(manifestFiles().length > 30);
    for (const file of manifestFiles())
      assert.deepEqual(JSON.parse(read(file)), JSON.parse(withVersion(read(file), version)), file);
  });

  it('of every image that production runs', () =>
    assert.equal(read(OVERLAY), withTags(read(OVERLAY), version)));

  it('which the change log begins with', () => {
    assert.match(read('CHANGELOG.md'), new RegExp(`^# hub-network\n\n## ${version}\n`));
    assert.notEqual(changesOf(read('CHANGELOG.md'), version), '');
  });

  it('and changes that are to come are of it', () => {
    const changes = readdirSync(inProject('.changeset')).filter((name) => name.endsWith('.md'));
    for (const name of changes)
      assert.match(read(`.changeset/${name}`), /^---\n'hub-network': (patch|minor|major)\n---\n\n\S/, name);
  });
});

describe('the next version', () => {
  it('is that of the package and of what we publish, not of what others do', () => {
    const text = JSON.stringify({
      version: '0.1.0',
      dependencies: { '@hub/contract': '0.1.0', '@hub/orders': 'workspace:*', zod: '0.1.0' },
    });
    assert.deepEqual(JSON.parse(withVersion(text, '0.2.0')), {
      version: '0.2.0',
      dependencies: { '@hub/contract': '0.2.0', '@hub/orders': 'workspace:*', zod: '0.1.0' },
    });
  });

  it('is that of the rendered images, where there is one', () => {
    const text = 'from sources 00ff.\nimage: hub-network/cli:0.1.0\nimage: other/cli:0.1.0\n';
    assert.equal(
      renderedAgain(text, { version: '0.2.0', sources: 'abc' }),
      'from sources abc.\nimage: hub-network/cli:0.2.0\nimage: other/cli:0.1.0\n',
    );
    assert.match(
      renderedAgain(text, { sources: 'abc' }),
      /from sources abc\.\nimage: hub-network\/cli:0\.1\.0/,
    );
  });
});

describe('what changed in a version', () => {
  const changelog = '# hub-network\n\n## 0.2.0\n\n### Minor Changes\n\n- A\n\n## 0.1.0\n\nFirst.\n';

  it('ends where the one before begins', () => {
    assert.equal(changesOf(changelog, '0.2.0'), '### Minor Changes\n\n- A');
    assert.equal(changesOf(changelog, '0.1.0'), 'First.');
  });

  it('is nothing for a version that it does not name', () => assert.equal(changesOf(changelog, '0.2'), ''));
});

describe('a licence', () => {
  const faults = (licence, where) =>
    licenceFaults({ shipped: [], helpers: [], [where]: [{ name: 'some', versions: ['1.0.0'], licence }] });

  for (const [licence, where] of [
    ['MIT', 'shipped'],
    ['(MIT OR GPL-3.0)', 'shipped'],
    ['Apache-2.0 AND MIT', 'shipped'],
    ['MPL-2.0', 'helpers'],
  ])
    it(`${licence} is accepted (${where})`, () => assert.deepEqual(faults(licence, where), []));

  for (const [licence, where] of [
    ['GPL-3.0', 'shipped'],
    ['MPL-2.0', 'shipped'],
    ['MIT AND GPL-3.0', 'shipped'],
    ['Unknown', 'helpers'],
  ])
    it(`${licence} is not (${where})`, () => assert.match(faults(licence, where)[0], /some: .* no licence/));
});

describe('the list of components', () => {
  const part = (more) => ({
    name: 'express',
    licenses: [{}],
    externalReferences: [{ type: 'distribution', hashes: [{}] }],
    ...more,
  });
  const faults = (parts) => bomFaults({ components: parts }, { needed: ['express'], tools: ['jest'] });

  it('has what runs, with licence and hash', () => assert.deepEqual(faults([part({})]), []));

  const refused = (what, parts, fault) =>
    it(`is refused where ${what}`, () => assert.match(faults(parts).join('\n'), fault));
  refused('something that runs is missing', [], /express is missing/);
  refused('something only tests', [part({}), part({ name: 'jest' })], /jest only builds/);
  refused('a part has no hash', [part({ externalReferences: [] })], /no hash/);
  refused('a part has no licence', [part({ licenses: [] })], /no licence/);
});
