import type { People } from '@hub/conformance';
import { buy } from './customer';
import type { Staff } from './staff';

const CENTS = 100;
const COUPON = { code: 'TRIAL', percent: 15 };

/** The customers and staff of a Vendure shop, for a rehearsal: customers at the Shop API, staff at the Admin API. */
export function staffAsPeople(shop: { url: string; locationId: string }, staff: Staff): People {
  const { url, locationId } = shop;
  let packages = 0;
  let given: Promise<void> | null = null;
  const coupon = async (): Promise<string> => {
    await (given ??= staff.giveCoupon(COUPON.code, COUPON.percent));
    return COUPON.code;
  };
  const lineIds = async (orderId: string): Promise<Map<string, string>> => {
    const { lines } = await staff.order(orderId);
    return new Map(lines.map(({ id, customFields }) => [customFields.hubRef ?? '', id]));
  };
  const ofLines = async (orderId: string, lines: readonly { externalRef: string; quantity: number }[]) => {
    const ids = await lineIds(orderId);
    return lines.map(({ externalRef, quantity }) => ({ lineId: ids.get(externalRef) ?? '', quantity }));
  };
  const ship = (orderId: string, lines?: { lineId: string; quantity: number }[]) => {
    packages += 1;
    return staff.ship(orderId, { trackingNumber: `TRIAL-${packages}`, ...(lines && { lines }) });
  };
  return {
    /** A shop sells from its own shelves first: what the network is to ship, they must not have. */
    async sell(requested, { code, discounted }) {
      const before = new Map<string, number>();
      for (const { variantId, quantity, network = true } of requested) {
        before.set(variantId, await staff.sellable(variantId, locationId));
        if (network) await staff.setSellable(variantId, locationId, 0);
        else if ((before.get(variantId) ?? 0) < quantity)
          await staff.setSellable(variantId, locationId, quantity);
      }
      const couponCode = discounted ? await coupon() : undefined;
      const sold = await buy(url, requested, { couponCode, runCode: code });
      for (const [variantId, quantity] of before)
        if (isForNetwork(requested, variantId)) await staff.setSellable(variantId, locationId, quantity);
      return sold;
    },
    cancelSale: (orderId) => done(staff.cancel(orderId)),
    async takeSaleBack(orderId) {
      await ship(orderId);
      const { lines } = await staff.order(orderId);
      return done(
        staff.cancel(
          orderId,
          lines.map(({ id, quantity }) => ({ lineId: id, quantity })),
        ),
      );
    },
    changeStock: ({ variantId, locationId: at, quantity }) =>
      done(staff.setSellable(variantId, at, quantity)),
    ship: async ({ orderId, lines }) => done(ship(orderId, await ofLines(orderId, lines))),
    cannotShip: ({ orderId }) => done(staff.cancel(orderId)),
    takeBack: async ({ orderId, lines }) => done(staff.cancel(orderId, await ofLines(orderId, lines))),
    listVariant: (variantId, listed) => done(staff.setEnabled(variantId, listed)),
    async findShippingOrder(reference) {
      const orders = await staff.shippingOrders(reference);
      const [order] = orders;
      return {
        orders: orders.length,
        paid: order !== undefined && order.state !== 'ArrangingPayment' && order.state !== 'Draft',
        tagged: order?.customFields.hubTag === 'hub_ship',
        stopped: order?.state === 'Cancelled',
      };
    },
    async countNotifications(orderId, trackingNumber) {
      const { fulfillments } = await staff.order(orderId);
      return (fulfillments ?? []).filter(
        ({ trackingCode, state }) => trackingCode === trackingNumber && state === 'Shipped',
      ).length;
    },
    async findDiscount(orderId) {
      const { discounts } = await staff.order(orderId);
      return -discounts.reduce((sum, { amountWithTax }) => sum + amountWithTax, 0) / CENTS;
    },
    async countReturns(orderId) {
      const { history } = await staff.order(orderId);
      return history.items.filter(({ data }) => data.note?.startsWith('Network return')).length;
    },
  };
}

async function done(work: Promise<void>): Promise<true> {
  await work;
  return true;
}

const isForNetwork = (lines: Parameters<People['sell']>[0], variantId: string): boolean =>
  lines.some((line) => line.variantId === variantId && line.network !== false);
