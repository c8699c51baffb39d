import { Command } from 'commander';
import { describe, expect, it } from '@jest/globals';
import { COMMAND_LIST } from './command-list';
import { hubProgram } from './program';

describe('the hub command reads of its commands what is asked for', () => {
  it('and says of each in the list of all what it says itself', async () => {
    for (const { name, says, load } of COMMAND_LIST) {
      const program = new Command('hub');
      (await load())(program);
      expect(program.commands.map((one) => [one.name(), one.description()])).toEqual([[name, says]]);
    }
  });

  it.each([
    [['order', 'show', '1', '--json'], 'order'],
    [['help', 'order'], 'order'],
    [['--json', 'order'], 'order'],
    [['--help'], null],
    [[], null],
    [['oder'], null],
  ])('%j: the subcommands of %s', async (words, expected) => {
    const program = await hubProgram(words);
    expect(program.commands).toHaveLength(COMMAND_LIST.length);
    const read = program.commands.filter(({ commands }) => commands.length > 0).map((one) => one.name());
    expect(read).toEqual(expected === null ? [] : [expected]);
  });
});
