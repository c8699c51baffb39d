import { LIMITS } from '@hub/contract';
import type { Sql } from '@hub/database';
import { lockHeldRun, passPage } from '../run-records';
import type { ReadingRun } from '../run';
import { judgePage } from './judge-page';
import type { PageFault } from './page-fault';
import { findSeenIds, noteCursor, stagePage, storeFaults } from './page-records';
import type { ReadablePage } from './readable-page';
import { leftOutOf } from './staged-rows';

/** A page that was read, with its own faults. */
export interface PageRead {
  page: ReadablePage;
  faults: readonly PageFault[];
}

/**
 * The run after a page: the next one is read at once, later, or there is none. The run is held only in the first case.
 */
export interface CommittedPage {
  run: ReadingRun;
  next: 'page' | 'pause' | 'end';
}

/**
 * Judges a page against the earlier ones, stages it and moves the run past it, in one transaction.
 * @param read.pause the holder gives the run back after this page
 * @returns null where another worker has taken over the run
 */
export async function commitPage(
  tx: Sql,
  run: ReadingRun,
  read: PageRead & { pause: boolean; now: number },
): Promise<CommittedPage | null> {
  if (!(await lockHeldRun(tx, run))) return null;
  const { page, now } = read;
  const number = run.pages + 1;
  const seen = await findSeenIds(tx, run.id, page);
  const cursorFaults = await judgeCursor(tx, run, page.nextCursor);
  const faults = [
    ...read.faults,
    ...judgePage(page.products, { sheet: run.sheet, isFirst: run.isFirst, ...seen }),
    ...cursorFaults,
  ];
  const staged = await stagePage(tx, { runId: run.id, page: number, askedAt: run.askedAt }, page);
  const leftOut = page.valid ? leftOutOf(page.valid) : [];
  await storeFaults(tx, { ...run, page: number }, [...faults, ...leftOut]);
  const cursor = cursorFaults.length > 0 ? null : (page.nextCursor ?? null);
  const isLast = cursor === null;
  const next = isLast ? 'end' : read.pause ? 'pause' : 'page';
  const passed = await passPage(tx, run, { ...staged, faults: faults.length, cursor, next, now });
  return { run: passed, next };
}

/** D14: no cursor twice, and at most 10 000 pages; reading ends at either. */
async function judgeCursor(
  tx: Sql,
  run: ReadingRun,
  cursor: string | null | undefined,
): Promise<PageFault[]> {
  if (cursor === null || cursor === undefined) return [];
  const fault = { productId: null, variantId: null, field: 'next_cursor' };
  const page = run.pages + 1;
  if (page >= LIMITS.maxPages) return [{ ...fault, message: `leads to more than ${LIMITS.maxPages} pages` }];
  if (await noteCursor(tx, { runId: run.id, page }, cursor)) return [];
  return [{ ...fault, message: 'is repeated: it leads back to a page already read' }];
}
