import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@hub/testing';
import { expect, it } from '@jest/globals';
import { ACTIONS, SHOP_ACTIONS } from '../actions';
import { actionLabelsModule, actionOptionsModule } from './action-modules';

const ALL = [...ACTIONS, ...SHOP_ACTIONS];

it('the audit has the label of every action', () => {
  const file = join(repositoryRoot(), 'packages/desk/src/engine/action-labels.ts');
  expect(readFileSync(file, 'utf8')).toBe(actionLabelsModule(ALL));
});

it('the hub command has what every action takes', () => {
  const file = join(repositoryRoot(), 'packages/cli/src/desk/action-options.ts');
  expect(readFileSync(file, 'utf8')).toBe(actionOptionsModule(ACTIONS));
});

it('a name of the audit has one label, and a command does one action', () => {
  const labels = new Set(ALL.flatMap(({ names }) => Object.entries(names).map((entry) => entry.join())));
  const names = new Set(ALL.flatMap((one) => Object.keys(one.names)));
  expect(labels.size).toBe(names.size);
  const commands = ACTIONS.flatMap(({ command }) => command ?? []);
  expect(new Set(commands).size).toBe(commands.length);
});
