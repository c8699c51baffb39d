import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '@hub/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';

let place: string;
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'hub-place-'));
});
afterEach(() => rm(place, { recursive: true, force: true }));

it('a private database leaves nothing behind once its parent is gone, which waits for nothing', async () => {
  const program = join(repositoryRoot(), 'e2e', 'chaos', 'private-database-main.mjs');
  const child = fork(program, ['hub'], { env: { ...process.env, TMPDIR: place } });
  const ended = once(child, 'exit');
  child.send('start');
  await once(child, 'message');
  const before = await readdir(place);
  child.disconnect();
  await ended;
  expect(before).not.toEqual([]);
  expect(await readdir(place)).toEqual([]);
}, 90_000);
