import { randomUUID } from 'node:crypto';
import { LIMITS } from '@hub/contract';
import { Prisma, rows, type Tx } from '@hub/database';
import { z } from 'zod';
import type { OrderReferences } from '../placements/order-references';
import { findForgotten } from './find-forgotten';

const NS_PER_MS = 1_000_000n;

const RestoreGap = z.object({ id: z.string(), lostFrom: z.date(), lostUntil: z.date() });

/** A period that a restored database lost, not reconciled yet. */
export type RestoreGap = z.output<typeof RestoreGap>;

/** A shipping order that a shop has, under our reference. */
export interface ShownPlacement {
  externalRef: string;
  storeOrderId: string;
  /** Of the lines in the seller order. */
  positions: readonly number[];
}

/** Whether a seller order may have been placed in a gap that is still open: none of its lines goes to a shop. */
export function isInOpenGap(placedAt: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM restore_gap g WHERE g.closed_at IS NULL AND g.orders_until >= ${placedAt})`;
}

/** Whether a seller order may have been placed in a gap, open or closed: the shops' lists are checked first. */
export function isInGap(placedAt: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM restore_gap g WHERE g.orders_until >= ${placedAt})`;
}

const CancelledOrder = z.object({
  shopSlug: z.string(),
  orderId: z.string(),
  placements: z.int(),
  inGap: z.boolean(),
  inOpenGap: z.boolean(),
});

/**
 * Whether a shop may have lines of an order without the database knowing that it has them. Either the gap is open, or a shop
 * has shown a placement that is not found again yet, of a line that waits or that another shop is to have. A
 * cancellation waits until it is known which shop to ask.
 */
export async function mayBeAtUnknownShop(
  tx: Tx,
  sellerOrderId: string,
  references: OrderReferences,
): Promise<boolean> {
  const [order] = await rows(
    CancelledOrder,
    tx.$queryRaw`
    SELECT s.slug AS "shopSlug", o.order_id AS "orderId", o.placements, ${isInGap(Prisma.sql`o.placed_at`)} AS "inGap",
      ${isInOpenGap(Prisma.sql`o.placed_at`)} AS "inOpenGap"
    FROM seller_order o JOIN shop s ON s.id = o.shop_id WHERE o.id = ${sellerOrderId}::uuid`,
  );
  if (!order?.inGap) return false;
  return order.inOpenGap || (await findForgotten(tx, order, references)).length > 0;
}

/**
 * Whether an id or a reference that names no known shipping order may be of one that a restored database has forgotten
 * (D11). It is unknown while the gap is open. Later, what its shop has listed is placed again once its seller order has
 * arrived again, and has its id once it is sent.
 */
export function mayBeForgotten(named: { shopId: number; orderId: string; externalRef?: string }): Prisma.Sql {
  const { shopId, orderId, externalRef = null } = named;
  return Prisma.sql`(EXISTS (SELECT FROM restore_gap g WHERE g.closed_at IS NULL) OR EXISTS (
    SELECT FROM restored_reference r
    WHERE r.shop_id = ${shopId} AND (r.store_order_id = ${orderId} OR r.external_ref = ${externalRef})
      AND NOT EXISTS (SELECT FROM shipping_order s WHERE s.external_ref = r.external_ref AND s.state <> 'planned')))`;
}

/** The same, for a caller that found no shipping order by its reference. */
export async function isMaybeForgotten(
  tx: Tx,
  named: { shopId: number; orderId: string; externalRef: string },
): Promise<boolean> {
  const [row] = await rows(
    z.object({ may: z.boolean() }),
    tx.$queryRaw`SELECT ${mayBeForgotten(named)} AS may`,
  );
  return row?.may ?? false;
}

export async function findOpenGap(tx: Tx): Promise<RestoreGap | null> {
  const [gap] = await rows(
    RestoreGap,
    tx.$queryRaw`
    SELECT g.id, g.lost_from AS "lostFrom", g.lost_until AS "lostUntil"
    FROM restore_gap g WHERE g.closed_at IS NULL ORDER BY g.opened_at LIMIT 1`,
  );
  return gap ?? null;
}

/**
 * From here on no line of an order of that period goes to a shop. An open gap that is restored over again is
 * widened, and every shop is asked again.
 */
export async function openGap(
  tx: Tx,
  gap: { lostFrom: Date; lostUntil: Date; openedBy: string },
): Promise<void> {
  // A store's clock may be ahead by the tolerance for an event's time (D3).
  const ordersUntil = BigInt(gap.lostUntil.getTime() + LIMITS.futureToleranceMs) * NS_PER_MS;
  const open = await findOpenGap(tx);
  if (open) {
    await tx.restoreReport.deleteMany({ where: { gapId: open.id } });
    await tx.restoreGap.update({ where: { id: open.id }, data: { ...gap, ordersUntil } });
  } else {
    await tx.restoreGap.create({ data: { id: randomUUID(), ...gap, ordersUntil } });
  }
}

/** What a shop has, by its own list; a later list replaces an earlier one. */
export async function keepReport(
  tx: Tx,
  report: {
    gapId: string;
    shopId: number;
    reportedBy: string;
    placements: readonly ShownPlacement[];
    now: Date;
  },
): Promise<void> {
  const { gapId, shopId, reportedBy, placements, now: reportedAt } = report;
  await tx.restoreReport.upsert({
    where: { gapId_shopId: { gapId, shopId } },
    create: { gapId, shopId, reportedBy, reportedAt },
    update: { reportedBy, reportedAt },
  });
  await tx.restoredReference.deleteMany({ where: { gapId, shopId } });
  await tx.restoredReference.createMany({
    data: placements.map(({ positions, ...placement }) => ({
      ...placement,
      gapId,
      shopId,
      positions: [...positions],
    })),
    skipDuplicates: true,
  });
}

export async function closeGap(tx: Tx, gap: { id: string; closedBy: string; now: Date }): Promise<void> {
  await tx.restoreGap.update({
    where: { id: gap.id },
    data: { closedAt: gap.now, closedBy: gap.closedBy },
  });
}
