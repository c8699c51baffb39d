import type { Phrase } from '@hub/messaging';
import type { CatalogueRun } from './run';

/**
 * What a `catalogue.pull` message does.
 * - `read_again`: read from the first page; what a dead worker left of it is removed.
 * - `read_on`: read on at the cursor.
 * - `finish`: every page is read: judge and apply.
 */
export type ClaimDecision =
  | { kind: 'read_again' }
  | { kind: 'read_on' }
  | { kind: 'finish' }
  | { kind: 'leave'; reason: Phrase };

/** Messages of a run may come twice, late or at once; the row says what is left to do. */
export function decideClaim(
  run: Pick<CatalogueRun, 'state' | 'leaseUntil' | 'readAt' | 'retirementAcceptedAt'>,
  now: number,
): ClaimDecision {
  switch (run.state) {
    case 'queued':
      return { kind: 'read_again' };
    case 'reading':
      if (run.leaseUntil === null) return { kind: run.readAt === null ? 'read_on' : 'finish' };
      if (run.leaseUntil.getTime() <= now) return { kind: 'read_again' };
      return { kind: 'leave', reason: 'another worker reads it' };
    case 'waiting':
      if (run.retirementAcceptedAt !== null) return { kind: 'finish' };
      return { kind: 'leave', reason: 'it waits for its acceptance' };
    case 'accepted':
    case 'refused':
    case 'failed':
      return { kind: 'leave', reason: `it is ${run.state}` };
  }
}
