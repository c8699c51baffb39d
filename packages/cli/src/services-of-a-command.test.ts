import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Command } from 'commander';
import { describe, expect, it } from '@jest/globals';
import { COMMAND_LIST } from './command-list';
import { PROJECT_ROOT } from './project-root';

interface Words {
  words: string[];
  goesToDesk: boolean;
}

/** Options of the program only, as long as no command has the same option. */
const NEEDS_NOTHING = new Set([
  'sign',
  'desk',
  'completion',
  'adapter',
  'capacity',
  'event example',
  'event sign',
]);

/** Every command with an action, by its words. */
function commandsOf(command: Command, before: readonly string[] = []): Words[] {
  const words = [...before, command.name()];
  const below = command.commands.flatMap((one) => commandsOf(one, words));
  if (below.length > 0) return below;
  return [{ words, goesToDesk: command.options.some(({ long }) => long === '--desk') }];
}

/** The output of the script that starts services for a command: an ES module, which this test cannot import. */
function needNoServices(commands: readonly (readonly string[])[]): boolean[] {
  const script = pathToFileURL(join(PROJECT_ROOT, 'infra/set-up/provide-for-command.mjs')).href;
  const asks = `import { needsNoServices } from ${JSON.stringify(script)};
    process.stdout.write(JSON.stringify(${JSON.stringify(commands)}.map(needsNoServices)));`;
  const words = ['--input-type=module', '--eval', asks];
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8', env: {} }));
}

describe('a command that goes to the desk', () => {
  it('starts no database, and others get theirs', async () => {
    const all: Words[] = [];
    for (const { name, load } of COMMAND_LIST) {
      if (NEEDS_NOTHING.has(name)) continue;
      const program = new Command('hub');
      (await load())(program);
      all.push(...program.commands.flatMap((command) => commandsOf(command)));
    }
    const answers = needNoServices(all.map(({ words }) => words));
    const wrong = all.filter(
      ({ words, goesToDesk }, n) => !NEEDS_NOTHING.has(words.join(' ')) && goesToDesk !== answers[n],
    );
    expect(wrong.map(({ words }) => words.join(' '))).toEqual([]);
  });
});
