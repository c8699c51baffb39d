import { InvalidArgumentError, type Command } from 'commander';
import { estimate } from '../capacity/estimate';
import { RUN } from '../capacity/measured-run';
import { printEstimate } from '../capacity/print-estimate';
import { printJson } from '../output';

interface CapacityOptions {
  events: number;
  orders: number;
  packages: number;
  cancelled: number;
  returned: number;
  busy: number;
  busyHours: number;
  json?: boolean;
}

const MOST_A_SECOND = 1_000_000;

/** `hub capacity`: the services, database and broker that a workload needs, from measurements. */
export function addCapacityCommand(program: Command): void {
  program
    .command('capacity')
    .description('what so many events and orders need: copies, connections, writes, storage')
    .requiredOption(
      '--events <number>',
      'events a second of all kinds, at the busiest',
      between(0, MOST_A_SECOND),
    )
    .requiredOption('--orders <number>', 'orders a second among them', between(0, MOST_A_SECOND))
    .option('--packages <number>', 'packages for each order', between(0, 100), 1)
    .option('--cancelled <share>', 'orders that are cancelled', between(0, 1), 0.02)
    .option('--returned <share>', 'orders that come back', between(0, 1), 0.05)
    .option('--busy <share>', 'of a core that a copy may use', between(0.05, 1), 0.5)
    .option('--busy-hours <hours>', 'at that rate that make up a day', between(0.1, 24), 8)
    .option('--json', 'as JSON')
    .addHelpText('after', '\nIt asks nothing of a running hub. How it reckons: docs/operators/capacity.md.')
    .action((options: CapacityOptions) => {
      const { events, orders, json, ...rest } = options;
      const result = estimate({ ...rest, eventsPerSecond: events, ordersPerSecond: orders });
      if (json) printJson({ ...result, measured: { on: RUN.on, machine: RUN.machine } });
      else printEstimate(result);
    });
}

/** Digits with a decimal point, and no other JavaScript number syntax. */
function between(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+(\.\d+)?$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
  };
}
