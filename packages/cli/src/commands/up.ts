import type { Command } from 'commander';

/** `hub up` (D27): migrates, then runs every service as its own process, or all in one, until it is stopped. */
export function addUpCommand(program: Command): void {
  program
    .command('up')
    .description('migrates the database, then runs every service as its own process until Ctrl-C')
    .option('--together', 'runs all services in one process, for a small network: less memory, one restart')
    .option('--json', 'what this command itself has to say goes to stdout as JSON lines, too')
    .addHelpText(
      'after',
      '\nThe services write JSON lines to stdout. One that ends is started again; one that cannot be\n' +
        'started at all (three times) ends the command with exit 1. Ctrl-C or SIGTERM: exit 0.',
    )
    .action(async (options: { json?: boolean; together?: boolean }) =>
      (await import('../services/up.js')).up(options),
    );
}
