import type { ReadingRecord } from '../records';

/** A page of the catalogue that was answered: the cursor it was asked for by, and the one it leads to. */
export interface AnsweredPage {
  cursor: string | null;
  nextCursor: string | null;
}

/**
 * How far the catalogue is read with this page. Followed is the reading that began last; a page that is not its next one, as of
 * another reading beside it, changes nothing. So what the catalogue has was listed since the latest whole reading began.
 */
export function readOn(known: ReadingRecord, page: AnsweredPage, nowMs: number): ReadingRecord {
  const isFirst = page.cursor === null;
  if (!isFirst && page.cursor !== known.next) return known;
  const startedAt = isFirst ? nowMs : known.startedAt;
  const next = page.nextCursor;
  return { startedAt, next, whole: next === null ? { startedAt, endedAt: nowMs } : known.whole };
}
