import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addAdapterCommand } from '../src/commands/adapter';
import { runHub } from './run-hub';

let parent: string;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'hub-adapter-'));
});
afterAll(() => rmSync(parent, { recursive: true }));

const create = (name: string, into: string) =>
  runHub([addAdapterCommand], ['adapter', 'create', name, '--into', into, '--json']);

describe('hub adapter create', () => {
  it("writes the kit's template under the platform's name", async () => {
    const folder = join(parent, 'woo');
    const { out } = await create('woo', folder);
    const { files } = JSON.parse(out);
    expect(files).toEqual(expect.arrayContaining(['adapter.mjs', 'adapter.test.mjs', 'package.json']));
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
      name: 'hub-adapter-woo',
    });
    for (const file of files) expect(readFileSync(join(folder, file), 'utf8')).not.toContain('NAME');
  });

  it('refuses an existing folder, and a name that a package cannot have', async () => {
    await expect(create('woo', parent)).rejects.toThrow('is there already');
    await expect(create('../Woo', join(parent, 'x'))).rejects.toThrow('lower-case');
    expect(existsSync(join(parent, 'x'))).toBe(false);
  });
});
