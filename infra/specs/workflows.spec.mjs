import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { inProject, readManifest } from '../project.mjs';
import { workflowFaults } from '../release/workflow-faults.mjs';

const FOLDER = inProject('.github', 'workflows');
const project = {
  scripts: Object.keys(readManifest().scripts),
  exists: (path) => existsSync(inProject(path)),
};
const read = (name) => readFileSync(`${FOLDER}/${name}`, 'utf8');

describe('the workflows', () => {
  for (const name of readdirSync(FOLDER))
    it(`${name} has no fault`, () => assert.deepEqual(workflowFaults(read(name), project), []));
});

describe('a release', () => {
  const text = read('release.yml');
  for (const [what, said] of [
    ['is built for amd64', /processor: amd64/],
    ['is built for arm64', /runner: ubuntu-24\.04-arm, processor: arm64/],
    ['has its provenance', /--provenance=mode=max/],
    ['has its list of parts', /--sbom=true/],
    ['is built on a base by its digest', /NODE_IMAGE: \$\{\{ needs\.base\.outputs\.image \}\}/],
    ['is signed by its digest', /cosign sign --yes --recursive "\$image@\$digest"/],
    ['records base and images', /gh release create .* images\.txt/],
  ])
    it(what, () => assert.match(text, said));

  it('is built by the pnpm whose hash is known, of the version that package.json names', () => {
    const lock = JSON.parse(readFileSync(inProject('infra', 'pnpm', 'package-lock.json'), 'utf8'));
    const programs = Object.entries(lock.packages).filter(([path]) => path !== '');
    assert.deepEqual(
      programs.map(([path]) => path),
      ['node_modules/@pnpm/exe.linux-arm64', 'node_modules/@pnpm/exe.linux-x64'],
    );
    for (const [, { version, integrity }] of programs) {
      assert.match(readManifest().packageManager, new RegExp(`^pnpm@${version}\\+sha512\\.[0-9a-f]{128}$`));
      assert.match(integrity, /^sha512-/);
    }
    assert.match(readFileSync(inProject('infra', 'Dockerfile'), 'utf8'), /npm ci --prefix infra\/pnpm/);
  });

  it('takes no version of a dependency that is younger than a week', () => {
    assert.match(readFileSync(inProject('pnpm-workspace.yaml'), 'utf8'), /^minimumReleaseAge: 10080$/m);
  });
});

describe('a change of a workflow', () => {
  const text = read('ci.yml');
  for (const [what, from, to, fault] of [
    ['a key that there is not', 'runs-on:', 'run-on:', /run-on|runs-on/],
    [
      'an expression that does not end',
      '${{ matrix.image }}',
      '${{ matrix.image',
      /expression|missing a closing/i,
    ],
    ['an event that there is not', 'pull_request:', 'pull_requests:', /pull_requests/],
    ['an action by its tag', '@11bd71901bbe5b1630ceea73d27597364c9af683', '@v4', /not by its commit/],
    ['more rights', 'contents: read', 'contents: write', /permissions/],
    ['no end', 'timeout-minutes: 90', 'continue-on-error: false', /ci: has no end/],
    ['credentials left on the disk', 'persist-credentials: false', 'persist-credentials: true', /persist/],
    ['a script that there is not', 'npm run audit', 'npm run audits', /no script audits/],
    ['a file that there is not', '.ci/run', '.ci/runs', /no file .ci\/runs/],
  ])
    it(`is reported: ${what}`, () => {
      assert.ok(text.includes(from), `ci.yml does not say ${from}`);
      const faults = workflowFaults(text.replaceAll(from, to), project);
      assert.match(faults.join('\n'), fault);
    });
});
