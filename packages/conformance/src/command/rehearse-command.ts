import { parseUrl } from '@hub/contract';
import { Command, InvalidArgumentError, Option } from 'commander';
import { CHECKS } from '../checks/checks';
import { LONGEST_MINUTES } from '../longest-duration';
import { STEPS, type Step } from '../record';
import { RUNNER } from '../runner';

/** The options of the command, with defaults. */
export interface CommandOptions {
  tokenEnv: string;
  tokenFile?: string;
  secretEnv?: string[];
  secretFile?: string[];
  networkLocation: string;
  location?: string[];
  currency: string;
  country: string;
  testVariant?: string[];
  step?: Step[];
  check?: string[];
  shopSlug?: string;
  environment?: 'test' | 'production';
  trades?: boolean;
  allowInsecure?: boolean;
  imagesVia?: URL;
  timeoutMs: number;
  eventsPort?: number;
  eventsHost: string;
  eventsUrl?: URL;
  simulate?: URL;
  waitMinutes: number;
  longestMinutes: number;
  json?: string;
  junit?: string;
}

const AFTER_HELP = `
Credentials come from the environment or from files, never as arguments, which other users of a machine can read.

Exit codes: 0 every check passed, 1 a check failed, 2 the command was given wrongly,
3 none failed, but some could not be run.`;

/** The command line, without its action. */
export function rehearseCommand(): Command {
  return new Command('hub-rehearse')
    .description(
      'Plays the service against your store, and judges what the store does: every go-live step, without a hub.',
    )
    .version(RUNNER.version)
    .argument('<store_api_root>', 'where the store hosts its API, as https://shop.example/api')
    .option('--token-env <name>', 'environment variable with the bearer token', 'HUB_BEARER_TOKEN')
    .option('--token-file <path>', 'file with the bearer token, in place of the variable')
    .option(
      '--secret-env <name>',
      'environment variable with a signing secret; repeatable, the first one signs (default: HUB_SIGNING_SECRET)',
      repeated,
    )
    .option(
      '--secret-file <path>',
      'file with a signing secret, after those of variables; repeatable',
      repeated,
    )
    .requiredOption('--network-location <id>', 'location id of HUB_Network in the store', location)
    .option(
      '--location <id>',
      'an agreed physical location; repeatable (default: those of the catalogue)',
      locations,
    )
    .option('--currency <code>', 'currency of the environment sheet', 'EUR')
    .option('--country <code>', 'destination country of the orders', 'SE')
    .option('--test-variant <id>', 'variant to play with; repeatable (default: of the catalogue)', repeated)
    .option('--step <step>', `only this step: ${STEPS.join(', ')}; repeatable`, steps)
    .option('--check <id>', 'only this check, as orders.place_repeated; repeatable', checks)
    .option('--shop-slug <slug>', 'shop_slug of the environment sheet, for the record')
    .addOption(new Option('--environment <name>', 'for the record').choices(['test', 'production']))
    .option('--trades', 'the shop trades already: its network quantities need not be 0, and are put back')
    .option('--timeout-ms <ms>', 'wait for an answer', positive, 30_000)
    .option('--events-port <port>', 'receive and judge the events of the store on this port', positive)
    .option('--events-host <address>', 'address of this machine to receive them on', '127.0.0.1')
    .option('--events-url <url>', 'how the store reaches it, where that is another address', address)
    .option('--wait-minutes <n>', 'how long the people of the store may take for a step', positive, 15)
    .option(
      '--longest-minutes <n>',
      'how long the rehearsal may take in all; then it ends with what it has',
      positive,
      LONGEST_MINUTES,
    )
    .option(
      '--simulate <control_url>',
      'have a store simulator act in place of people, as http://127.0.0.1:4100/_control',
      address,
    )
    .option('--json <file>', 'write the record with all evidence there')
    .option('--junit <file>', 'write a JUnit report there')
    .option('--allow-insecure', 'plain http and private addresses, for a store on this machine')
    .option('--images-via <origin>', 'fetch images there in place of their own address', address)
    .addHelpText('after', AFTER_HELP);
}

function repeated(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}

function steps(value: string, earlier: Step[] = []): Step[] {
  const step = STEPS.find((one) => one === value);
  if (!step) throw new InvalidArgumentError(`must be one of ${STEPS.join(', ')}`);
  return [...earlier, step];
}

function checks(value: string, earlier: string[] = []): string[] {
  if (!CHECKS.some(({ id }) => id === value)) throw new InvalidArgumentError('there is no such check');
  return [...earlier, value];
}

function location(value: string): string {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('must be a whole number');
  return value;
}

function locations(value: string, earlier: string[] = []): string[] {
  return [...earlier, location(value)];
}

function positive(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError('must be a whole number above 0');
  return Number(value);
}

function address(value: string): URL {
  const url = parseUrl(value);
  if (!url) throw new InvalidArgumentError('must be an address, as http://127.0.0.1:4100');
  return url;
}
