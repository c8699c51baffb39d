import { eventually } from '@hub/testing';
import { HUB_LOCATION_ID, LOCATION_ID } from './a-catalogue';
import { captureExplanations } from './capture-explanations';
import { captureRefusals } from './capture-refusals';
import { captureStoreAnswers } from './capture-store-errors';
import type { World } from './open-world';
import { CUSTOMER, type TestShop } from './shops';

/** What went over the wire in a journey, as it was. */
export interface Captured {
  /** The body of each event, by name; a return of the seller's own order beside that of a shipping order. */
  events: Record<string, unknown>;
  /** Bodies of answers to events: by outcome, and by code. */
  outcomes: Record<string, unknown>;
  refusals: Record<string, unknown>;
  /** Each call to a store by `METHOD /path`, with the store's receipt. */
  calls: Record<string, { request?: unknown; receipt: unknown }>;
  /** Stores' error bodies, by code. */
  storeErrors: Record<string, unknown>;
  /** What is said of a signature, by what was wrong with it. */
  explanations: Record<string, unknown>;
}

/** Has the stores of a world trade once with every event, call and answer, and keeps what was sent. */
export async function captureExamples(world: World): Promise<Captured> {
  const captured: Captured = {
    events: {},
    outcomes: {},
    refusals: {},
    calls: {},
    storeErrors: {},
    explanations: {},
  };
  const trade = new Trade(world, captured);
  await trade.reportStock();
  const orderId = await trade.sellAndShip();
  await trade.cancel();
  const { errors, page } = await captureStoreAnswers(world, orderId);
  captured.calls['GET /products'] = { receipt: page };
  const refusals = await captureRefusals(world, orderId);
  return { ...captured, refusals, storeErrors: errors, explanations: await captureExplanations(world) };
}

class Trade {
  constructor(
    private readonly world: World,
    private readonly captured: Captured,
  ) {}

  async reportStock(): Promise<void> {
    const { near, selling } = this.world.shops;
    const before = selling.store.requests.length;
    const report = near.store.changeStock(near.variantId, LOCATION_ID, 7);
    await this.keepEvent(report);
    await this.keepOutcome('duplicate', near.store.resend(report.eventId));
    const stock = (location_id: string, changed_at: string) => ({
      variant_id: near.variantId,
      location_id,
      quantity: 7,
      changed_at,
    });
    await this.keepOutcome(
      'stale',
      near.store.send('inventory.updated', stock(LOCATION_ID, '2026-01-01T00:00:00Z')),
    );
    const now = new Date().toISOString();
    await this.keepOutcome('echo', near.store.send('inventory.updated', stock(HUB_LOCATION_ID, now)));
    await selling.store.until(() => callTo(selling, 'PUT /inventory', before) !== undefined);
    this.keepCall(selling, 'PUT /inventory', before);
  }

  /** @returns the selling shop's order, shipped and returned */
  async sellAndShip(): Promise<string> {
    const { near, selling } = this.world.shops;
    const { orderId, lines } = await this.sell(2);
    const [shipping] = near.store.orders;
    if (!shipping) throw new Error('no shipping order');
    this.keepCall(near, 'POST /orders');
    const guarded = { order_id: shipping.orderId, tags: ['hub_ship'] };
    await this.keepOutcome('skipped', near.store.send('order.created', guarded));

    await this.keepEvent(
      near.store.ship(shipping.orderId, {
        carrier: 'PostNord',
        trackingNumber: '00373500489530470013',
        trackingUrl: 'https://tracking.example/00373500489530470013',
      }),
    );
    await selling.store.until(() => selling.store.notifications.length === 1);
    this.keepCall(selling, 'PUT /orders/{order_id}/tracking');

    const [line] = shipping.lines;
    const returned = {
      lines: [{ line: line?.lineId ?? '', reason: 'too small' }],
      customerNote: 'Please send a larger one.',
    };
    await this.keepEvent(near.store.returnGoods(shipping.orderId, returned));
    await selling.store.until(() => selling.store.returns.length === 1);
    this.keepCall(selling, 'POST /returns');
    const own = selling.store.returnGoods(orderId, { lines: [{ line: lines[1]?.lineId ?? '' }] });
    await this.keepEvent(own, 'return.created of an own order');
    return orderId;
  }

  async cancel(): Promise<void> {
    const { near, selling } = this.world.shops;
    const { orderId } = await this.sell(1);
    await eventually(async () => {
      const placed = await this.world.db.shippingOrder.count({
        where: { state: 'placed', order: { orderId } },
      });
      if (placed !== 1) throw new Error('not placed');
    });
    await this.keepEvent(selling.store.cancelOrder(orderId, 'customer changed her mind'), 'order.cancelled');
    this.keepCall(near, 'POST /cancel');
  }

  private async sell(pieces: number) {
    const { near, selling } = this.world.shops;
    const orders = near.store.orders.length;
    const { variantId } = selling;
    const sold = selling.store.sell({
      lines: [
        { variantId, quantity: pieces, network: true, unitPrice: 100, title: 'Down jacket, M' },
        {
          variantId: 'variant-of-its-own',
          quantity: 1,
          network: false,
          unitPrice: 25.5,
          title: 'Wool socks',
        },
      ],
      address: { ...CUSTOMER, phone: '+45 20 00 00 00' },
      shippingCost: 5,
      totalDiscounts: 10,
    });
    await this.keepEvent(sold.delivery);
    await near.store.until(() => near.store.orders.length === orders + 1);
    return sold;
  }

  private async keepEvent(delivery: Delivery, name = delivery.event): Promise<void> {
    const { answer } = await delivery.done;
    if (answer?.status !== 200 || answer.outcome === undefined)
      throw new Error(`${name}: ${JSON.stringify(answer)}`);
    this.captured.events[name] ??= JSON.parse(delivery.body.toString());
    this.captured.outcomes[answer.outcome] ??= answer.body;
  }

  private async keepOutcome(outcome: string, delivery: Delivery): Promise<void> {
    const { answer } = await delivery.done;
    if (answer?.outcome !== outcome) throw new Error(`${outcome}: ${JSON.stringify(answer)}`);
    this.captured.outcomes[outcome] = answer.body;
  }

  private keepCall(shop: TestShop, endpoint: string, from = 0): void {
    const call = callTo(shop, endpoint, from);
    if (!call) throw new Error(`${shop.slug} was not called: ${endpoint}`);
    this.captured.calls[endpoint] = { request: call.body, receipt: call.answer };
  }
}

type Delivery = ReturnType<TestShop['store']['ship']>;

function callTo({ store }: TestShop, endpoint: string, from: number) {
  return store.requests.slice(from).find((call) => call.endpoint === endpoint && call.status === 200);
}
