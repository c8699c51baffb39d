import type { Tx } from '@hub/database';
import { COMMANDS, type Command } from '@hub/messaging';
import { findOrderOfWork, type OrderOfMessage } from '@hub/desk/works';
import type { Message } from '@hub/desk/messages';

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
      const { command, payload } = message;
      const finder = FINDERS.find(({ type }) => type === command.type);
      const found = finder
        ? await finder.find(tx, payload)
        : await findOrderOfWork(tx, { type: command.type, payload });
      return found ?? { shopId, orderId: null };
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
