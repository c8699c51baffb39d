import type { Command } from 'commander';

/** `hub up` (D27): migrates, then runs every service as its own process, or all in one, until it is stopped. */
export function addUpCommand(program: Command): void {
  program
    .command('up')
    .description('migrates the database, then runs every service as its own process until Ctrl-C')
    .option(
      '--together',
      'runs all services in one process: less memory, for a small network; if one fails, all restart',
    )
    .option('--json', 'prints the messages of this command as JSON lines on stdout too')
    .addHelpText(
      'after',
      '\nThe services write JSON lines to stdout. A service that ends is started again. If a service\n' +
        'cannot be started three times in a row, the command ends with exit 1. Ctrl-C or SIGTERM\n' +
        'stops everything in order and ends with exit 0.',
    )
    .action(async (options: { json?: boolean; together?: boolean }) =>
      (await import('../services/up.js')).up(options),
    );
}
