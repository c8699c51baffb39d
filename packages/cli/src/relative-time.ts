const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const UNITS = [
  { ms: 86_400_000, name: 'd' },
  { ms: 3_600_000, name: 'h' },
  { ms: 60_000, name: 'min' },
] as const;
/** Beyond this a date is clearer. */
const FAR_MS = 30 * 86_400_000;

/** A text with relative times, for people at a terminal. @param now ms since the epoch */
export function withRelativeTimes(text: string, now: number): string {
  return text.replaceAll(MOMENT, (moment) => relative(new Date(moment).getTime() - now, moment));
}

function relative(aheadMs: number, moment: string): string {
  const away = Math.abs(aheadMs);
  if (away > FAR_MS) return moment.slice(0, 10);
  const unit = UNITS.find(({ ms }) => away >= ms);
  if (!unit) return aheadMs > 0 ? 'any moment' : 'just now';
  const figure = `${Math.floor(away / unit.ms)} ${unit.name}`;
  return aheadMs > 0 ? `in ${figure}` : `${figure} ago`;
}
