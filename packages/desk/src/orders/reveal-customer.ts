import { inTransaction, type Database, type Prisma, type Tx } from '@hub/database';
import { z } from 'zod';
import { recordActions } from '../engine/record-actions';

/** The personal data of an order (D29), as its shops gave it. */
export interface CustomerData {
  /** Name, street, phone, e-mail address and so on, under the contract's names. */
  address: Prisma.JsonObject;
  /** The customer's comments on returned goods (D13). */
  returns: { returnId: string; note: string | null; reasons: string[] }[];
  /** Shops' reasons for stopping the order. */
  cancellationReasons: string[];
  /** The address that shipping shops write to instead, by our reference. */
  relayAddresses: { shippingOrder: string; address: string }[];
}

export type RevealedCustomer =
  | { kind: 'revealed'; customer: CustomerData }
  /** Nothing of it is kept any more (D30). */
  | { kind: 'blanked'; since: Date | null }
  | { kind: 'unknown' };

/** The customer's personal data of an order; the view is recorded in the same transaction. */
export async function revealCustomer(
  db: Database,
  look: { id: string; actor: string },
): Promise<RevealedCustomer> {
  const { id, actor } = look;
  if (!z.uuid().safeParse(id).success) return { kind: 'unknown' };
  return inTransaction(db, async (tx) => {
    const order = await tx.sellerOrder.findUnique({
      where: { id },
      select: { shopId: true, orderId: true, shipTo: true, latitude: true, longitude: true, blankedAt: true },
    });
    if (!order) return { kind: 'unknown' };
    await recordActions(tx, { actor, action: 'order.reveal', subjects: [`order:${id}`] });
    if (order.blankedAt !== null || !isObject(order.shipTo))
      return { kind: 'blanked', since: order.blankedAt };
    const { latitude, longitude } = order;
    const coordinates = latitude === null || longitude === null ? {} : { latitude, longitude };
    const address = { ...order.shipTo, ...coordinates };
    return { kind: 'revealed', customer: { address, ...(await readRest(tx, { id, ...order })) } };
  });
}

async function readRest(
  tx: Tx,
  order: { id: string; shopId: number; orderId: string },
): Promise<Omit<CustomerData, 'address'>> {
  const sellerOrderId = order.id;
  const [returns, cancellations, shippingOrders] = await Promise.all([
    tx.return.findMany({
      where: { sellerOrderId },
      orderBy: { createdAt: 'asc' },
      select: { id: true, customerNote: true, lines: { select: { reason: true } } },
    }),
    tx.cancellation.findMany({
      where: { sellerOrderId, reason: { not: null } },
      orderBy: { requestedAt: 'asc' },
      select: { reason: true },
    }),
    tx.shippingOrder.findMany({
      where: { sellerOrderId },
      orderBy: { number: 'asc' },
      select: {
        shopId: true,
        storeOrderId: true,
        externalRef: true,
        relayEmail: true,
        aliases: { select: { shopId: true, orderId: true } },
      },
    }),
  ]);
  const names = [
    order,
    ...shippingOrders.flatMap(({ shopId, storeOrderId, aliases }) => [
      { shopId, orderId: storeOrderId },
      ...aliases,
    ]),
  ];
  const markers = await tx.cancellationMarker.findMany({
    where: {
      OR: names.flatMap(({ shopId, orderId }) => (orderId === null ? [] : { shopId, orderId })),
      reason: { not: null },
    },
    select: { reason: true },
  });
  return {
    returns: returns.map(({ id, customerNote, lines }) => ({
      returnId: id,
      note: customerNote,
      reasons: lines.flatMap(({ reason }) => reason ?? []),
    })),
    cancellationReasons: [...markers, ...cancellations].flatMap(({ reason }) => reason ?? []),
    relayAddresses: shippingOrders.flatMap(({ externalRef, relayEmail }) =>
      relayEmail === null ? [] : [{ shippingOrder: externalRef, address: relayEmail }],
    ),
  };
}

function isObject(value: Prisma.JsonValue): value is Prisma.JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
