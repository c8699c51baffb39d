import type { Command } from 'commander';

/** `hub database …`: the server of DATABASE_URL, to find out why it is slow or down. */
export function addDatabaseCommand(program: Command): void {
  program
    .command('database')
    .description('the state of the PostgreSQL server: whether it accepts writes, and what runs on it')
    .command('status')
    .description('whether it takes writes, how many connections are left, what runs on it now')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      '\nNeeds DATABASE_URL or DATABASE_URL_FILE alone. Exit 0: it takes writes, 3: it answers and takes none,\n' +
        '1: it does not answer, or refuses the connection; stderr says which.',
    )
    .action(async (options: { json?: boolean }) =>
      (await import('../database/show-status.js')).showStatus(options),
    );
}
