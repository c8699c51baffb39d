import { maskCall } from '@hub/contract';
import type { Database } from '@hub/database';
import { z } from 'zod';

const Attempt = z.object({
  at: z.coerce.date(),
  status: z.int().nullable(),
  /** Its failure; null: its answer ended the call. */
  failure: z.string().nullable(),
  code: z.string().nullable(),
  duration_ms: z.int(),
});

/** One attempt of a call to a store. */
export type CallAttempt = z.output<typeof Attempt>;

/** A call to a store with request and answer, masked, and each of its attempts; null: it is not kept. */
export async function showCall(db: Database, id: string) {
  if (!/^\d{1,18}$/.test(id)) return null;
  const call = await db.storeCall.findUnique({ where: { id: BigInt(id) } });
  if (!call) return null;
  const [shop, order] = await Promise.all([
    db.shop.findUniqueOrThrow({ where: { id: call.shopId }, select: { slug: true, name: true } }),
    call.sellerOrderId === null
      ? null
      : db.sellerOrder.findUnique({
          where: { id: call.sellerOrderId },
          select: { orderId: true, orderNumber: true },
        }),
  ]);
  const { attemptLog, ...row } = call;
  return {
    ...row,
    ...maskCall(row),
    id,
    shop: shop.slug,
    shopName: shop.name,
    order: order && (order.orderNumber ?? order.orderId),
    /** Attempts of this run; a single one, described by the row itself, is not listed. */
    attemptLog: z.array(Attempt).safeParse(attemptLog).data ?? [],
  };
}

export type ShownCall = NonNullable<Awaited<ReturnType<typeof showCall>>>;
