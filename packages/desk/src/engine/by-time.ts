/** A list by time is sorted descending from the newest, or ascending from the oldest. */
export type TimeOrder = 'newest' | 'oldest';

/** From a moment on, and before another; what is left out does not filter. */
export interface TimeSpan {
  since?: Date | undefined;
  until?: Date | undefined;
}

/** The bounds of a span, such as `from 2026-11-22T10:00:00.000Z`. */
export function spanText({ since, until }: TimeSpan): string[] {
  return [
    ...(since === undefined ? [] : [`from ${since.toISOString()}`]),
    ...(until === undefined ? [] : [`before ${until.toISOString()}`]),
  ];
}

/** A column of moments within a span; undefined: no filter. */
export function within({ since, until }: TimeSpan): { gte?: Date; lt?: Date } | undefined {
  if (since === undefined && until === undefined) return undefined;
  return { ...(since && { gte: since }), ...(until && { lt: until }) };
}
