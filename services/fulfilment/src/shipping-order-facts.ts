import type { FulfillmentShipped } from '@hub/contract';
import { rows, ShippingOrderState, type StopState, type Tx } from '@hub/database';
import { isIdTaken } from '@hub/orders/placements';
import { lockSellerOrder, lockSellerOrderId } from '@hub/orders/records';
import { readHoldsItsLines } from '@hub/orders/states';
import { z } from 'zod';
import type { KnownPackage, ShippingLineFacts, ShippingOrderFacts } from './decide-package';

const LockedState = z.object({ state: z.enum(ShippingOrderState), storeOrderId: z.string().nullable() });
const LineRow = z.object({
  id: z.string(),
  reference: z.string(),
  quantity: z.int(),
  packaged: z.int(),
  restEnded: z.boolean(),
});

/** The order of a package with its keys, locked against changes. */
export interface LockedShippingOrder extends ShippingOrderFacts {
  id: string;
  sellerOrderId: string;
  sellingShopId: number;
}

/**
 * Finds the shipping order of the sending shop by its reference (D11) and locks seller order, shipping order and order
 * lines in the common lock order: shipment, cancellation, routing and returns of one order follow one another. Null:
 * the shop was never sent a shipping order of that reference.
 */
export async function lockShippingOrder(
  tx: Tx,
  { shopId, data }: { shopId: number; data: FulfillmentShipped },
): Promise<LockedShippingOrder | null> {
  const found = await tx.shippingOrder.findFirst({
    where: { shopId, externalRef: data.external_ref, state: { not: 'dry_run' } },
    select: { id: true, sellerOrderId: true, storeOrderId: true, order: { select: { shopId: true } } },
  });
  if (!found) return null;
  const { id, sellerOrderId, order } = found;
  // It is to get its id: a concurrent cancellation that names the id has either left its marker or will find the order
  // (D12).
  if (found.storeOrderId === null) await lockSellerOrderId(tx, { shopId, orderId: data.order_id });
  await lockSellerOrder(tx, sellerOrderId);
  const { state, storeOrderId } = await lockState(tx, id);
  return {
    id,
    sellerOrderId,
    sellingShopId: order.shopId,
    state,
    storeOrderId,
    lines: await lockLines(tx, id),
    stop: await findStop(tx, id),
    holdsItsLines: await readHoldsItsLines(tx, id),
    aliases: await findAliases(tx, id),
    orderIdTaken: await isIdTaken(tx, { shopId, orderId: data.order_id, shippingOrderId: id }),
    foreignReferences: await findForeignReferences(tx, { id, shopId, data }),
    known: await findPackage(tx, { shippingOrderId: id, packageId: data.package_id }),
  };
}

async function lockState(
  tx: Tx,
  id: string,
): Promise<{ state: ShippingOrderState; storeOrderId: string | null }> {
  const [row] = await rows(
    LockedState,
    tx.$queryRaw`
    SELECT state::text AS state, store_order_id AS "storeOrderId"
    FROM shipping_order WHERE id = ${id}::uuid FOR UPDATE`,
  );
  if (!row) throw new Error('a shipping order vanished');
  return row;
}

async function lockLines(tx: Tx, shippingOrderId: string): Promise<ShippingLineFacts[]> {
  return rows(
    LineRow,
    tx.$queryRaw`
    SELECT s.id, s.external_ref AS reference, s.quantity, s.packaged, s.rest_ended_at IS NOT NULL AS "restEnded"
    FROM shipping_order_line s JOIN order_line o ON o.id = s.order_line_id
    WHERE s.shipping_order_id = ${shippingOrderId}::uuid
    ORDER BY o.id FOR UPDATE OF o, s`,
  );
}

async function findStop(tx: Tx, shippingOrderId: string): Promise<StopState | null> {
  const stop = await tx.shippingOrderStop.findUnique({
    where: { shippingOrderId },
    select: { state: true },
  });
  return stop?.state ?? null;
}

async function findAliases(tx: Tx, shippingOrderId: string): Promise<Set<string>> {
  const aliases = await tx.shippingOrderAlias.findMany({
    where: { shippingOrderId },
    select: { orderId: true },
  });
  return new Set(aliases.map(({ orderId }) => orderId));
}

/** Another shop's references count as unknown: the answer does not reveal that they exist. */
async function findForeignReferences(
  tx: Tx,
  { id, shopId, data }: { id: string; shopId: number; data: FulfillmentShipped },
): Promise<Set<string>> {
  const references = data.line_items.map((line) => line.external_ref);
  const lines = await tx.shippingOrderLine.findMany({
    where: { externalRef: { in: references }, shippingOrderId: { not: id }, shippingOrder: { shopId } },
    select: { externalRef: true },
  });
  return new Set(lines.map(({ externalRef }) => externalRef));
}

async function findPackage(
  tx: Tx,
  identity: { shippingOrderId: string; packageId: string },
): Promise<KnownPackage | null> {
  const stored = await tx.package.findUnique({
    where: { shippingOrderId_packageId: identity },
    include: { lines: { include: { shippingOrderLine: { select: { externalRef: true } } } } },
  });
  if (!stored) return null;
  const { id, carrier, trackingNumber, trackingUrl, shippedAt, lines } = stored;
  const contents = new Map(lines.map((line) => [line.shippingOrderLine.externalRef, line.quantity]));
  return { id, carrier, trackingNumber, trackingUrl, shippedAt, contents };
}
