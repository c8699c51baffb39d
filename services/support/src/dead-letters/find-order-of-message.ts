import type { Tx } from '@hub/database';
import { COMMANDS, type Command } from '@hub/messaging';
import type { Message } from '@hub/support-desk';

/** The shop and the order of a message, for support to find it by. */
export interface OrderOfMessage {
  /** For an event the shop that sent it; for a command the shop that is called. */
  shopId: number | null;
  /** For an event the order id it names; for a command the selling shop's order id. */
  orderId: string | null;
}

/** Finds shop and order of a message; null where not found. */
export async function findOrderOfMessage(
  tx: Tx,
  message: Message,
  shopId: number | null,
): Promise<OrderOfMessage> {
  switch (message.kind) {
    case 'event':
      return { shopId, orderId: orderIdOf(message.data) };
    case 'command': {
      const finder = FINDERS.find(({ type }) => type === message.command.type);
      return (await finder?.find(tx, message.payload)) ?? { shopId, orderId: null };
    }
    case 'unreadable':
      return { shopId, orderId: null };
  }
}

function orderIdOf(data: Readonly<Record<string, unknown>>): string | null {
  const orderId = data['order_id'];
  return typeof orderId === 'string' && /^[^\0\p{Surrogate}]{1,255}$/u.test(orderId) ? orderId : null;
}

interface Finder {
  type: string;
  find(tx: Tx, payload: object): Promise<OrderOfMessage | null>;
}

const FINDERS: readonly Finder[] = [
  finderOf(COMMANDS.placeShippingOrder, async (tx, { shippingOrderId: id }) => {
    const found = await tx.shippingOrder.findUnique({ where: { id }, include: { order: true } });
    return found && { shopId: found.shopId, orderId: found.order.orderId };
  }),
  finderOf(COMMANDS.deliverTracking, async (tx, { packageId: id }) => {
    const found = await tx.package.findUnique({
      where: { id },
      select: { shippingOrder: { select: { order: { select: { shopId: true, orderId: true } } } } },
    });
    return found?.shippingOrder.order ?? null;
  }),
  finderOf(COMMANDS.registerReturn, async (tx, { returnId: id }) => {
    const found = await tx.return.findUnique({ where: { id } });
    return found && findSellerOrder(tx, found.sellerOrderId);
  }),
  finderOf(COMMANDS.stopShippingOrder, async (tx, { stopId: id }) => {
    const stop = await tx.shippingOrderStop.findUnique({ where: { id } });
    const found =
      stop &&
      (await tx.shippingOrder.findUnique({ where: { id: stop.shippingOrderId }, include: { order: true } }));
    return found && { shopId: found.shopId, orderId: found.order.orderId };
  }),
  finderOf(COMMANDS.routeOrder, (tx, { sellerOrderId }) => findSellerOrder(tx, sellerOrderId)),
  finderOf(COMMANDS.recalculateShop, async (_tx, { shopId }) => ({ shopId, orderId: null })),
  finderOf(COMMANDS.pullCatalogue, async (tx, { runId: id }) => {
    const run = await tx.catalogueRun.findUnique({ where: { id } });
    return run && { shopId: run.shopId, orderId: null };
  }),
];

function findSellerOrder(tx: Tx, id: string): Promise<OrderOfMessage | null> {
  return tx.sellerOrder.findUnique({ where: { id }, select: { shopId: true, orderId: true } });
}

function finderOf<T extends object>(
  command: Command<T>,
  find: (tx: Tx, payload: T) => Promise<OrderOfMessage | null>,
): Finder {
  return { type: command.type, find: (tx, payload) => find(tx, command.payload.parse(payload)) };
}
