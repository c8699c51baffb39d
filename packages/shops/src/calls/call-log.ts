import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '@hub/database';
import type { Logger } from '@hub/runtime';
import type { StoreCallRecord } from '@hub/store-client';
import { maskCall } from './mask-personal-data';

/** What was sent to stores and what came back, masked, in the table `store_call`. */
export interface CallLog {
  /** Runs a call, so that its record names the seller order. */
  about<T>(sellerOrderId: string | null, call: () => Promise<T>): Promise<T>;
  /** Keeps the record, beside the caller's transaction. Never fails: a call counts though its record is lost. */
  record(record: StoreCallRecord): void;
  /** Waits for records that are being written. */
  written(): Promise<void>;
}

export function createCallLog({ db, logger }: { db: Database; logger: Logger }): CallLog {
  const sellerOrders = new AsyncLocalStorage<string | null>();
  const pending = new Set<Promise<void>>();
  return {
    about: (sellerOrderId, call) => sellerOrders.run(sellerOrderId, call),
    record(record) {
      const { operation, reference, correlation } = record;
      const writing = insertCall(db, record, sellerOrders.getStore() ?? null)
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

async function insertCall(db: Database, call: StoreCallRecord, sellerOrderId: string | null): Promise<void> {
  const { request, response } = maskCall({ request: call.requestBody, response: call.responseBody });
  await db.$executeRaw`
    INSERT INTO "store_call" ("shop_id", "operation", "method", "path", "reference", "seller_order_id", "request", "response",
      "status", "outcome", "code", "attempts", "duration_ms", "correlation")
    VALUES (${call.shopId}, ${call.operation}, ${call.method}, ${call.path}, ${call.reference}, ${sellerOrderId}::uuid,
      ${jsonText(request)}::jsonb, ${jsonText(response)}::jsonb, ${call.status}, ${call.outcome}, ${call.code},
      ${call.attempts}, ${Math.round(call.durationMs)}, ${call.correlation})`;
}

function jsonText(body: unknown): string | null {
  return body === null || body === undefined ? null : JSON.stringify(body);
}
