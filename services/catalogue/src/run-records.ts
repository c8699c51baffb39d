import { CatalogueRunState, Prisma, rows, type Sql, type Tx } from '@hub/database';
import { z } from 'zod';
import type { CatalogueRun, ReadingRun } from './run';

const RunRow = z.object({
  products: z.int(),
  id: z.string(),
  shopId: z.int(),
  state: z.enum(CatalogueRunState),
  slug: z.string(),
  isFirst: z.boolean(),
  checkImages: z.boolean(),
  cursor: z.string().nullable(),
  pages: z.int(),
  variants: z.int(),
  faultCount: z.int(),
  readAt: z.date().nullable(),
  leaseUntil: z.date().nullable(),
  stalledSince: z.date().nullable(),
  retirementAcceptedAt: z.date().nullable(),
  hubNetworkLocationId: z.string(),
  locations: z.array(z.string()),
  shopRevision: z.bigint(),
});
const AskedAtRow = z.object({ askedAt: z.date() });

/**
 * Longer than the three attempts of a page (30 s each, and the waits between them) and its commit: a holder that is
 * silent for longer has died.
 */
const LEASE_MS = 180_000;
/** A sweep looks for a run without a holder only after its message has had its time. */
const WAKE_AFTER_MS = 60_000;

/** Times are kept to the millisecond, and the lease is compared exactly. */
const leaseFrom = (now: number): Date => new Date(now + LEASE_MS);
const wakeAt = (now: number): Date => new Date(now + WAKE_AFTER_MS);

/** Locks a run and reads it with its shop's sheet; null where there is none. */
export async function lockRun(tx: Tx, runId: string): Promise<CatalogueRun | null> {
  const [row] = await rows(
    RunRow,
    tx.$queryRaw`
    SELECT r.id, r.shop_id AS "shopId", s.slug, r.state::text AS state,
      s.first_catalogue_at IS NULL AS "isFirst", r.check_images AS "checkImages", r.cursor, r.pages, r.products,
      r.variants, r.fault_count AS "faultCount", r.read_at AS "readAt", r.lease_until AS "leaseUntil",
      r.stalled_since AS "stalledSince", r.retirement_accepted_at AS "retirementAcceptedAt",
      r.shop_revision AS "shopRevision",
      s.hub_network_location_id AS "hubNetworkLocationId",
      ARRAY(SELECT l.location_id FROM shop_location l
        WHERE l.shop_id = s.id AND l.location_id <> s.hub_network_location_id ORDER BY 1) AS locations
    FROM catalogue_run r JOIN shop s ON s.id = r.shop_id
    WHERE r.id = ${runId}::uuid FOR UPDATE OF r`,
  );
  if (!row) return null;
  const { hubNetworkLocationId, locations, ...run } = row;
  return { ...run, sheet: { hubNetworkLocationId, locations } };
}

/**
 * Locks the shop of a run, so that its sheet does not change until the transaction ends. Called before the run itself
 * is locked.
 */
export async function lockShopOfRun(tx: Tx, runId: string): Promise<void> {
  await tx.$executeRaw`
    SELECT 1 FROM shop WHERE id = (SELECT shop_id FROM catalogue_run WHERE id = ${runId}::uuid) FOR NO KEY UPDATE`;
}

/** Takes the lease of a locked run, to read it from its first page. */
export async function beginReading(tx: Tx, run: CatalogueRun, now: number): Promise<ReadingRun> {
  await deleteStaging(tx, run.id);
  await tx.$executeRaw`DELETE FROM catalogue_fault WHERE run_id = ${run.id}::uuid`;
  const nothingRead = { pages: 0, products: 0, variants: 0, faultCount: 0, cursor: null, stalledSince: null };
  await tx.catalogueRun.update({
    where: { id: run.id },
    data: {
      ...nothingRead,
      startedAt: new Date(now),
      readAt: null,
      failure: null,
      retirementAcceptedAt: null,
    },
  });
  return holdRun(tx, { ...run, ...nothingRead, readAt: null, retirementAcceptedAt: null }, now);
}

/** Takes the lease of a locked run, to read on. */
export async function holdRun(tx: Tx, run: CatalogueRun, now: number): Promise<ReadingRun> {
  const leaseUntil = leaseFrom(now);
  const [held] = await rows(
    AskedAtRow,
    tx.$queryRaw`
    UPDATE catalogue_run SET state = 'reading', lease_until = ${leaseUntil}::timestamptz, next_attempt_at = NULL
    WHERE id = ${run.id}::uuid RETURNING clock_timestamp() AS "askedAt"`,
  );
  if (!held) throw new Error('the run is gone');
  return { ...run, state: 'reading', leaseUntil, askedAt: held.askedAt };
}

