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
        'exits 0 if every check passed, 1 if one failed, 3 if some could not be played',
    )
    .argument('<slug>')
    .addOption(
      new Option('--capability <name...>', 'only these capabilities')
        .choices(CAPABILITIES)
        .default([...CAPABILITIES], 'all'),
    )
    .option('--junit <file>', 'writes a JUnit report to this file too')
    .option('--simulate <url>', 'drives a store simulator by its control address, instead of asking people')
    .option('--no-people', 'asks no one, and leaves out the checks that need the people of the store')
    .option('--wait-minutes <number>', 'how long to wait for people in each step', '15')
    .option(
      '--longest-minutes <number>',
      'how long the rehearsal may take in all; it then ends with the results so far',
      String(LONGEST_MINUTES),
    )
    .option(
      '--images-via <origin>',
      'fetches images from this address instead of their own (needs ALLOW_INSECURE_STORES)',
    )
    .option('--as <name>', 'who rehearses, for the record (default: the user of this machine)')
    .option('--json', 'prints the record')
    .action(async (slug: string, options: RehearseOptions) => {
      const { rehearse } = await import('../rehearse/rehearse.js');
      await rehearse(slug, options);
    });
}
