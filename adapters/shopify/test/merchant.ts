import type { FakeOrder } from './fake-admin/data';
import type { FakeAdmin } from './fake-admin/fake-admin';
import { BUYER } from './fake-admin/fake-shop';

interface Named {
  line: string;
  quantity?: number;
}

interface Sale {
  lines: { variantId: string; quantity: number; network: boolean }[];
  totalDiscounts?: number;
  /** Of the buyer; a rehearsal's sale carries its code there. */
  address?: { address_line2?: string };
}

/** Who works in the shop's admin: what `hub-rehearse --simulate` asks for, done as a merchant does it at Shopify. */
export function merchantOf(fake: FakeAdmin, { own, network }: { own: string; network: string }) {
  const { shop } = fake;
  const orderOf = (orderId: string): FakeOrder => {
    const order = shop.order(orderId);
    if (!order) throw new Error(`there is no order ${orderId}`);
    return order;
  };

  return {
    sell({ lines: asked, totalDiscounts = 0, address }: Sale) {
      const lines = asked.map((line, index) => ({
        variant: shop.variant(line.variantId) ?? null,
        quantity: line.quantity,
        locationId: line.network ? network : own,
        discount: index === 0 ? totalDiscounts : 0,
      }));
      const order = shop.createOrder({
        lines,
        address: { ...BUYER, address2: address?.address_line2 ?? null },
      });
      shop.route(order, lines);
      return {
        orderId: order.id,
        lines: order.lines.map(({ id, variant, quantity }) => ({
          lineId: id,
          variantId: variant?.id,
          quantity,
        })),
      };
    },
    cancel: ({ orderId }: { orderId: string }) => void shop.cancel(orderOf(orderId)),
    ship({ orderId, lines }: { orderId: string; lines?: Named[] }) {
      const order = orderOf(orderId);
      const tracking = { company: 'PostNord', number: `PN${shop.nextId()}`, url: null };
      shop.fulfil(order, { lines: waitingOf(order, lines), tracking, notify: true });
    },
    /** What did not leave by a parcel of the merchant's left somehow: it came back. */
    return({ orderId, lines }: { orderId: string; lines?: Named[] }) {
      const order = orderOf(orderId);
      const waiting = waitingOf(order, lines);
      if (waiting.length > 0) shop.fulfil(order, { lines: waiting, tracking: null, notify: false });
      const chosen = linesOf(order, lines);
      const back = order.fulfillments
        .flatMap((parcel) => parcel.lines)
        .filter(({ line }) => chosen.some((one) => one.line === line))
        .map(({ id, quantity }) => ({ parcelLineId: id, quantity, note: '' }));
      const opened = shop.openReturn(order, back);
      if (opened) shop.closeReturn(order, opened.id);
    },
    stock({ variantId, locationId, quantity }: { variantId: string; locationId: string; quantity: number }) {
      const variant = shop.variant(variantId);
      if (variant) shop.setAvailable(variant.itemId, locationId, quantity);
    },
    list({ variantId, listed }: { variantId: string; listed: boolean }) {
      const product = shop.products.find(({ variants }) => variants.some(({ id }) => id === variantId));
      if (product) product.isActive = listed;
    },
    state: () => ({
      orders: shop.orders.map((order) => ({
        orderId: order.id,
        kind: order.tags.includes('hub_ship') ? 'shipping' : 'own',
        externalRef: order.customIds['hub_network.external_ref'] ?? null,
        status: order.cancelledAt ? 'cancelled' : 'created',
        paymentStatus: order.isPaid ? 'paid' : 'pending',
        tags: order.tags,
        document: { total_discounts: order.lines.reduce((sum, { discount }) => sum + discount, 0) },
      })),
      notifications: shop.notifications,
      returns: shop.orders.flatMap(({ returns }) => returns),
    }),
  };
}

/** Lines by the service's reference, or Shopify's number; all of them where none is named. */
function linesOf(order: FakeOrder, named?: Named[]) {
  const all = named ?? order.lines.map(({ id }): Named => ({ line: id }));
  return all.map(({ line: name, quantity }) => {
    const line = order.lines.find(
      ({ id, properties }) => id === name || properties.some(({ value }) => value === name),
    );
    if (!line) throw new Error(`order ${order.id} has no line ${name}`);
    return { line, quantity: quantity ?? line.quantity };
  });
}

/** As much of them as still waits. */
function waitingOf(order: FakeOrder, named?: Named[]) {
  const open = order.shares.filter(({ status }) => status === 'OPEN').flatMap(({ lines }) => lines);
  return linesOf(order, named).flatMap(({ line, quantity }) => {
    const share = open.find((one) => one.line === line);
    const part = Math.min(quantity, share?.remaining ?? 0);
    return share && part > 0 ? [{ shareLineId: share.id, quantity: part }] : [];
  });
}
