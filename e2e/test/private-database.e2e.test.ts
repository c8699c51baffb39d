import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@hub/testing';
import { expect, it } from '@jest/globals';
import { z } from 'zod';

const Started = z.object({ url: z.string(), folders: z.array(z.string()).min(1) });

it('a private database leaves nothing behind once its parent is gone, which waits for nothing', async () => {
  const program = join(repositoryRoot(), 'e2e', 'chaos', 'private-database-main.mjs');
  const child = fork(program, ['hub']);
  const ended = once(child, 'exit');
  child.send('start');
  const [message] = await once(child, 'message');
  const { folders } = Started.parse(message);
  const before = folders.map((folder) => existsSync(folder));
  child.disconnect();
  await ended;
  expect(before).not.toContain(false);
  expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
}, 90_000);
