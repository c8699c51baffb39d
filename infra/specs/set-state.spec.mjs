import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  addUser,
  holdByHand,
  letGoByHand,
  readState,
  readUsers,
  removeUser,
  saveState,
  writeJson,
} from '../services/set-state.mjs';
import { withLock } from '../services/with-lock.mjs';

const folder = mkdtempSync(join(tmpdir(), 'hub-spec-'));
const set = { folder };
const killed = { pid: process.pid, born: 'another time' };
after(() => rmSync(folder, { recursive: true }));

test('what is saved is added to what is known', () => {
  saveState(set, { postgres: { port: 1 } });
  saveState(set, { rabbitmq: { port: 2 } });
  assert.deepEqual(readState(set), { postgres: { port: 1 }, rabbitmq: { port: 2 } });
});

test('a user that was killed no longer counts, and its children are known', () => {
  addUser(set);
  writeJson(join(folder, 'users', '1.json'), { ...killed, children: [killed] });
  const { living, dead } = readUsers(set);
  assert.deepEqual(
    [living.map(({ pid }) => pid), dead.map(({ children }) => children)],
    [[process.pid], [[killed]]],
  );

  for (let count = 0; count < 2; count += 1) addUser(set, process.pid);
  const [user] = readUsers(set).living;
  assert.deepEqual(
    user.children.map(({ pid }) => pid),
    [process.pid, process.pid],
  );
  removeUser(set);
  assert.equal(readUsers(set).living.length, 0);
});

test('services held by hand are needed until they are let go', () => {
  holdByHand(set);
  assert.equal(readUsers(set).living.length, 1);
  letGoByHand(set);
  assert.equal(readUsers(set).living.length, 0);
});

test('two works on one folder never overlap', async () => {
  const events = [];
  const work = (name) => () =>
    new Promise((done) => {
      events.push(`${name} begins`);
      setTimeout(() => done(events.push(`${name} ends`)), 20);
    });
  await Promise.all([withLock(folder, work('a')), withLock(folder, work('b'))]);
  assert.match(events.join(), /^(a begins,a ends,b begins,b ends|b begins,b ends,a begins,a ends)$/);
});

test('the lock of a holder who died is taken over', async () => {
  writeJson(`${folder}.lock`, killed);
  assert.equal(await withLock(folder, async () => 'done'), 'done');
});
