import type { ReturnCreated } from '@hub/contract';
import type { Tx } from '@hub/database';
import { findNamedOrder, lockSellerOrderId, type NamedOrder } from '@hub/orders/records';

/**
 * Finds the order: by the id, or, where no shipping order has it yet, by our references, which only the shop that was
 * sent them knows (D11). It then gets the id, so a concurrent cancellation that names it waits.
 */
export async function findReturnTarget(
  tx: Tx,
  event: { shopId: number; data: ReturnCreated; now: number },
): Promise<NamedOrder> {
  const { shopId, data, now } = event;
  const named = { shopId, orderId: data.order_id, now };
  const byId = await findNamedOrder(tx, named);
  if (byId.kind === 'shipping_order') return byId;
  if ((await findByReferences(tx, event)) === null) return byId;
  await lockSellerOrderId(tx, named);
  const again = await findNamedOrder(tx, named);
  if (again.kind === 'shipping_order') return again;
  return (await findByReferences(tx, event)) ?? again;
}

/** The shop's shipping order without an id that has the event's reference or, where it has none, one of its lines'. */
async function findByReferences(
  tx: Tx,
  { shopId, data }: { shopId: number; data: ReturnCreated },
): Promise<NamedOrder | null> {
  const { external_ref: externalRef, lines } = data;
  const references = lines.flatMap(({ external_ref: reference }) => reference ?? []);
  const found = await tx.shippingOrder.findFirst({
    where: {
      shopId,
      storeOrderId: null,
      state: { not: 'dry_run' },
      ...(externalRef === undefined
        ? { lines: { some: { externalRef: { in: references } } } }
        : { externalRef }),
    },
    select: { id: true, sellerOrderId: true },
  });
  return found && { kind: 'shipping_order', shippingOrderId: found.id, sellerOrderId: found.sellerOrderId };
}
