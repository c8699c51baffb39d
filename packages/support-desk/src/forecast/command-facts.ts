import type {
  CatalogueRunState,
  ReturnState,
  SellerOrderState,
  StopState,
  StoreWriteState,
  Tx,
} from '@hub/database';
import { holdsItsLines } from '@hub/orders';
import type { PlacingFacts } from './forecast-command';

/** Reads what commands speak of, without locks: for forecasts. Null: it is not there. */
export async function readPlacing(
  tx: Tx,
  { shippingOrderId }: { shippingOrderId: string },
  now: number,
): Promise<PlacingFacts | null> {
  const [row] = await tx.$queryRaw<PlacingFacts[]>`
    SELECT s.state::text AS state, s.stop_requested_at IS NOT NULL AS "stopRequested",
      s.failed_at IS NOT NULL AS "gaveUp", coalesce(s.lease_until > ${new Date(now)}, false) AS "underWay",
      ${holdsItsLines('s')} AS "holdsItsLines"
    FROM shipping_order s WHERE s.id = ${shippingOrderId}::uuid`;
  return row ?? null;
}

export async function readTrackingState(
  tx: Tx,
  { packageId }: { packageId: string },
): Promise<StoreWriteState | null> {
  const found = await tx.package.findUnique({ where: { id: packageId }, select: { state: true } });
  return found?.state ?? null;
}

export async function readReturnState(
  tx: Tx,
  { returnId }: { returnId: string },
): Promise<ReturnState | null> {
  const found = await tx.return.findUnique({ where: { id: returnId }, select: { state: true } });
  return found?.state ?? null;
}

export async function readStopState(tx: Tx, { stopId }: { stopId: string }): Promise<StopState | null> {
  const found = await tx.shippingOrderStop.findUnique({ where: { id: stopId }, select: { state: true } });
  return found?.state ?? null;
}

export async function readRouting(
  tx: Tx,
  { sellerOrderId }: { sellerOrderId: string },
): Promise<{ state: SellerOrderState; waitingLines: number } | null> {
  const found = await tx.sellerOrder.findUnique({
    where: { id: sellerOrderId },
    select: { state: true, _count: { select: { lines: { where: { state: 'waiting' } } } } },
  });
  return found && { state: found.state, waitingLines: found._count.lines };
}

export async function readRunState(tx: Tx, { runId }: { runId: string }): Promise<CatalogueRunState | null> {
  const found = await tx.catalogueRun.findUnique({ where: { id: runId }, select: { state: true } });
  return found?.state ?? null;
}
