import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countResults } from '../checks/run-jest.mjs';
import { selections } from '../checks/run-tests.mjs';
import { tryAgain } from '../checks/try-again.mjs';
import { inProject } from '../project.mjs';
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

const file = (name, ...statuses) => ({
  name: inProject(name),
  status: statuses.includes('passed') && !statuses.includes('failed') ? 'passed' : 'failed',
  assertionResults: statuses.map((status) => ({ status })),
});

test('a test file that cannot be run counts as one failed test', () => {
  const testResults = [file('a', 'passed', 'passed', 'failed'), file('b')];
  assert.deepEqual(countResults(1, { testResults }), {
    passed: 2,
    failed: 2,
    files: [
      { path: 'a', passed: 2, failed: 1 },
      { path: 'b', passed: 0, failed: 1 },
    ],
  });
});

test('a run that fails in silence still counts as failed', () => {
  const testResults = [file('a', 'passed')];
  assert.deepEqual(countResults(1, { testResults }), {
    passed: 1,
    failed: 1,
    files: [{ path: 'a', passed: 1, failed: 0 }],
  });
  assert.deepEqual(countResults(137, null), { passed: 0, failed: 1, files: [] });
});

const run = (...testResults) => countResults(0, { testResults });
const FIRST = run(file('good', 'passed'), file('bad', 'passed', 'failed'));

test('a few files that failed run once more, and count as they end then', async () => {
  const asked = [];
  const passes = async (paths) => {
    asked.push(...paths);
    return run(file('bad', 'passed', 'passed'));
  };
  assert.deepEqual(await tryAgain(FIRST, passes), { passed: 3, failed: 0, onlyAgain: ['bad'] });
  assert.deepEqual(asked, ['bad']);
  const failsAgain = async () => run(file('bad', 'failed', 'failed'));
  assert.deepEqual(await tryAgain(FIRST, failsAgain), { passed: 1, failed: 2, onlyAgain: [] });
});

test('what was not run again, or broke off, stays failed', async () => {
  const stays = { passed: 2, failed: 1, onlyAgain: [] };
  assert.deepEqual(await tryAgain(FIRST, async () => run()), stays);
  assert.deepEqual(await tryAgain(FIRST, async () => countResults(137, null)), stays);
});

test('many failed files are not run again', async () => {
  const many = run(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => file(name, 'failed')));
  const never = () => assert.fail('run again');
  assert.deepEqual(await tryAgain(many, never), { passed: 0, failed: 7, onlyAgain: [] });
});

test('journeys run after the rest; everything runs one by one on a broker that is shared', () => {
  const without = (oneBroker) => selections([], oneBroker).map((args) => args.slice(0, -1));
  assert.deepEqual(without(false), [
    ['--selectProjects', 'unit', 'real', '--maxWorkers=3'],
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

test('help, signatures and hashes need no services', () => {
  assert.deepEqual(
    [[], ['up', '--help'], ['sign', 'x'], ['desk', 'hash-password'], ['shop', 'list', '--local']].map(
      needsNoServices,
    ),
    [true, true, true, true, false],
  );
});

test('examples, and what is verified by a named key, need services only where they ask the database', () => {
  const alone = [
    ['-V'],
    ['event', 'example', 'order.created'],
    ['golive', 'verify', 'x', '--key', 'y'],
    ['adapter'],
  ];
  assert.deepEqual(alone.map(needsNoServices), [true, true, true, true]);
  const asking = [
    ['event', 'example', 'order.created', '--shop=x'],
    ['event', 'sign', '--shop', 'x'],
    ['event', 'send'],
  ];
  assert.deepEqual([...asking, ['golive', 'verify', 'x']].map(needsNoServices), [false, false, false, false]);
});

test('a command that goes to the desk starts no database beside it', () => {
  const atDesk = [
    ['order', 'list'],
    ['shop', 'health', 'nordic'],
    ['dead', 'replay', '--all'],
    ['vat', 'list'],
  ];
  assert.deepEqual(atDesk.map(needsNoServices), [true, true, true, true]);
  const here = [['up'], ['shop', 'apply', 'sheet.yaml'], ['vat', 'set', 'SE', '0.25'], ['keys', 'status']];
  assert.deepEqual(here.map(needsNoServices), [false, false, false, false]);
});