/** Extends the lease of the run, between slow pages. @returns null where another worker has taken it over */
export async function renewLease(tx: Tx, run: ReadingRun, now: number): Promise<ReadingRun | null> {
  const leaseUntil = leaseFrom(now);
  const renewed = await tx.$executeRaw`
    UPDATE catalogue_run SET lease_until = ${leaseUntil}::timestamptz WHERE ${isHeld(run)}`;
  return renewed > 0 ? { ...run, leaseUntil } : null;
}

/** Locks the run for a write of its holder. @returns whether it is still the holder */
export async function lockHeldRun(tx: Sql, run: ReadingRun): Promise<boolean> {
  return (await tx.$executeRaw`SELECT 1 FROM catalogue_run WHERE ${isHeld(run)} FOR UPDATE`) > 0;
}

/** What a page adds to its run. */
export interface PageProgress {
  products: number;
  variants: number;
  faults: number;
  cursor: string | null;
  /** The holder reads the next page at once, gives the run back, or has read the last. */
  next: 'page' | 'pause' | 'end';
}

/** Moves a run that the caller holds and has locked past a page. */
export async function passPage(
  tx: Sql,
  run: ReadingRun,
  page: PageProgress & { now: number },
): Promise<ReadingRun> {
  const { now, next } = page;
  const leaseUntil = leaseFrom(now);
  const [row] = await rows(
    AskedAtRow,
    tx.$queryRaw`
    UPDATE catalogue_run SET pages = pages + 1, products = products + ${page.products},
      variants = variants + ${page.variants}, fault_count = fault_count + ${page.faults}, cursor = ${page.cursor},
      read_at = ${next === 'end' ? new Date(now) : null}::timestamptz, stalled_since = NULL, failure = NULL,
      lease_until = ${next === 'page' ? leaseUntil : null}::timestamptz,
      next_attempt_at = ${next === 'page' ? null : wakeAt(now)}::timestamptz
    WHERE id = ${run.id}::uuid RETURNING clock_timestamp() AS "askedAt"`,
  );
  if (!row) throw new Error('the run is gone');
  return {
    ...run,
    pages: run.pages + 1,
    products: run.products + page.products,
    variants: run.variants + page.variants,
    faultCount: run.faultCount + page.faults,
    cursor: page.cursor,
    stalledSince: null,
    leaseUntil,
    askedAt: row.askedAt,
  };
}

/** Gives the lease back while the store cannot be reached; the run keeps its progress. */
export async function stallRun(
  tx: Tx,
  run: ReadingRun,
  stall: { reason: string; afterMs: number; now: number },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE catalogue_run SET lease_until = NULL, stalled_since = coalesce(stalled_since, ${new Date(stall.now)}::timestamptz),
      failure = ${stall.reason}, next_attempt_at = ${wakeAt(stall.now + stall.afterMs)}::timestamptz
    WHERE ${isHeld(run)}`;
}

/** Sends a locked run back to its first page. */
export async function requeueRun(tx: Tx, runId: string, now: number): Promise<void> {
  await deleteStaging(tx, runId);
  await tx.catalogueRun.update({
    where: { id: runId },
    data: {
      state: 'queued',
      cursor: null,
      readAt: null,
      leaseUntil: null,
      retirementAcceptedAt: null,
      nextAttemptAt: wakeAt(now),
    },
  });
}

/** Keeps what was read of a locked run until the operator accepts it (D14). */
export async function keepWaiting(
  tx: Tx,
  runId: string,
  counts: Prisma.CatalogueRunUpdateInput,
): Promise<void> {
  await tx.catalogueRun.update({
    where: { id: runId },
    data: { ...counts, state: 'waiting', failure: null },
  });
}

/** Ends a locked run, and removes its staged rows. */
export async function endRun(
  tx: Tx,
  runId: string,
  end: Prisma.CatalogueRunUpdateInput & { state: 'accepted' | 'refused' | 'failed'; now: number },
): Promise<void> {
  const { now, ...data } = end;
  await deleteStaging(tx, runId);
  await tx.catalogueRun.update({
    where: { id: runId },
    data: {
      failure: null,
      ...data,
      leaseUntil: null,
      cursor: null,
      nextAttemptAt: null,
      finishedAt: new Date(now),
    },
  });
}

async function deleteStaging(tx: Tx, runId: string): Promise<void> {
  await tx.$executeRaw`DELETE FROM staged_page WHERE run_id = ${runId}::uuid`;
  await tx.$executeRaw`DELETE FROM staged_product WHERE run_id = ${runId}::uuid`;
  await tx.$executeRaw`DELETE FROM staged_variant WHERE run_id = ${runId}::uuid`;
}

function isHeld(run: ReadingRun): Prisma.Sql {
  return Prisma.sql`id = ${run.id}::uuid AND state = 'reading' AND lease_until = ${run.leaseUntil}::timestamptz`;
}
