import type { Command } from 'commander';

/** `hub broker …`: limits and arguments of queues. */
export function addBrokerCommand(program: Command): void {
  const broker = program
    .command('broker')
    .description('limits of queues at the broker that this release needs (needs BROKER_ADMIN_URL)');
  broker
    .command('plan')
    .description('what differs; changes nothing')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExit 0: nothing differs, 3: `broker apply` has something to do.')
    .action(async (options: { json?: boolean }) =>
      (await import('../broker/act-on-broker.js')).plan(options),
    );
  broker
    .command('apply')
    .description('sets the policies; replaces queues with other arguments, without losing a message')
    .option('--json', 'what was to be done, as JSON')
    .addHelpText(
      'after',
      '\nPolicies are set while all runs. A queue is replaced only while no service is connected, and none is\n' +
        'let in meanwhile. Broken off, it is simply run again.',
    )
    .action(async (options: { json?: boolean }) =>
      (await import('../broker/act-on-broker.js')).apply(options),
    );
}
