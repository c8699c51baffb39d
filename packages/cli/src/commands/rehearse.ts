import { LONGEST_MINUTES } from '@hub/conformance';
import { CAPABILITIES } from '@hub/contract';
import { Option, type Command } from 'commander';
import type { RehearseOptions } from '../rehearse/rehearse';

/** `hub rehearse <slug>` (D32): plays every check of going live with the shop's own credentials, and keeps the record. */
export function addRehearseCommand(program: Command): void {
  program
    .command('rehearse')
    .description(
      'plays every check of going live against a shop, with the credentials of its sheet, and keeps the record; ' +
        'exits with 0 where every check passed, 1 where one failed, 3 where some could not be played',
    )
    .argument('<slug>')
    .addOption(
      new Option('--capability <name...>', 'only these capabilities')
        .choices(CAPABILITIES)
        .default([...CAPABILITIES], 'all'),
    )
    .option('--junit <file>', 'write a JUnit report there too')
    .option('--simulate <url>', 'drives a store simulator by its control address, in place of people')
    .option('--no-people', 'asks no one: what only the people of the store can do is not played')
    .option('--wait-minutes <number>', 'how long people may take for what they are asked', '15')
    .option(
      '--longest-minutes <number>',
      'how long the rehearsal may take in all; then it ends with what it has',
      String(LONGEST_MINUTES),
    )
    .option(
      '--images-via <origin>',
      'fetch images there in place of their own address (ALLOW_INSECURE_STORES)',
    )
    .option('--as <name>', 'who rehearses, for the record (default: the user of this machine)')
    .option('--json', 'prints the record')
    .action(async (slug: string, options: RehearseOptions) => {
      const { rehearse } = await import('../rehearse/rehearse.js');
      await rehearse(slug, options);
    });
}
