import type { StoreOperation } from '@hub/contract';
import { inTransaction, rows, type Database, type Tx } from '@hub/database';
import { z } from 'zod';
import { nextProbeAfter, noteOnShop } from './hold-records';
import { scopesOver, HoldScope } from './hold-scope';

const WaitingCall = z.object({ operation: z.string(), reference: z.string() });

/** Sooner than the next probe, so that held calls resume together when the hold ends (D23). */
const LOOK_AGAIN_AFTER_MS = 30_000;
/** How long a due probe waits for the oldest held call: each is retried within 30 s, unless it is gone. */
const OLDEST_AWAITED_MS = 45_000;
const OLDEST_LOOK_AGAIN_MS = 5_000;

/** A call, for holds. */
export interface AskingCall {
  shopId: number;
  operation: StoreOperation;
  reference: string;
  /** Further scopes to which its answer applies. */
  alsoFor?: readonly HoldScope[] | undefined;
}

/** Whether a call is sent; a probe's answer counts for the holds named. */
export type Entry =
  | { kind: 'open' }
  | { kind: 'probe'; scopes: readonly HoldScope[] }
  | { kind: 'held'; afterMs: number };

const Hold = z.object({
  operation: HoldScope,
  nextProbeAt: z.date(),
});
type Hold = z.output<typeof Hold>;

/** Asks whether to send a held call: every five minutes the oldest waiting one is sent as the probe (D23). */
export async function enterHeld(db: Database, call: AskingCall, at: Date): Promise<Entry> {
  const holds = await findHolds(db, call);
  if (holds.length === 0) return { kind: 'open' };
  const untilDue = untilAllDue(holds, at);
  if (untilDue > 0) {
    await keepHeldCall(db, call, at);
    return { kind: 'held', afterMs: Math.min(untilDue, LOOK_AGAIN_AFTER_MS) };
  }
  return inTransaction(db, (tx) => claimProbe(tx, call, at));
}

/** Returns a probe that was not sent, so that the next caller may be it. */
export async function returnProbe(
  db: Database,
  probe: { shopId: number; scopes: readonly HoldScope[]; at: Date },
): Promise<void> {
  await inTransaction(db, (tx) => setNextProbe(tx, { ...probe, nextProbeAt: probe.at }));
}

/** The call has had its answer: it no longer waits. */
export async function forgetHeldCall(db: Database, call: AskingCall): Promise<void> {
  const { shopId, operation, reference } = call;
  await db.heldCall.deleteMany({ where: { shopId, operation, reference } });
}

/**
 * Under a lock of the shop's row one caller decides at a time; held calls, which reference the shop, do not wait for
 * this lock.
 */
async function claimProbe(tx: Tx, call: AskingCall, at: Date): Promise<Entry> {
  const { shopId } = call;
  await tx.$executeRaw`SELECT 1 FROM "shop" WHERE "id" = ${shopId} FOR NO KEY UPDATE`;
  const holds = await findHolds(tx, call);
  if (holds.length === 0) return { kind: 'open' };
  const untilDue = untilAllDue(holds, at);
  if (untilDue > 0) {
    await keepHeldCall(tx, call, at);
    return { kind: 'held', afterMs: Math.min(untilDue, LOOK_AGAIN_AFTER_MS) };
  }
  const scopes = holds.map(({ operation }) => operation);
  const overdueMs = -untilDue;
  const oldest = await findOldest(tx, { shopId, scopes, at });
  if (oldest !== null && !isSame(oldest, call)) {
    if (overdueMs < OLDEST_AWAITED_MS) {
      await keepHeldCall(tx, call, at);
      return { kind: 'held', afterMs: OLDEST_LOOK_AGAIN_MS };
    }
    await tx.heldCall.deleteMany({ where: { shopId, ...oldest } });
  }
  await setNextProbe(tx, { shopId, scopes, nextProbeAt: nextProbeAfter(at) });
  return { kind: 'probe', scopes };
}

async function findHolds(tx: Tx, call: AskingCall): Promise<Hold[]> {
  const scopes = [...scopesOver(call.operation), ...(call.alsoFor ?? [])];
  return rows(
    Hold,
    tx.$queryRaw`
    SELECT "operation", "next_probe_at" AS "nextProbeAt" FROM "call_hold"
    WHERE "shop_id" = ${call.shopId} AND "operation" = ANY(${scopes}) ORDER BY "operation"`,
  );
}

/** Milliseconds until every hold over the call lets a probe through; negative: overdue by this. */
function untilAllDue(holds: readonly Hold[], at: Date): number {
  return Math.max(...holds.map(({ nextProbeAt }) => nextProbeAt.getTime() - at.getTime()));
}

/** The oldest of those that wait only for these holds, or for others that are due. */
async function findOldest(
  tx: Tx,
  probe: { shopId: number; scopes: readonly HoldScope[]; at: Date },
): Promise<{ operation: string; reference: string } | null> {
  const { shopId, scopes, at } = probe;
  const [oldest] = await rows(
    WaitingCall,
    tx.$queryRaw`
    SELECT c."operation", c."reference" FROM "held_call" c
    WHERE c."shop_id" = ${shopId} AND (${scopes.includes('all')} OR c."operation" = ANY(${[...scopes]}))
      AND NOT EXISTS (SELECT FROM "call_hold" h
        WHERE h."shop_id" = c."shop_id" AND h."operation" = c."operation" AND h."next_probe_at" > ${at})
    ORDER BY c."since", c."operation", c."reference" LIMIT 1`,
  );
  return oldest ?? null;
}

function isSame(one: { operation: string; reference: string }, other: AskingCall): boolean {
  return one.operation === other.operation && one.reference === other.reference;
}

/** Its waiting time is unchanged. A probe without a command does not wait. */
async function keepHeldCall(tx: Tx, call: AskingCall, at: Date): Promise<void> {
  if (call.alsoFor !== undefined) return;
  await tx.$executeRaw`
    INSERT INTO "held_call" ("shop_id", "operation", "reference", "since")
    VALUES (${call.shopId}, ${call.operation}, ${call.reference}, ${at}) ON CONFLICT DO NOTHING`;
}

async function setNextProbe(
  tx: Tx,
  probe: { shopId: number; scopes: readonly HoldScope[]; nextProbeAt: Date },
): Promise<void> {
  const { shopId, scopes, nextProbeAt } = probe;
  await tx.callHold.updateMany({ where: { shopId, operation: { in: [...scopes] } }, data: { nextProbeAt } });
  await noteOnShop(tx, shopId);
}
