import type { TimelineEntry } from './timeline-entry';

/** An entry with its place in the timeline. */
export interface Caused {
  entry: TimelineEntry;
  /** Its time, but never before that of a cause: milliseconds since the epoch. */
  place: number;
  /** The length of the longest chain of causes before it. */
  depth: number;
}

/** An entry, after everything that caused it. */
export function caused(entry: TimelineEntry, after: readonly Caused[] = []): Caused {
  return {
    entry,
    place: Math.max(entry.at.getTime(), ...after.map(({ place }) => place)),
    depth: 1 + Math.max(0, ...after.map(({ depth }) => depth)),
  };
}

/** Entries of which each is caused by the one before. */
export function causedInTurn(
  entries: readonly TimelineEntry[],
  after: readonly Caused[] = [],
): readonly Caused[] {
  const chain: Caused[] = [];
  for (const entry of entries) chain.push(caused(entry, [...after, ...chain.slice(-1)]));
  return chain;
}

/**
 * By cause, then by time. The times are those of several machines, and of the database: a call can seem to begin before
 * its order was accepted.
 */
export function inCausalOrder(all: readonly Caused[]): TimelineEntry[] {
  return all.toSorted((a, b) => a.place - b.place || a.depth - b.depth).map(({ entry }) => entry);
}
