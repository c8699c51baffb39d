import type { SentEventFilter } from '@hub/support-desk';
import type { Command } from 'commander';
import { CommandFailure } from '../failure';

export interface EventFilterOptions {
  since?: string;
  until?: string;
  answer?: string;
  event?: string;
  order?: string;
}

const UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const MOMENT = 'a time such as 2026-11-22T10:00:00Z, a day, or how long ago: 90s, 15m, 6h, 3d';

/** Which events: the same for every command that lists them. */
export function filtered(command: Command): Command {
  return command
    .option('--since <time>', `from then on: ${MOMENT}`)
    .option('--answer <answer>', '422, 4xx, refused, unfinished, an outcome such as stale, or an error code')
    .option('--event <name>', 'of this kind alone, such as order.created')
    .option('--order <id>', 'about this order, as the shop names it (or, of what was refused, this variant)');
}

/** Until when, for those that end. */
export function bounded(command: Command): Command {
  return filtered(command).option('--until <time>', `before then: ${MOMENT}`);
}

/** @param now milliseconds since the epoch */
export function readFilter(options: EventFilterOptions, now: number): Omit<SentEventFilter, 'shopId'> {
  const { since, until, answer, event, order } = options;
  return {
    since: since === undefined ? undefined : momentOf('--since', since, now),
    until: until === undefined ? undefined : momentOf('--until', until, now),
    answer,
    event,
    about: order,
  };
}

function momentOf(option: string, text: string, now: number): Date {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ago = isUnit(unit) ? now - Number(count) * UNITS_MS[unit] : null;
  const moment = new Date(ago ?? (/^\d{4}-\d{2}-\d{2}/.test(text) ? text : Number.NaN));
  if (Number.isNaN(moment.getTime())) throw new CommandFailure([`${option}: ${MOMENT}`], 2);
  return moment;
}

function isUnit(unit: string | undefined): unit is keyof typeof UNITS_MS {
  return unit !== undefined && unit in UNITS_MS;
}
