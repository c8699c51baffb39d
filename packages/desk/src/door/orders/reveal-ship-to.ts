import { inTransaction, type Database, type Prisma } from '@hub/database';
import { recordActions } from '../../engine/record-actions';
import { actorOfVisit, type Visit } from '../visit';

export type Revealed =
  | { kind: 'done'; answer: { external_ref: string; ship_to: Record<string, unknown> } }
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown' };

/**
 * The delivery address of a shipping order of this shop, as sent in `POST /orders`; none for one that was never sent.
 * The view is recorded in the same transaction.
 */
export async function revealShipTo(
  db: Database,
  look: { visit: Visit; reference: string },
): Promise<Revealed> {
  const { visit, reference } = look;
  const { contact } = visit;
  return inTransaction(db, async (tx) => {
    const order = await tx.shippingOrder.findFirst({
      where: { shopId: contact.shopId, OR: [{ externalRef: reference }, { storeOrderId: reference }] },
      select: {
        externalRef: true,
        payload: true,
        firstSentAt: true,
        order: { select: { id: true, blankedAt: true } },
      },
    });
    if (order === null || order.firstSentAt === null) return { kind: 'unknown' };
    const shipTo = shipToOf(order.payload);
    if (shipTo === null || order.order.blankedAt !== null)
      return { kind: 'refused', reason: 'it is not kept any more' };
    await recordActions(tx, {
      actor: actorOfVisit(visit),
      action: 'door.reveal',
      subjects: [`order:${order.order.id}`],
      detail: { reference: order.externalRef },
    });
    return { kind: 'done', answer: { external_ref: order.externalRef, ship_to: shipTo } };
  });
}

function shipToOf(payload: Prisma.JsonValue): Record<string, unknown> | null {
  if (!isObject(payload)) return null;
  const { ship_to: shipTo } = payload;
  return shipTo !== undefined && isObject(shipTo) ? shipTo : null;
}

function isObject(value: Prisma.JsonValue): value is Prisma.JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
