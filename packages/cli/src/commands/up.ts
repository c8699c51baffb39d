import { createLogger } from '@hub/runtime';
import type { Command } from 'commander';
import { environment, readUpConfig, type HubConfig } from '../config';
import { note } from '../output';
import { migrateDatabase } from '../services/migrate-database';
import { startServices } from '../services/start-services';
import { untilToldToStop } from '../services/until-told-to-stop';

/** `hub up` (D27): migrates, then every service as its own process, until it is told to stop. */
export function addUpCommand(program: Command): void {
  program
    .command('up')
    .description('migrates the database, then runs every service as its own process until Ctrl-C')
    .option('--json', 'what this command itself has to say goes to stdout as JSON lines, too')
    .addHelpText(
      'after',
      '\nThe services write JSON lines to stdout. One that ends is started again; one that cannot be\n' +
        'started at all (three times) ends the command with exit 1. Ctrl-C or SIGTERM: exit 0.',
    )
    .action(up);
}

async function up(options: { json?: boolean }): Promise<void> {
  const config = readUpConfig();
  const logger = createLogger({ service: 'hub', level: 'info' });
  const say = (text: string) => (options.json ? logger.info(text) : note(text));
  const toldToStop = untilToldToStop();
  say(await migrateDatabase(config));
  const services = startServices({
    env: environment(),
    onLine: (service, line, stream) => {
      if (stream === 'stdout') process.stdout.write(`${line}\n`);
      else process.stderr.write(`${service}: ${line}\n`);
    },
    onChange: say,
  });
  try {
    const signal = await Promise.race([services.ready.then(() => null), toldToStop]);
    if (signal === null) {
      say(addresses(config));
      await toldToStop;
    }
  } finally {
    say('stopping: the ingress first, then the others');
    const ends = await services.stop();
    const failed = ends.filter(({ exitCode }) => exitCode !== 0).map(({ service }) => service);
    say(failed.length === 0 ? 'all services stopped' : `stopped, not in order: ${failed.join(', ')}`);
  }
}

function addresses({ INGRESS_PORT, SUPPORT_PORT }: HubConfig): string {
  return `all services are ready: events at http://127.0.0.1:${INGRESS_PORT}/shops/<slug>/events, support at http://127.0.0.1:${SUPPORT_PORT}`;
}
