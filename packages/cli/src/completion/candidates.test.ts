import { describe, expect, it } from '@jest/globals';
import { hubProgram } from '../program';
import { candidatesFor } from './candidates';

describe('completion', () => {
  it.each([
    [['or'], ['order']],
    [
      ['shop', 'he'],
      ['health', 'help'],
    ],
    [['order', 'list', '--st'], ['--state']],
    [['dead', 'runs', 'p'], ['pause']],
    [['settlement', 'nordic', '--c'], ['--csv']],
    [['completion', 'w'], []],
  ])('%j: %j', async (words, expected) => {
    expect(await candidatesFor(hubProgram, words)).toEqual(expected);
  });

  it('without words: every command', async () => {
    expect(await candidatesFor(hubProgram, [''])).toEqual(
      expect.arrayContaining(['up', 'order', 'dead', 'completion']),
    );
  });
});
