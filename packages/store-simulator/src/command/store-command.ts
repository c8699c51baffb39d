import { Command, InvalidArgumentError, Option } from 'commander';

import { parseLocation, type GivenLocation } from './parse-location';

/** The options of the stand-alone simulator, as given and defaulted. */
export interface StoreCommandOptions {
  slug: string;
  port: number;
  country: string;
  currency: string;
  hubLocation: string;
  location?: GivenLocation[];
  catalogue: string;
  seed: number;
  onlyValid?: boolean;
  eventsUrl?: string;
  bearerEnv: string;
  secretEnv: string;
  deducts: 'order' | 'shipment';
  echo: ('inventory' | 'orders' | 'cancellations' | 'returns')[];
  autoShip?: number;
  resendAfter?: number[];
  break: string[];
  switches?: boolean;
  olderSecretEnv?: string;
  destination?: string[];
  sheet?: boolean;
}

/** The command line of the stand-alone simulator. */
export function storeCommand(): Command {
  return new Command('store-simulator')
    .description("A store that keeps the network's contract on both sides, with faults on demand.")
    .requiredOption('--slug <slug>', 'shop_slug of the environment sheet')
    .option('--port <port>', 'port on 127.0.0.1', wholeNumber, 4100)
    .option('--country <code>', 'country of the store', 'SE')
    .option('--currency <code>', 'currency of the store', 'EUR')
    .option('--hub-location <id>', 'id of HUB_Network in this store', '9000')
    .option('--location <id[@lat,lon]>', 'a physical location; repeatable (default: 1001)', collectLocation)
    .option(
      '--catalogue <source>',
      'a Shopify product export (.csv), or generated:<products>',
      'generated:20',
    )
    .option(
      '--seed <number>',
      'distinguishes generated ids and stock of one store from those of another',
      wholeNumber,
      1,
    )
    .option('--only-valid', 'leave out the products the service would refuse, and say why')
    .option('--events-url <url>', 'where events go: {base_url}/shops/{slug}/events')
    .option('--bearer-env <name>', 'environment variable with the bearer token', 'STORE_BEARER_TOKEN')
    .option('--secret-env <name>', 'environment variable with the signing secret', 'STORE_SIGNING_SECRET')
    .addOption(
      new Option('--deducts <when>', 'when the stock figure falls')
        .choices(['order', 'shipment'])
        .default('order'),
    )
    .addOption(
      new Option('--echo <kinds...>', 'report what the service itself caused, as some platforms do')
        .choices(['inventory', 'orders', 'cancellations', 'returns'])
        .default([]),
    )
    .option('--auto-ship <ms>', 'ship every shipping order by itself after so long', wholeNumber)
    .option(
      '--resend-after <ms...>',
      'the wait before each further attempt to deliver an event',
      wholeNumbers,
    )
    .option('--older-secret-env <name>', 'environment variable with a secret that verifies beside the first')
    .option('--break <switch...>', 'rules of the contract to break, by the ids that --switches prints', [])
    .option('--switches', 'print every switch with the rule it breaks, and end')
    .option('--destination <codes...>', "destination countries of the sheet (default: the store's own)")
    .option('--sheet', 'print the environment sheet that fits this store, and end');
}

function wholeNumber(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0) throw new InvalidArgumentError('must be a whole number');
  return number;
}

function wholeNumbers(value: string, earlier: number[] | undefined): number[] {
  return [...(earlier ?? []), wholeNumber(value)];
}

function collectLocation(value: string, earlier: GivenLocation[] | undefined): GivenLocation[] {
  const location = parseLocation(value);
  if (!location) throw new InvalidArgumentError('must be a whole number, or one with @latitude,longitude');
  return [...(earlier ?? []), location];
}
