import { CapabilityState, CatalogueRunState, Prisma, rows, type Database } from '@hub/database';
import type { Capability } from '@hub/shops';
import { z } from 'zod';
import { openCircuits } from './open-circuits';

const RunOfShop = z.object({
  shopId: z.int(),
  state: z.enum(CatalogueRunState),
  requestedAt: z.date(),
  finishedAt: z.date().nullable(),
  products: z.int(),
  variants: z.int(),
  added: z.int(),
  changed: z.int(),
  retired: z.int(),
  /** The faults for which it was refused. */
  faults: z.int(),
  failure: z.string().nullable(),
});
const OperationOfShop = z.object({
  shopId: z.int(),
  /** Such as `place_order`. */
  operation: z.string(),
  calls: z.int(),
  /** Calls that ended without a confirmed receipt. */
  failures: z.int(),
});

export interface OperationHealth {
  /** Such as `place_order`. */
  operation: string;
  calls: number;
  /** Calls that ended without a confirmed receipt. */
  failures: number;
  /** failures ÷ calls, 0 … 1. */
  errorRate: number;
}

export type CatalogueHealth = Omit<z.output<typeof RunOfShop>, 'shopId'>;

/** The state of a shop's store. */
export interface ShopHealth {
  shop: string;
  name: string;
  capabilities: Record<Capability, CapabilityState>;
  /**
   * Null: calls are made. Otherwise since when all, or those of one kind, are held, when the next probe is due, and why
   * (D23).
   */
  held: { all: boolean; since: Date; nextProbeAt: Date | null; because: string | null } | null;
  /** D38: until when its shipping is paused; null: it is not. */
  pausedUntil: Date | null;
  /** Its latest run; null: none yet. */
  catalogue: CatalogueHealth | null;
  /** Network quantities that differ from their targets at its store. */
  outOfSync: { count: number; oldestSince: Date | null };
  /** Of the last hour, over all operations and for each. */
  lastHour: Omit<OperationHealth, 'operation'> & { operations: OperationHealth[] };
  openAlerts: number;
  openDeadLetters: number;
  /**
   * Open in any worker: calls to the store are suspended, except for a trial each half minute. `since` is null if it is
   * closed.
   */
  circuit: { state: 'open' | 'closed'; since: Date | null; workers: number };
}

const HOUR_MS = 60 * 60_000;

const ShopRow = z.object({
  id: z.int(),
  shop: z.string(),
  name: z.string(),
  heldSince: z.date().nullable(),
  allHeld: z.boolean().nullable(),
  nextProbeAt: z.date().nullable(),
  heldBecause: z.string().nullable(),
  pausedUntil: z.date().nullable(),
  outOfSync: z.int(),
  outOfSyncSince: z.date().nullable(),
  openAlerts: z.int(),
  openDeadLetters: z.int(),
  circuitSince: z.date().nullable(),
  circuitWorkers: z.int(),
  products: z.enum(CapabilityState),
  inventory: z.enum(CapabilityState),
  orders: z.enum(CapabilityState),
  cancellation: z.enum(CapabilityState),
  returns: z.enum(CapabilityState),
});
type ShopRow = z.output<typeof ShopRow>;

/** Every shop of the network by its slug. @param now milliseconds since the epoch */
export async function shopHealth(db: Database, now: number = Date.now()): Promise<ShopHealth[]> {
  const [shops, runs, operations] = await Promise.all([
    readShops(db, now),
    readLatestRuns(db),
    readOperations(db, now),
  ]);
  return shops.map((row) => ({
    shop: row.shop,
    name: row.name,
    capabilities: {
      products: row.products,
      inventory: row.inventory,
      orders: row.orders,
      cancellation: row.cancellation,
      returns: row.returns,
    },
    held: row.heldSince && {
      all: row.allHeld === true,
      since: row.heldSince,
      nextProbeAt: row.nextProbeAt,
      because: row.heldBecause,
    },
    pausedUntil: row.pausedUntil,
    catalogue: runs.get(row.id) ?? null,
    outOfSync: { count: row.outOfSync, oldestSince: row.outOfSyncSince },
    lastHour: sumUp(operations.get(row.id) ?? []),
    openAlerts: row.openAlerts,
    openDeadLetters: row.openDeadLetters,
    circuit: {
      state: row.circuitSince === null ? 'closed' : 'open',
      since: row.circuitSince,
      workers: row.circuitWorkers,
    },
  }));
}

