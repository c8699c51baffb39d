import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countResults } from '../checks/run-jest.mjs';
import { selections } from '../checks/run-tests.mjs';
import { satisfies } from '../set-up/check-node.mjs';
import { needsNoServices } from '../set-up/provide-for-command.mjs';
import { testSurroundings } from '../set-up/test-surroundings.mjs';

test('the version of Node is compared number by number', () => {
  const versions = ['v20.18.9', 'v20.19.0', 'v20.20.2', 'v22.1.0', 'v18.99.0', 'v100.0.0'];
  assert.deepEqual(
    versions.map((version) => satisfies(version, '>=20.19')),
    [false, true, true, true, false, true],
  );
});

test('a test file that cannot be run counts as one failed test', () => {
  assert.deepEqual(countResults(1, { numPassedTests: 4, numFailedTests: 1, numRuntimeErrorTestSuites: 2 }), {
    passed: 4,
    failed: 3,
  });
});

test('a run that fails in silence still counts as failed', () => {
  assert.deepEqual(countResults(1, { numPassedTests: 4, numFailedTests: 0, numRuntimeErrorTestSuites: 0 }), {
    passed: 4,
    failed: 1,
  });
  assert.deepEqual(countResults(137, null), { passed: 0, failed: 1 });
});

test('journeys run after the rest and one by one; so does everything on a broker that is shared', () => {
  assert.deepEqual(selections([], false), [
    ['--selectProjects', 'unit', 'real', '--maxWorkers=2'],
    ['--selectProjects', 'e2e', '--runInBand'],
  ]);
  assert.deepEqual(selections([], true)[0].at(-1), '--runInBand');
});

test('tests see their own services and nothing of the machine', () => {
  const seen = testSurroundings(
    { PATH: '/bin', DATABASE_URL: 'x', HTTP_PROXY: 'y', PGHOST: 'z' },
    { HUB_TEST_DATABASE_URL: 'own' },
  );
  assert.deepEqual(seen, { PATH: '/bin', TZ: 'UTC', HUB_TEST_DATABASE_URL: 'own' });
});

test('help, signatures and hashes need no services', () => {
  assert.deepEqual(
    [[], ['up', '--help'], ['sign', 'x'], ['desk', 'hash-password'], ['shop', 'list']].map(needsNoServices),
    [true, true, true, true, false],
  );
});
