import { Prisma, rows, type Sql } from '@hub/database';
import { z } from 'zod';

const HandedOutRow = z.object({ handedOut: z.bigint() });
const XidRow = z.object({ xid: z.bigint() });

/** How often a process moves its floor. */
const MOVE_EVERY_MS = 1_000;
/** How often it scans from the very beginning, whatever the floor. */
const LOOK_FROM_ZERO_EVERY_MS = 10_000;
/**
 * A transaction that writes for longer no longer holds back the floor: the scan from the beginning finds what it
 * enqueued.
 */
const LONGEST_WRITER_MS = 30_000;

/** A snapshot: ids up to `upTo` were assigned by then, to transactions numbered up to `xid`. */
export interface FloorMark {
  upTo: bigint;
  xid: bigint;
  atMs: number;
}

const FloorFacts = z.object({
  /** The oldest transaction that is still running and writes. */
  oldestXid: z.bigint(),
  /** The lowest row there is above the floor; null: none. */
  lowestId: z.bigint().nullable(),
});

/** What is read at a later moment, all in one snapshot. */
export type FloorFacts = z.output<typeof FloorFacts>;

/**
 * Where the scan for rows may begin. Ids are assigned before their transactions commit, in any order: a row may appear
 * below others that came and went. Once every transaction that could have such an id has ended, what is not there will
 * never appear.
 * @returns the id up to which there is nothing; null while that is not certain
 */
export function decideFloor(mark: FloorMark, facts: FloorFacts, nowMs: number): bigint | null {
  const allEnded = facts.oldestXid > mark.xid;
  if (!allEnded && nowMs - mark.atMs < LONGEST_WRITER_MS) return null;
  return facts.lowestId !== null && facts.lowestId <= mark.upTo ? facts.lowestId - 1n : mark.upTo;
}

/**
 * Keeps the relay's scan cheap. A deleted row stays in table and index as long as any transaction may still see it:
 * beside an hour's backup a scan from the beginning reads all that came and went in that hour.
 */
export class OutboxFloor {
  private floor = 0n;
  private mark: FloorMark | null = null;
  private movedAt = -Infinity;
  private fromZeroAt = -Infinity;

  constructor(
    private readonly every: { moveMs: number; fromZeroMs: number } = {
      moveMs: MOVE_EVERY_MS,
      fromZeroMs: LOOK_FROM_ZERO_EVERY_MS,
    },
  ) {}

  /** @returns the id above which to scan now */
  async below(tx: Sql, nowMs: number): Promise<bigint> {
    if (nowMs - this.movedAt >= this.every.moveMs) {
      this.movedAt = nowMs;
      await (this.mark ? this.move(tx, this.mark, nowMs) : this.takeMark(tx, nowMs));
    }
    if (nowMs - this.fromZeroAt < this.every.fromZeroMs) return this.floor;
    this.fromZeroAt = nowMs;
    return 0n;
  }

  private async move(tx: Sql, mark: FloorMark, nowMs: number): Promise<void> {
    const [facts] = await rows(
      FloorFacts,
      tx.$queryRaw(Prisma.sql`
      SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS "oldestXid",
        (SELECT min(id) FROM outbox WHERE id > ${this.floor}) AS "lowestId"`),
    );
    const floor = facts && decideFloor(mark, facts, nowMs);
    if (floor === null || floor === undefined) return;
    this.floor = floor;
    this.mark = null;
  }

  /** In this order: an id is assigned before its transaction is numbered, or soon after. */
  private async takeMark(tx: Sql, nowMs: number): Promise<void> {
    const [ids] = await rows(
      HandedOutRow,
      tx.$queryRaw(Prisma.sql`
      SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS "handedOut" FROM outbox_id_seq`),
    );
    if (!ids || ids.handedOut <= this.floor) return;
    const [own] = await rows(
      XidRow,
      tx.$queryRaw(Prisma.sql`
      SELECT pg_current_xact_id()::text::bigint AS xid`),
    );
    if (own) this.mark = { upTo: ids.handedOut, xid: own.xid, atMs: nowMs };
  }
}
