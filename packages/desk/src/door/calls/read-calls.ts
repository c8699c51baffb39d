import { maskCall } from '@hub/shops';
import type { Database, Prisma } from '@hub/database';
import { z } from 'zod';

const PAGE = 50;

/** A call to the shop's store, in a list. */
export const CallSummary = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  operation: z.string().describe('such as `place_order`'),
  method: z.string(),
  path: z.string().describe('below the store_api_root'),
  reference: z.string().nullable().describe('the external_ref that it carried'),
  status: z.int().nullable().describe('what the store answered; null: nothing'),
  outcome: z.string(),
  code: z.string().nullable(),
  attempts: z.int(),
  duration_ms: z.int(),
});
export type CallSummary = z.output<typeof CallSummary>;

/** The same with its bodies, personal data masked. */
export const CallView = CallSummary.extend({
  request: z.unknown().describe('personal data is masked'),
  response: z.unknown().describe('personal data is masked'),
});
export type CallView = z.output<typeof CallView>;

const SUMMARY = {
  id: true,
  at: true,
  operation: true,
  method: true,
  path: true,
  reference: true,
  status: true,
  outcome: true,
  code: true,
  attempts: true,
  durationMs: true,
} as const satisfies Prisma.StoreCallSelect;

/**
 * Calls to the store of a shop, the latest first; a page continues `after` a call. Confirmed quantity writes are only
 * counted (`PUT /inventory`): they are listed with the quantities.
 */
export async function listCalls(
  db: Database,
  of: { shopId: number; after?: string | undefined; reference?: string | undefined },
): Promise<{ calls: CallSummary[]; next: string | null }> {
  const { shopId, after, reference } = of;
  const before = idOf(after);
  const rows = await db.storeCall.findMany({
    where: {
      shopId,
      ...(before === null ? {} : { id: { lt: before } }),
      ...(reference === undefined ? {} : { reference }),
    },
    select: SUMMARY,
    orderBy: { id: 'desc' },
    take: PAGE + 1,
  });
  const calls = rows.slice(0, PAGE).map(summaryOf);
  return { calls, next: rows.length > PAGE ? (calls.at(-1)?.id ?? null) : null };
}

/** One call to the store of this shop; null: it was not made to it. */
export async function readCall(db: Database, of: { shopId: number; id: string }): Promise<CallView | null> {
  const id = idOf(of.id);
  if (id === null) return null;
  const row = await db.storeCall.findFirst({
    where: { id, shopId: of.shopId },
    select: { ...SUMMARY, request: true, response: true },
  });
  return row && { ...summaryOf(row), ...maskCall(row) };
}

function summaryOf(row: Prisma.StoreCallGetPayload<{ select: typeof SUMMARY }>): CallSummary {
  const { id, at, durationMs, ...rest } = row;
  return { ...rest, id: String(id), at: at.toISOString(), duration_ms: durationMs };
}

function idOf(text: string | undefined): bigint | null {
  return text !== undefined && /^\d{1,18}$/.test(text) ? BigInt(text) : null;
}