function readShops(db: Database, now: number): Promise<ShopRow[]> {
  return rows(
    ShopRow,
    db.$queryRaw(Prisma.sql`
    WITH out_of_step AS (
      SELECT shop_id, count(*)::int AS quantities, min(out_of_step_since) AS since FROM network_quantity
      WHERE out_of_step_since IS NOT NULL GROUP BY shop_id
    ), alerts AS (
      SELECT shop_id, count(*)::int AS alerts,
        max(message) FILTER (WHERE kind = 'store_unauthorized') AS unauthorized
      FROM alert WHERE state IN ('open', 'taken') GROUP BY shop_id
    ), dead AS (
      SELECT shop_id, count(*)::int AS messages FROM dead_letter WHERE state = 'open' GROUP BY shop_id
    ), holds AS (
      SELECT shop_id, min(since) AS since, min(next_probe_at) AS next_probe_at, bool_or(operation = 'all') AS all_held
      FROM call_hold GROUP BY shop_id
    ), circuits AS (${openCircuits(now)})
    SELECT s.id, s.slug AS shop, s.name, s.products::text AS products, s.inventory::text AS inventory,
      s.orders::text AS orders, s.cancellation::text AS cancellation, s.returns::text AS returns, s.paused_until AS "pausedUntil",
      h.since AS "heldSince", h.next_probe_at AS "nextProbeAt", h.all_held AS "allHeld", a.unauthorized AS "heldBecause",
      coalesce(n.quantities, 0) AS "outOfSync", n.since AS "outOfSyncSince",
      coalesce(a.alerts, 0) AS "openAlerts", coalesce(d.messages, 0) AS "openDeadLetters",
      c.since AS "circuitSince", coalesce(c.workers, 0) AS "circuitWorkers"
    FROM shop s
    LEFT JOIN out_of_step n ON n.shop_id = s.id
    LEFT JOIN alerts a ON a.shop_id = s.id
    LEFT JOIN dead d ON d.shop_id = s.id
    LEFT JOIN holds h ON h.shop_id = s.id
    LEFT JOIN circuits c ON c.shop_id = s.id
    WHERE s.removed_at IS NULL
    ORDER BY s.slug`),
  );
}

async function readLatestRuns(db: Database): Promise<Map<number, CatalogueHealth>> {
  const found = await rows(
    RunOfShop,
    db.$queryRaw`
    SELECT s.id AS "shopId", r.* FROM shop s CROSS JOIN LATERAL (
      SELECT state::text AS state, requested_at AS "requestedAt", finished_at AS "finishedAt", products, variants,
        added, changed, retired, fault_count AS faults, failure
      FROM catalogue_run WHERE shop_id = s.id ORDER BY requested_at DESC LIMIT 1
    ) r`,
  );
  return new Map(found.map(({ shopId, ...run }) => [shopId, run]));
}

type OperationRow = Omit<OperationHealth, 'errorRate'>;

async function readOperations(db: Database, now: number): Promise<Map<number, OperationRow[]>> {
  const found = await rows(
    OperationOfShop,
    db.$queryRaw`
    SELECT shop_id AS "shopId", operation, sum(calls)::int AS calls, sum(failures)::int AS failures
    FROM (
      SELECT shop_id, operation, 1 AS calls, (outcome <> 'confirmed')::int AS failures
      FROM store_call WHERE at > ${new Date(now - HOUR_MS)}
      UNION ALL
      SELECT shop_id, operation, calls, 0 FROM store_call_count WHERE minute > ${new Date(now - HOUR_MS)}
    ) AS c
    GROUP BY shop_id, operation ORDER BY operation`,
  );
  const byShop = new Map<number, OperationRow[]>();
  for (const { shopId, ...row } of found) byShop.set(shopId, [...(byShop.get(shopId) ?? []), row]);
  return byShop;
}

function sumUp(operations: readonly OperationRow[]): ShopHealth['lastHour'] {
  const calls = operations.reduce((sum, row) => sum + row.calls, 0);
  const failures = operations.reduce((sum, row) => sum + row.failures, 0);
  return {
    calls,
    failures,
    errorRate: rateOf(failures, calls),
    operations: operations.map((row) => ({ ...row, errorRate: rateOf(row.failures, row.calls) })),
  };
}

function rateOf(failures: number, calls: number): number {
  return calls === 0 ? 0 : failures / calls;
}
