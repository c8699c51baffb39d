import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@hub/testing';
import { expect, it } from '@jest/globals';
import { LISTS } from '../lists';
import { listOptionsModule } from './list-options';

it('the hub command has the filters of every list', () => {
  const written = readFileSync(join(repositoryRoot(), 'packages/cli/src/desk/list-options.ts'), 'utf8');
  expect(written).toBe(listOptionsModule(LISTS));
});
