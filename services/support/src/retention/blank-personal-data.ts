import { Prisma, rows } from '@hub/database';
import { expireLines, markDerivedBlanked } from '@hub/orders/records';
import { blankByAge, blankDerived } from '@hub/desk/customer';
import { z } from 'zod';
import type { PruneRows } from './prune-rows';

const IdRow = z.object({ id: z.string() });

/**
 * An order's own address, and the copies sent to shipping shops; its relay addresses then no longer forward. Lines that
 * are still open are closed as unfulfilled before that (D30).
 */
export const blankOldOrders: PruneRows = async (tx, { before, limit, now }) => {
  const old = await rows(
    IdRow,
    tx.$queryRaw`
    SELECT id FROM seller_order WHERE blanked_at IS NULL AND received_at < ${before}
    ORDER BY received_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
  );
  const ids = old.map(({ id }) => id);
  await expireLines(tx, ids, now);
  await blankByAge(tx, 'seller_order', Prisma.sql`t.id = ANY (${ids}::uuid[])`);
  await blankByAge(tx, 'shipping_order', Prisma.sql`t.seller_order_id = ANY (${ids}::uuid[])`);
  await blankDerived(tx, ids);
  return old.length;
};

/** The same for orders that a release before blanked without it (D29). */
export const blankLeftBehind: PruneRows = async (tx, { limit }) => {
  const left = await rows(
    IdRow,
    tx.$queryRaw`
    SELECT id FROM seller_order WHERE blanked_at IS NOT NULL AND derived_blanked_at IS NULL
    ORDER BY blanked_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
  );
  const ids = left.map(({ id }) => id);
  await blankDerived(tx, ids);
  await markDerivedBlanked(tx, ids);
  return left.length;
};

/** A lab run copies distances of decisions, and may have read them just before they were blanked. */
export const blankLabLines: PruneRows = (tx) =>
  blankByAge(
    tx,
    'routing_lab_line',
    Prisma.sql`(t.was_km IS NOT NULL OR t.becomes_km IS NOT NULL) AND EXISTS (
      SELECT FROM seller_order o WHERE o.id = t.seller_order_id AND o.blanked_at IS NOT NULL)`,
  );

/** Customers' comments on returned goods. */
export const blankOldReturns: PruneRows = async (tx, { before, limit }) => {
  const old = await rows(
    IdRow,
    tx.$queryRaw`
    SELECT id FROM "return" WHERE blanked_at IS NULL AND created_at < ${before}
    ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
  );
  const ids = old.map(({ id }) => id);
  await blankByAge(tx, 'return', Prisma.sql`t.id = ANY (${ids}::uuid[])`);
  await blankByAge(tx, 'return_line', Prisma.sql`t.return_id = ANY (${ids}::uuid[])`);
  return old.length;
};

/** A reason is free text, and may name a person. */
export const blankCancellations: PruneRows = (tx, { before, limit }) =>
  blankByAge(
    tx,
    'cancellation',
    Prisma.sql`t.id IN (
      SELECT id FROM cancellation WHERE reason IS NOT NULL AND requested_at < ${before}
      ORDER BY requested_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`,
  );

/** The same for a cancellation whose order never came. */
export const blankMarkers: PruneRows = (tx, { before, limit }) =>
  blankByAge(
    tx,
    'cancellation_marker',
    Prisma.sql`(t.shop_id, t.order_id) IN (
      SELECT shop_id, order_id FROM cancellation_marker WHERE reason IS NOT NULL AND created_at < ${before}
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`,
  );
