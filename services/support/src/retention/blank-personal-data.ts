import { blankOrders, blankReturns } from '@hub/support-desk';
import type { PruneRows } from './retention';

export const blankOldOrders: PruneRows = async (tx, { before, rows }) => {
  const old = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM seller_order WHERE blanked_at IS NULL AND received_at < ${before}
    ORDER BY received_at LIMIT ${rows} FOR UPDATE SKIP LOCKED`;
  await blankOrders(
    tx,
    old.map(({ id }) => id),
  );
  return old.length;
};

export const blankOldReturns: PruneRows = async (tx, { before, rows }) => {
  const old = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM "return" WHERE blanked_at IS NULL AND created_at < ${before}
    ORDER BY created_at LIMIT ${rows} FOR UPDATE SKIP LOCKED`;
  await blankReturns(
    tx,
    old.map(({ id }) => id),
  );
  return old.length;
};

/** A reason is any text, and may name somebody. */
export const blankCancellations: PruneRows = (tx, { before, rows }) => tx.$executeRaw`
  UPDATE cancellation SET reason = NULL
  WHERE id IN (
    SELECT id FROM cancellation WHERE reason IS NOT NULL AND requested_at < ${before}
    ORDER BY requested_at LIMIT ${rows} FOR UPDATE SKIP LOCKED
  )`;
