import { isDatabaseAway } from '@hub/messaging';
import { ConfigError } from '@hub/runtime';
import { Command } from 'commander';
import { readHubConfig } from './config';
import { exportedCatalogues, generatedCatalogues } from './demo/demo-catalogues';
import { Narrator } from './demo/narrator';
import { Closing, openDemonstration } from './demo/open-demonstration';
import { runJourney } from './demo/run-journey';
import { ServiceLogs } from './demo/service-logs';
import { tellExport } from './demo/steps/tell-export';
import { tellAddresses } from './demo/tell-addresses';
import { CommandFailure } from './failure';
import { note } from './output';
import { untilToldToStop } from './services/until-told-to-stop';

interface DemoOptions {
  once?: boolean;
  csv?: string;
  logs?: string;
}

const INTERRUPTED = 130;

/** `npm start`: every service, three simulated stores, and the journey of an order told as it happens (D27). */
async function main(): Promise<number> {
  const options = new Command('npm start --')
    .description('starts everything with three simulated stores and shows the journey of an order')
    .option('--once', 'ends after the journey: exit 0, or 1 where a step failed')
    .option('--csv <file>', 'the stores sell from a Shopify product export')
    .option('--logs <folder>', "where the services' logs go (default: .hub/logs)")
    .parse()
    .opts<DemoOptions>();
  const closing = new Closing();
  const logs = new ServiceLogs(options.logs);
  closing.add(() => logs.close());
  const interrupted = untilToldToStop().then(() => 'interrupted' as const);
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
  { once, csv }: DemoOptions,
  { logs, closing }: { logs: ServiceLogs; closing: Closing },
): Promise<'done' | 'stays up'> {
  const began = performance.now();
  const seconds = (): string => `${((performance.now() - began) / 1_000).toFixed(1)} s`;
  const narrator = new Narrator(process.stdout);
  narrator.title('HUB Network: what one shop lacks, another ships');
  narrator.tell(
    'Three shops share their stock. A customer buys at one what only the others have:',
    'the hub chooses who ships, and carries tracking, cancellation and return back.',
    '',
  );
  const catalogues = csv === undefined ? generatedCatalogues() : exportedCatalogues(csv);
  if (csv !== undefined) tellExport(narrator, catalogues);
  narrator.tell('Starting eight services, each its own process, and three simulated stores …');
  const demonstration = await openDemonstration({
    config: readHubConfig(),
    catalogues,
    narrator,
    logs,
    closing,
  });
  narrator.tell(`ready after ${seconds()}`);
  const { demo, order } = await runJourney(demonstration, catalogues);
  narrator.title(`Every step came out as it should (${seconds()}).`);
  if (once) {
    narrator.aside(`The services' logs: ${logs.place}`);
    return 'done';
  }
  tellAddresses(demonstration, { demo, orderId: order.orderId });
  demonstration.tellStoreEvents();
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
