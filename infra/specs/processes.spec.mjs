import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { bornAccordingToStat, endProcess, isAlive, recordProcess } from '../services/processes.mjs';

const stat = (state, name = 'node') =>
  `4711 (${name}) ${state} 1 4711 4711 0 -1 4194560 ${'0 '.repeat(12)}98765 1000 200`;

test('the time at which a process began is read whatever its name holds', () => {
  assert.equal(bornAccordingToStat(stat('S')), '98765');
  assert.equal(bornAccordingToStat(stat('R', 'a) R (b')), '98765');
});

test('a zombie is no living process', () => {
  assert.equal(bornAccordingToStat(stat('Z')), null);
});

test('a process is known by its id and its birth: another one with the same id is not it', () => {
  const record = recordProcess(process.pid);
  assert.equal(isAlive(record), true);
  assert.equal(isAlive({ ...record, born: 'another time' }), false);
  assert.equal(isAlive(undefined), false);
});

test('a process that does not listen to the first signal is ended by the next', async () => {
  const script = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('ready')";
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const record = recordProcess(child.pid);
  const ended = once(child, 'exit');
  await endProcess(record, [
    { signal: 'SIGTERM', waitMs: 100 },
    { signal: 'SIGKILL', waitMs: 5_000 },
  ]);
  assert.deepEqual(await ended, [null, 'SIGKILL']);
  assert.equal(isAlive(record), false);
});

test('no process is signalled for a record of one that is gone', async () => {
  await endProcess({ pid: process.pid, born: 'another time' }, [{ signal: 'SIGKILL', waitMs: 1 }]);
});
