import { CommandFailure, note, readHubConfig, waitForSignal } from '@hub/cli';
import { isDatabaseAway } from '@hub/messaging';
import { ConfigError } from '@hub/runtime';
import { Command } from 'commander';
import { exportedCatalogues, generatedCatalogues } from './demo-catalogues';
import { Reporter } from './reporter';
import { Closing, openDemonstration } from './open-demonstration';
import { runJourney } from './run-journey';
import { ServiceLogs } from './service-logs';
import { SHORT_SHIP_WITHIN } from './shop-plan';
import { makeProblems } from './make-problems';
import { printExport } from './steps/print-export';
import { printAddresses } from './print-addresses';

interface DemoOptions {
  once?: boolean;
  trouble?: boolean;
  csv?: string;
  logs?: string;
}

const INTERRUPTED = 130;

/** `npm start`: every service, three simulated stores, and the journey of an order shown as it happens (D27). */
async function main(): Promise<number> {
  const options = new Command('npm start --')
    .description('starts everything with three simulated stores and shows the journey of an order')
    .option('--once', 'ends after the journey: exit 0 if every step succeeded, else 1')
    .option(
      '--trouble',
      'then makes five problems, such as a refused order; the desk shows each with its remedy',
    )
    .option('--csv <file>', 'the stores sell from a Shopify product export')
    .option('--logs <folder>', "where the services' logs go (default: .hub/logs)")
    .parse()
    .opts<DemoOptions>();
  const closing = new Closing();
  const logs = new ServiceLogs(options.logs);
  closing.add(() => logs.close());
  const interrupted = waitForSignal().then(() => 'interrupted' as const);
  try {
    const end = await Promise.race([demonstrate(options, { logs, closing }), interrupted]);
    if (end === 'interrupted') return INTERRUPTED;
    if (end === 'stays up') await interrupted;
    return 0;
  } catch (error) {
    report(error);
    note(`The demonstration ends here; the services' logs: ${logs.place}`);
    return 1;
  } finally {
    await closing.close();
  }
}

async function demonstrate(
  { once, trouble, csv }: DemoOptions,
  { logs, closing }: { logs: ServiceLogs; closing: Closing },
): Promise<'done' | 'stays up'> {
  const began = performance.now();
  const seconds = (): string => `${((performance.now() - began) / 1_000).toFixed(1)} s`;
  const reporter = new Reporter(process.stdout);
  reporter.title('HUB Network: what one shop lacks, another ships');
  reporter.print(
    'Three shops share their stock. A customer buys at one what only the others have:',
    'the hub chooses who ships, and carries tracking, cancellation and return back.',
    '',
  );
  const catalogues = csv === undefined ? generatedCatalogues() : exportedCatalogues(csv);
  if (csv !== undefined) printExport(reporter, catalogues);
  reporter.print('Starting eight services, each its own process, and three simulated stores …');
  const demonstration = await openDemonstration({
    config: readHubConfig(),
    catalogues,
    shipWithin: trouble ? SHORT_SHIP_WITHIN : undefined,
    reporter,
    logs,
    closing,
  });
  reporter.print(`ready after ${seconds()}`);
  const { demo, order } = await runJourney(demonstration, catalogues);
  reporter.title(`Every step succeeded (${seconds()}).`);
  if (trouble) await makeProblems(demo, demonstration.addresses.support);
  if (once) {
    reporter.aside(`The services' logs: ${logs.place}`);
    return 'done';
  }
  await printAddresses(demonstration, { demo, orderId: order.orderId });
  demonstration.printStoreEvents();
  return 'stays up';
}

function report(error: unknown): void {
  if (error instanceof CommandFailure) error.lines.forEach(note);
  else if (error instanceof ConfigError) note(error.message);
  else if (isDatabaseAway(error)) note('the database cannot be reached: is DATABASE_URL right?');
  else note(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    report(error);
    process.exit(1);
  },
);
