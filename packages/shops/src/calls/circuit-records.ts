import { inTransaction, rows, type Database, type Tx } from '@hub/database';
import { z } from 'zod';

const IdRow = z.object({ id: z.int() });

/** One process's circuit to a shop's store. */
export interface CircuitChange {
  shopId: number;
  worker: string;
  open: boolean;
  at: Date;
}

/**
 * A trial call is made each half minute (D23) as long as there is work: a circuit silent for longer is of an ended
 * process.
 */
const HEARD_OF_MS = 10 * 60_000;

/** A failed trial is reported; the circuit is open since it first opened. */
export async function writeCircuit(db: Database, change: CircuitChange): Promise<void> {
  const { shopId, worker, open, at } = change;
  await inTransaction(db, async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM "shop" WHERE "id" = ${shopId} FOR NO KEY UPDATE`;
    await tx.$executeRaw`
      INSERT INTO "shop_circuit" AS c ("shop_id", "worker", "open_since", "seen_at")
      VALUES (${shopId}, ${worker}, ${open ? at : null}, ${at})
      ON CONFLICT ("shop_id", "worker") DO UPDATE SET "seen_at" = excluded."seen_at",
        "open_since" = CASE WHEN ${open} THEN coalesce(c."open_since", excluded."open_since") END`;
    await noteOnShops(tx, [shopId], at);
  });
}

/** A process ends, and its circuits with it. */
export async function forgetWorker(db: Database, worker: string, at: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const shops = await rows(
      IdRow,
      tx.$queryRaw`
      SELECT s."id" FROM "shop" s WHERE EXISTS (
        SELECT FROM "shop_circuit" c WHERE c."shop_id" = s."id" AND c."worker" = ${worker})
      ORDER BY s."id" FOR NO KEY UPDATE`,
    );
    if (shops.length === 0) return;
    await tx.shopCircuit.deleteMany({ where: { worker } });
    const ids = shops.map(({ id }) => id);
    await noteOnShops(tx, ids, at);
  });
}

/**
 * Shops whose circuit is recorded as open, though no process has reported it open for a while: they count as answering
 * again, so that routing chooses them as before (D19) and the next call shows.
 * @returns how many
 */
export async function forgetSilentCircuits(tx: Tx, now: number): Promise<number> {
  const at = new Date(now);
  const shops = await rows(
    IdRow,
    tx.$queryRaw`
    SELECT s."id" FROM "shop" s WHERE s."circuit_open_since" IS NOT NULL AND NOT EXISTS (
      SELECT FROM "shop_circuit" c
      WHERE c."shop_id" = s."id" AND c."open_since" IS NOT NULL AND c."seen_at" > ${heardOfSince(at)})
    ORDER BY s."id" FOR NO KEY UPDATE SKIP LOCKED`,
  );
  const ids = shops.map(({ id }) => id);
  if (ids.length > 0) await noteOnShops(tx, ids, at);
  return ids.length;
}

/** A shop's row records since when the circuit of any worker is open: routing reads it (D19). */
async function noteOnShops(tx: Tx, shopIds: readonly number[], at: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE "shop" s SET "circuit_open_since" = (
      SELECT min(c."open_since") FROM "shop_circuit" c WHERE c."shop_id" = s."id" AND c."seen_at" > ${heardOfSince(at)})
    WHERE s."id" = ANY(${[...shopIds]})`;
}

function heardOfSince(at: Date): Date {
  return new Date(at.getTime() - HEARD_OF_MS);
}
