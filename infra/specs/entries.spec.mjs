import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countResults } from '../checks/run-jest.mjs';
import { selections } from '../checks/run-tests.mjs';
import { groupTests } from '../checks/test-groups.mjs';
import { tryAgain } from '../checks/try-again.mjs';
import { inProject } from '../project.mjs';
import { satisfies } from '../set-up/check-node.mjs';
import { testSurroundings } from '../set-up/test-surroundings.mjs';

test('the version of Node is compared number by number', () => {
  const versions = ['v20.18.9', 'v20.19.0', 'v20.20.2', 'v22.1.0', 'v18.99.0', 'v100.0.0'];
  assert.deepEqual(
    versions.map((version) => satisfies(version, '>=20.19')),
    [false, true, true, true, false, true],
  );
});

/** @param statuses of its tests; `late`: failed by its time limit */
const file = (name, ...statuses) => ({
  name: inProject(name),
  status: statuses.length > 0 && statuses.every((status) => status === 'passed') ? 'passed' : 'failed',
  assertionResults: statuses.map(aTest),
});

const aTest = (status) => ({
  status: status === 'late' ? 'failed' : status,
  ancestorTitles: [],
  failureMessages:
    { late: ['thrown: "Exceeded timeout of 60000 ms for a test.'], failed: ['expected 1'] }[status] ?? [],
});

test('a test file that cannot be run counts as one failed test', () => {
  const testResults = [file('a', 'passed', 'passed', 'failed'), file('b')];
  assert.deepEqual(countResults(1, { testResults }), {
    passed: 2,
    failed: 2,
    files: [
      { path: 'a', passed: 2, failed: 1, late: false },
      { path: 'b', passed: 0, failed: 1, late: false },
    ],
  });
});

test('a run that fails in silence still counts as failed', () => {
  const testResults = [file('a', 'passed')];
  assert.deepEqual(countResults(1, { testResults }), {
    passed: 1,
    failed: 1,
    files: [{ path: 'a', passed: 1, failed: 0, late: false }],
  });
  assert.deepEqual(countResults(137, null), { passed: 0, failed: 1, files: [] });
});

test('the tests of a group count for the files that they are written in', () => {
  const [one, two] = ['passed', 'late'].map(aTest);
  const assertionResults = [
    { ...one, ancestorTitles: ['packages/a.test.ts', 'a rule'] },
    { ...two, ancestorTitles: ['packages/b.test.ts', 'a rule'] },
  ];
  const name = inProject('.hub', 'test-groups', '000.test.js');
  const { files } = countResults(1, { testResults: [{ name, status: 'failed', assertionResults }] });
  assert.deepEqual(files, [
    { path: 'packages/a.test.ts', passed: 1, failed: 0, late: false },
    { path: 'packages/b.test.ts', passed: 0, failed: 1, late: true },
  ]);
});

test('files that share a folder are grouped; one that takes minutes is alone and first', () => {
  const paths = [
    'packages/a/1.test.ts',
    'packages/a/2.test.ts',
    'services/b/3.test.ts',
    'infra/infra.test.js',
  ];
  assert.deepEqual(groupTests(paths.map((path) => ({ path, bytes: 10 }))), [
    ['infra/infra.test.js'],
    ['packages/a/1.test.ts', 'packages/a/2.test.ts'],
    ['services/b/3.test.ts'],
  ]);
  const large = paths.slice(0, 2).map((path) => ({ path, bytes: 80_000 }));
  assert.equal(groupTests(large).length, 2);
});

const run = (...testResults) => countResults(0, { testResults });
const LATE = run(file('good', 'passed'), file('slow', 'passed', 'late'));

test('one file that was late runs again, and is named if it passes then', async () => {
  const asked = [];
  const passes = async (path) => {
    asked.push(path);
    return run(file('slow', 'passed', 'passed'));
  };
  assert.deepEqual(await tryAgain(LATE, passes), { passed: 3, failed: 0, onlyAgain: 'slow' });
  assert.deepEqual(asked, ['slow']);
});

test('what fails again, is not run or breaks off stays failed', async () => {
  const stays = { passed: 2, failed: 1, onlyAgain: null };
  assert.deepEqual(await tryAgain(LATE, async () => run(file('slow', 'passed', 'late'))), stays);
  assert.deepEqual(await tryAgain(LATE, async () => run()), stays);
  assert.deepEqual(await tryAgain(LATE, async () => countResults(137, null)), stays);
});

test('an expectation that failed is never run again, nor is a second file', async () => {
  const never = () => assert.fail('run again');
  const wrong = run(file('bad', 'passed', 'failed', 'late'));
  assert.deepEqual(await tryAgain(wrong, never), { passed: 1, failed: 2, onlyAgain: null });
  const two = run(file('slow', 'late'), file('slower', 'late'));
  assert.deepEqual(await tryAgain(two, never), { passed: 0, failed: 2, onlyAgain: null });
});

test('journeys run after the rest; everything runs one by one on a broker that is shared', () => {
  const without = (oneBroker) => selections([], oneBroker).map((args) => args.slice(0, -1));
  assert.deepEqual(without(false), [
    ['--selectProjects', 'groups', '--maxWorkers=3'],
    ['--selectProjects', 'e2e', '--maxWorkers=3'],
  ]);
  assert.deepEqual(without(true)[0].at(-1), '--runInBand');
});

test('projects named in the arguments have one run', () => {
  const chosen = (oneBroker) => selections(['--selectProjects', 'e2e'], oneBroker)[0][0];
  assert.deepEqual([chosen(false), chosen(true)], ['--maxWorkers=2', '--runInBand']);
});

test('tests see their own services and nothing of the machine', () => {
  const seen = testSurroundings(
    { PATH: '/bin', DATABASE_URL: 'x', HTTP_PROXY: 'y', PGHOST: 'z' },
    { HUB_TEST_DATABASE_URL: 'own' },
  );
  assert.deepEqual(seen, { PATH: '/bin', TZ: 'UTC', HUB_TEST_DATABASE_URL: 'own' });
});
