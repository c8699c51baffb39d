import { maskCall } from '@hub/contract';
import { inSqlStatement, type Database } from '@hub/database';
import { Batcher, type Logger } from '@hub/runtime';
import type { StoreCallRecord } from '@hub/store-calls';

/** Requests to stores and their answers, masked, in the table `store_call`; quantity writes are counted. */
export interface CallLog {
  /** Stores the record, outside the caller's transaction. Never fails: a call counts though its record is lost. */
  record(record: StoreCallRecord): void;
  /** Waits for records in progress. */
  written(): Promise<void>;
}

/** Calls that ended while others were being recorded, or soon after, are recorded together. */
const RECORDED_AT_ONCE = 100;
const RECORDED_EVERY_MS = 100;

export function createCallLog({ db, logger }: { db: Database; logger: Logger }): CallLog {
  const pending = new Set<Promise<unknown>>();
  const record = async (calls: StoreCallRecord[]): Promise<true[]> => {
    await countCalls(db, calls.filter(isCountedOnly));
    await insertCalls(
      db,
      calls.filter((call) => !isCountedOnly(call)),
    );
    return calls.map(() => true);
  };
  const batches = new Batcher(RECORDED_AT_ONCE, record, RECORDED_EVERY_MS);
  return {
    record(call) {
      const { operation, reference, correlation } = call;
      const writing = batches
        .add(call)
        // One that cannot be stored must not fail the others.
        .catch(() => (isCountedOnly(call) ? countCalls(db, [call]) : insertCalls(db, [call])))
        .catch((error: unknown) =>
          logger.error('store call not recorded', { operation, reference, correlation, error }),
        )
        .finally(() => pending.delete(writing));
      pending.add(writing);
    },
    async written() {
      await Promise.all(pending);
    },
  };
}

/**
 * Most calls report that a store shows a quantity now: that, with the time, is stored in `network_quantity`. A write
 * that did not succeed is stored like any other call.
 */
function isCountedOnly({ operation, outcome }: StoreCallRecord): boolean {
  return operation === 'write_inventory' && outcome === 'confirmed';
}

async function countCalls(db: Database, calls: readonly StoreCallRecord[]): Promise<void> {
  if (calls.length === 0) return;
  await inSqlStatement(
    db,
    (sql) => sql.$executeRaw`
    INSERT INTO store_call_count AS n (shop_id, operation, minute, calls, attempts, duration_ms)
    SELECT shop_id, operation, date_trunc('minute', now()), count(*), sum(attempts), sum(duration_ms)
    FROM unnest(
      ${calls.map((call) => call.shopId)}::int[],
      ${calls.map((call) => call.operation)}::text[],
      ${calls.map((call) => call.attempts)}::int[],
      ${calls.map((call) => Math.round(call.durationMs))}::int[]
    ) AS c (shop_id, operation, attempts, duration_ms)
    GROUP BY shop_id, operation ORDER BY shop_id, operation
    ON CONFLICT (shop_id, operation, minute) DO UPDATE SET calls = n.calls + excluded.calls,
      attempts = n.attempts + excluded.attempts, duration_ms = n.duration_ms + excluded.duration_ms`,
  );
}

async function insertCalls(db: Database, calls: readonly StoreCallRecord[]): Promise<void> {
  if (calls.length === 0) return;
  const bodies = calls.map((call) =>
    maskCall({ operation: call.operation, request: call.requestBody, response: call.responseBody }),
  );
  await inSqlStatement(
    db,
    (sql) => sql.$executeRaw`
    INSERT INTO "store_call" ("shop_id", "operation", "method", "path", "reference", "seller_order_id", "request", "response",
      "status", "outcome", "code", "attempts", "attempt_log", "duration_ms", "correlation")
    SELECT * FROM unnest(
      ${calls.map((call) => call.shopId)}::int[],
      ${calls.map((call) => call.operation)}::text[],
      ${calls.map((call) => call.method)}::text[],
      ${calls.map((call) => call.path)}::text[],
      ${calls.map((call) => call.reference)}::text[],
      ${calls.map((call) => call.sellerOrderId)}::uuid[],
      ${bodies.map(({ request }) => jsonText(request))}::jsonb[],
      ${bodies.map(({ response }) => jsonText(response))}::jsonb[],
      ${calls.map((call) => call.status)}::smallint[],
      ${calls.map((call) => call.outcome)}::text[],
      ${calls.map((call) => call.code)}::text[],
      ${calls.map((call) => call.attempts)}::int[],
      ${calls.map(attemptLog)}::jsonb[],
      ${calls.map((call) => Math.round(call.durationMs))}::int[],
      ${calls.map((call) => call.correlation)}::text[]
    )`,
  );
}

/** A single attempt is described by the row itself. */
function attemptLog({ attemptLog: made }: StoreCallRecord): string | null {
  if (made.length < 2) return null;
  const described = made.map(({ at, durationMs, ...attempt }) => ({
    at: new Date(at).toISOString(),
    ...attempt,
    duration_ms: Math.round(durationMs),
  }));
  return JSON.stringify(described);
}

function jsonText(body: unknown): string | null {
  return body === null || body === undefined ? null : JSON.stringify(body);
}
