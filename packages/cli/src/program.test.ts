import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it, jest } from '@jest/globals';
import { COMMAND_LIST } from './command-list';
import { hubProgram } from './program';

describe('the hub command loads only the requested command', () => {
  it('and lists each with the command’s own description', async () => {
    for (const { name, says, load } of COMMAND_LIST) {
      const program = new Command('hub');
      (await load())(program, hubProgram);
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

/** A command and all its subcommands. */
function withAllBelow(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withAllBelow)];
}

describe('the help of', () => {
  it.each(COMMAND_LIST.map(({ name }) => name))('hub %s wraps within a narrow terminal', async (name) => {
    const program = await hubProgram([name]);
    for (const command of withAllBelow(program)) {
      const help = command.configureHelp({ ...command.configureHelp(), helpWidth: 72 }).helpInformation();
      // A term of one word, such as a long option, is not wrapped.
      expect(help.split('\n').filter((line) => line.length > 72 && /^ {30,}/.test(line))).toEqual([]);
      expect(help).not.toMatch(/^.{110}/m);
    }
  });
});

/** The help as it is printed, with the text after it. */
function printedHelp(command: Command): string {
  const written: string[] = [];
  command.configureOutput({ writeOut: (text) => written.push(text) });
  command.outputHelp();
  return written.join('');
}

describe('a command that does not use the desk reports that', () => {
  it.each([
    ['keys', 'rotate'],
    ['shop', 'apply'],
    ['database', 'status'],
    ['up', 'up'],
  ])('hub %s: %s', async (name, leaf) => {
    const commands = withAllBelow(await hubProgram([name])).filter((one) => one.name() === leaf);
    expect(commands.map(printedHelp)).toEqual([expect.stringContaining('Stays on this machine')]);
  });

  it.each([
    ['order', 'list'],
    ['dead', 'replay'],
  ])('but not hub %s %s, which goes there', async (name, leaf) => {
    const commands = withAllBelow(await hubProgram([name])).filter((one) => one.name() === leaf);
    expect(commands.map(printedHelp)).toEqual([expect.not.stringContaining('Stays on this machine')]);
  });

  it('each command either goes to a desk or says that it stays', async () => {
    for (const { name } of COMMAND_LIST) {
      const [command] = (await hubProgram([name])).commands.filter((one) => one.name() === name);
      const leaves =
        command === undefined ? [] : withAllBelow(command).filter((one) => one.commands.length === 0);
      expect(leaves).not.toEqual([]);
      for (const leaf of leaves)
        expect([leaf.name(), /--desk|Stays on this machine/.test(printedHelp(leaf))]).toEqual([
          leaf.name(),
          true,
        ]);
    }
  });
});

/** All but the words of the desk, which print what it answered. */
function subjectsOf(member: string): string[] {
  const folder = join(__dirname, '../..', member, 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name !== 'words' && existsSync(join(folder, name, 'index.ts')))
    .map((name) => `@hub/${member}/${name}`);
}

/** Slow modules: none of them is needed to print a command's usage, or to sign. */
const HEAVY = [
  '@hub/database',
  '@hub/messaging',
  '@hub/runtime',
  '@hub/shops',
  ...subjectsOf('desk'),
  ...subjectsOf('orders'),
];

describe('a slow module', () => {
  it.each(COMMAND_LIST.map(({ name, load }) => [name, load] as const))(
    'is not loaded for the help of %s',
    async (_name, load) => {
      const loaded: string[] = [];
      for (const name of HEAVY)
        jest.doMock(name, () => {
          loaded.push(name);
          return {};
        });
      jest.resetModules();
      (await load())(new Command('hub'), hubProgram);
      expect(loaded).toEqual([]);
    },
  );
});
