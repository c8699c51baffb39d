import type { People } from '@hub/conformance';
import { buy } from './customer';
import type { MedusaApi } from './medusa-api';
import type { ShopOrder, Staff } from './staff';

/**
 * The customers and staff of a Medusa shop, for a rehearsal: customers at the Store API, staff at the Admin API.
 *
 * @param locationOf Medusa's id of a location, by its number on the sheet
 */
export function staffAsPeople(api: MedusaApi, staff: Staff, locationOf: (number: string) => string): People {
  const { own } = api.seeded;
  let packages = 0;
  const shipAs = (orderId: string, lines?: { lineId: string; quantity: number }[]): Promise<true> => {
    packages += 1;
    return staff.ship(orderId, { trackingNumber: `TRIAL-${packages}`, ...(lines && { lines }) });
  };
  const linesOf = async (orderId: string, lines: readonly { externalRef: string; quantity: number }[]) => {
    const { items } = await staff.order(orderId);
    return lines.map(({ externalRef, quantity }) => ({ lineId: lineIdOf(items, externalRef), quantity }));
  };
  return {
    /** A shop sells from its own shelves first: what the network is to ship, they must not have. */
    async sell(requested, terms) {
      const before = new Map<string, number>();
      for (const { variantId, quantity, network = true } of requested) {
        const had = await staff.sellable(variantId, own);
        before.set(variantId, had);
        await staff.setSellable(variantId, own, network ? 0 : Math.max(had, quantity));
      }
      const sold = await buy(api, requested, terms);
      await staff.capture(sold.orderId);
      for (const { variantId, network = true } of requested)
        if (network) await staff.setSellable(variantId, own, before.get(variantId) ?? 0);
      return sold;
    },
    cancelSale: (orderId) => staff.cancel(orderId),
    async takeSaleBack(orderId) {
      await shipAs(orderId);
      const { items } = await staff.order(orderId);
      const lines = items.map(({ id, quantity }) => ({ lineId: id, quantity }));
      return staff.takeBack(orderId, { locationId: own, lines });
    },
    changeStock: ({ variantId, locationId, quantity }) =>
      staff.setSellable(variantId, locationOf(locationId), quantity),
    ship: async ({ orderId, lines }) => shipAs(orderId, await linesOf(orderId, lines)),
    cannotShip: ({ orderId }) => staff.cancel(orderId),
    takeBack: async ({ orderId, lines }) =>
      staff.takeBack(orderId, { locationId: own, lines: await linesOf(orderId, lines) }),
    listVariant: (variantId, listed) => staff.setListed(variantId, listed),
    async findShippingOrder(reference) {
      const orders = await staff.shippingOrders(reference);
      const [order] = orders;
      return {
        orders: orders.length,
        paid: order?.payment_status === 'captured',
        tagged: order?.metadata?.tag === 'hub_ship',
        stopped: order?.status === 'canceled',
      };
    },
    async countNotifications(orderId, trackingNumber) {
      const { fulfillments } = await staff.order(orderId);
      const sent = fulfillments.filter(({ shipped_at }) => shipped_at);
      return sent.filter(({ labels }) => labels.some((label) => label.tracking_number === trackingNumber))
        .length;
    },
    findDiscount: async (orderId) => (await staff.order(orderId)).discount_total,
    countReturns: async (orderId) => (await staff.returns(orderId)).length,
  };
}

function lineIdOf(items: ShopOrder['items'], externalRef: string): string {
  const item = items.find(({ metadata }) => metadata?.hub_external_ref === externalRef);
  if (!item) throw new Error(`no line ${externalRef}`);
  return item.id;
}
