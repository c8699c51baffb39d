import type { Command } from 'commander';
import { isoMoment, MOMENT } from '../read-moment';

export interface EventFilterOptions {
  since?: string;
  answer?: string;
  event?: string;
  order?: string;
}

/** Filters: the same for every command that lists events. */
export function filtered(command: Command): Command {
  return command
    .option('--since <time>', `from then on: ${MOMENT}`)
    .option('--answer <answer>', '422, 4xx, refused, unfinished, an outcome such as stale, or an error code')
    .option('--event <name>', 'of this kind alone, such as order.created')
    .option('--order <id>', 'about this order, as the shop names it (or, of what was refused, this variant)');
}

/** The filter, as the desk accepts it. */
export function filterOf(options: EventFilterOptions) {
  const { since, answer, event, order } = options;
  return {
    since: isoMoment('--since', since),
    answer,
    event,
    order,
  };
}
