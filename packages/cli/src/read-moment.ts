import { CommandFailure } from './failure';

const UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
/** The formats of an option for a time. */
export const MOMENT = 'a time such as 2026-11-22T10:00:00Z, a day, or how long ago: 90s, 15m, 6h, 3d';

/**
 * The time that an option names; undefined stays undefined. Throws `CommandFailure` (wrong use).
 * @param now milliseconds since the epoch
 */
function readMoment(option: string, text: string | undefined, now: number): Date | undefined {
  if (text === undefined) return undefined;
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ago = isUnit(unit) ? now - Number(count) * UNITS_MS[unit] : null;
  const moment = new Date(ago ?? (/^\d{4}-\d{2}-\d{2}/.test(text) ? text : Number.NaN));
  if (Number.isNaN(moment.getTime())) throw new CommandFailure([`${option}: ${MOMENT}`], 2);
  return moment;
}

/** The same, as in JSON. */
export function isoMoment(option: string, text: string): string;
export function isoMoment(option: string, text: string | undefined): string | undefined;
export function isoMoment(option: string, text: string | undefined): string | undefined {
  return readMoment(option, text, Date.now())?.toISOString();
}

function isUnit(unit: string | undefined): unit is keyof typeof UNITS_MS {
  return unit !== undefined && unit in UNITS_MS;
}
