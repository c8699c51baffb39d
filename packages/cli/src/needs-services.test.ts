import { Command } from 'commander';
import { describe, expect, it } from '@jest/globals';
import { COMMAND_LIST } from './command-list';
import { needsServices } from './needs-services';
import { hubProgram } from './program';

/** Every command with an action that goes to the desk, with a value for each argument it must have. */
async function callsOfDesk(): Promise<string[][]> {
  const calls: string[][] = [];
  for (const { load } of COMMAND_LIST) {
    const program = new Command('hub');
    (await load())(program, hubProgram);
    calls.push(...program.commands.flatMap((command) => callsBelow(command, [])));
  }
  return calls;
}

function callsBelow(command: Command, before: readonly string[]): string[][] {
  const words = [...before, command.name()];
  const below = command.commands.flatMap((one) => callsBelow(one, words));
  const goesToDesk = command.options.some(({ long }) => long === '--desk');
  return goesToDesk && command.commands.length === 0 ? [...below, words] : below;
}

describe('D27: services are started for a command that needs them', () => {
  it.each([
    ['up'],
    ['shop apply sheet.yaml'],
    ['vat set SE 0.25 --from 2027-01-01T00:00:00Z'],
    ['keys status'],
    ['event send nordic inventory.updated'],
    ['event example order.created --shop nordic'],
    ['golive environment test --confirm'],
    ['golive nordic --local'],
    ['golive verify certificate.json --local'],
    ['golive nordic confirm products --local'],
    ['order list --local'],
  ])('%s', async (call) => {
    expect(await needsServices(call.split(' '))).toBe(true);
  });

  it.each([
    [''],
    ['--help'],
    ['-V'],
    ['up --help'],
    ['help vat set'],
    // Not understood: unknown command, unknown subcommand, unknown option, missing argument, missing option.
    ['ordr show 1'],
    ['shop aply sheet.yaml'],
    ['up --twice'],
    ['shop apply'],
    ['vat set SE 0.25'],
    // Of the program alone.
    ['sign body.json'],
    ['desk hash-password'],
    ['completion bash'],
    ['event example order.created'],
    ['golive verify certificate.json --key 12'],
    ['golive verify certificate.json --key 12 --local'],
    // Of the desk.
    ['golive nordic'],
    ['golive nordic certificate'],
    ['golive verify certificate.json'],
    ['golive key'],
    ['golive nordic confirm products'],
    ['golive nordic sign-off'],
  ])('not for "%s"', async (call) => {
    expect(await needsServices(call.split(' ').filter((word) => word !== ''))).toBe(false);
  });

  it('not for any command of the desk', async () => {
    const calls = await callsOfDesk();
    expect(calls.length).toBeGreaterThan(40);
    const needing = await Promise.all(calls.map((words) => needsServices(words)));
    expect(calls.filter((_words, n) => needing[n])).toEqual([]);
  });
});
