import { z } from 'zod';
import type { People, ShippedLines } from '../people';

const Sold = z.object({
  orderId: z.string(),
  lines: z.array(z.object({ lineId: z.string(), variantId: z.string(), quantity: z.number() })),
});

/** Less than the price of any piece there. */
const DISCOUNT = 5.5;

const State = z.object({
  orders: z.array(
    z.object({
      kind: z.enum(['own', 'shipping']),
      orderId: z.string(),
      externalRef: z.string().nullable(),
      status: z.enum(['created', 'cancelled']),
      paymentStatus: z.string(),
      tags: z.array(z.string()),
      document: z.looseObject({ total_discounts: z.number().optional() }),
    }),
  ),
  notifications: z.array(z.object({ orderId: z.string(), trackingNumber: z.string() })),
  returns: z.array(z.object({ orderId: z.string() })),
});

/**
 * The staff of a store simulator: they do every request at once, through its control endpoints.
 *
 * @param controlUrl as `http://127.0.0.1:4100/_control`
 */
export function simulatedPeople(controlUrl: string): People {
  const root = controlUrl.replace(/\/+$/, '');
  const post = (path: string, body: object): Promise<unknown> => control(`${root}/${path}`, body);
  const done = async (path: string, body: object): Promise<true> => {
    await post(path, body);
    return true;
  };
  const state = async () => State.parse(await control(`${root}/state`));
  return {
    async sell(lines, terms) {
      const asked = lines.map(({ network = true, ...line }) => ({ ...line, network }));
      const discount = terms.discounted ? { totalDiscounts: DISCOUNT } : {};
      const address = { address_line2: terms.code };
      const sold = Sold.parse(await post('sell', { lines: asked, address, ...discount }));
      return {
        orderId: sold.orderId,
        lines: sold.lines.map(({ lineId, ...line }) => ({ lineItemId: lineId, ...line })),
      };
    },
    cancelSale: (orderId) => done('cancel', { orderId }),
    takeSaleBack: (orderId) => done('return', { orderId }),
    changeStock: (level) => done('stock', level),
    ship: (shippingOrder) => done('ship', packed(shippingOrder)),
    cannotShip: ({ orderId }) => done('cancel', { orderId }),
    takeBack: (shippingOrder) => done('return', packed(shippingOrder)),
    listVariant: (variantId, listed) => done('list', { variantId, listed }),
    async findShippingOrder(externalRef) {
      const orders = (await state()).orders.filter(
        (order) => order.kind === 'shipping' && order.externalRef === externalRef,
      );
      const [order] = orders;
      return {
        orders: orders.length,
        paid: order?.paymentStatus === 'paid',
        tagged: order?.tags.includes('hub_ship') ?? false,
        stopped: order?.status === 'cancelled',
      };
    },
    async countNotifications(orderId, trackingNumber) {
      const { notifications } = await state();
      return notifications.filter((one) => one.orderId === orderId && one.trackingNumber === trackingNumber)
        .length;
    },
    async findDiscount(orderId) {
      const order = (await state()).orders.find((one) => one.orderId === orderId);
      return order?.document.total_discounts ?? null;
    },
    async countReturns(orderId) {
      const { returns } = await state();
      return returns.filter((one) => one.orderId === orderId).length;
    },
  };
}

/** Makes the simulator send its events to this address from now on. */
export async function directEvents(controlUrl: string, url: string): Promise<void> {
  await control(`${controlUrl.replace(/\/+$/, '')}/events`, { url });
}

function packed({ orderId, lines }: ShippedLines) {
  return { orderId, lines: lines.map(({ externalRef, quantity }) => ({ line: externalRef, quantity })) };
}

/** Longer than the simulator waits for the answer to an event. */
const CONTROL_TIMEOUT_MS = 60_000;

async function control(url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(CONTROL_TIMEOUT_MS),
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  if (!response.ok) throw new Error(`the simulator refused ${url}: ${await response.text()}`);
  return response.json();
}
