/** A day of a time zone. */
export interface LocalDay {
  /** Such as `2026-12-24`. */
  date: string;
  /** `mon` to `sun`. */
  weekday: string;
  /** Its first millisecond, and that of the next day: 23 to 25 hours apart where clocks change. */
  start: number;
  end: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longer than any day of a time zone, one that is repeated included. */
const SPAN_MS = 2 * DAY_MS + 2 * HOUR_MS;

/**
 * The day of a time zone that an instant falls on.
 * @param at milliseconds since the epoch
 * @param timeZone an IANA name, as a sheet was accepted with
 */
export function localDay(at: number, timeZone: string): LocalDay {
  const { date, weekday, sinceMidnightMs } = clockAt(at, timeZone);
  const isBefore = (instant: number) => clockAt(instant, timeZone).date < date;
  const isAfter = (instant: number) => clockAt(instant, timeZone).date > date;
  const start = at - sinceMidnightMs;
  const isStart = !isBefore(start) && isBefore(start - 1);
  const from = isStart ? start : firstWhere({ from: at - SPAN_MS, to: at }, (instant) => !isBefore(instant));
  const end = from + DAY_MS;
  const isEnd = isAfter(end) && !isAfter(end - 1);
  return {
    date,
    weekday,
    start: from,
    end: isEnd ? end : firstWhere({ from: at, to: at + SPAN_MS }, isAfter),
  };
}

/** A day of a time zone by its date; null: there is none, or never was. */
export function dayOfDate(date: string, timeZone: string): LocalDay | null {
  const noon = Date.parse(`${date}T12:00:00Z`);
  if (Number.isNaN(noon)) return null;
  const day = localDay(noon, timeZone);
  const found = [day, localDay(day.start - 1, timeZone), localDay(day.end, timeZone)];
  return found.find((one) => one.date === date) ?? null;
}

/** The first instant of a span for which something holds that holds from then on. */
function firstWhere({ from, to }: { from: number; to: number }, holds: (instant: number) => boolean): number {
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

interface Clock {
  date: string;
  weekday: string;
  sinceMidnightMs: number;
}

function clockAt(at: number, timeZone: string): Clock {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const text = (part: Intl.DateTimeFormatPartTypes) => parts.get(part) ?? '';
  const seconds = (Number(text('hour')) * 60 + Number(text('minute'))) * 60 + Number(text('second'));
  return {
    date: `${text('year').padStart(4, '0')}-${text('month')}-${text('day')}`,
    weekday: text('weekday').toLowerCase(),
    sinceMidnightMs: seconds * 1_000 + (((at % 1_000) + 1_000) % 1_000),
  };
}

/** Making one takes a hundred times as long as using it. */
const FORMATS = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = FORMATS.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  FORMATS.set(timeZone, format);
  return format;
}
