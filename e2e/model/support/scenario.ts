import { setTimeout as wait } from 'node:timers/promises';
import type { Delivery, Fault, StoreOrder } from '@hub/store-simulator';
import { z } from 'zod';
import type { Answered } from './fake-ingress';
import { LOCATION, type Articles, type Shop, type Stage } from './stage';
import type { Step } from './steps';
import { Support } from './support';

/** An event that a shop sent because of a step, or an echo of it. */
export interface SentEvent {
  shop: Shop;
  delivery: Delivery;
}

const Document = z.object({ ship_to: z.object({ name: z.string() }) });
/** So long a step waits for something to do it to. */
const PATIENCE_MS = 400;
/** Within that an event was turned away at a door that is shut. */
const TURNED_AWAY_MS = 30;

/** One scenario: what happened at the stores, what they reported, and how they were answered. */
export class Scenario {
  /** The selling shop's own order ids. */
  readonly orderIds: string[] = [];
  readonly answers: Answered[] = [];
  /** `200 stopped` answers that were not true when they were given. */
  readonly falseStops: string[] = [];
  /** Shops that lied about having shipped: `409 order_already_shipped` though they had not. */
  lied = false;
  stockChanged = false;
  readonly support: Support;
  private readonly before: Map<Shop, number>;

  private constructor(
    readonly stage: Stage,
    readonly articles: Articles,
  ) {
    this.before = new Map(stage.allShops.map((shop) => [shop, shop.store.deliveries.length]));
    this.support = new Support(stage, this.orderIds);
    stage.door.onAnswer = (answered) => this.note(answered);
  }

  static async begin(stage: Stage): Promise<Scenario> {
    return new Scenario(stage, await stage.newArticles());
  }

  /** Every event of this scenario, echoes and resends too. */
  get sentEvents(): SentEvent[] {
    return this.stage.allShops.flatMap((shop) =>
      shop.store.deliveries.slice(this.before.get(shop)).map((delivery) => ({ shop, delivery })),
    );
  }

  /** Shipping orders of this scenario, as their stores have them. */
  get atStores(): { shop: Shop; order: StoreOrder }[] {
    return this.stage.shops.shipping.flatMap((shop) =>
      shop.store.orders.filter((order) => this.isOurs(shop, order)).map((order) => ({ shop, order })),
    );
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'sell':
        return this.sell(step);
      case 'ship':
        return this.ship(step);
      case 'cancel order':
        return this.withOwnOrder(step.pick, (orderId) => this.selling.cancelOrder(orderId));
      case 'platform returns':
        return this.withOwnOrder(step.pick, (orderId) => this.platformReturns(orderId, step.pick));
      case 'cannot ship':
        return this.withOrderAtStore(step.pick, isUntouched, ({ shop, order }) =>
          shop.store.cancelOrder(order.orderId),
        );
      case 'goods come back':
        return this.withOrderAtStore(step.pick, isOpen, ({ shop, order }) => {
          // The report of the package may come after that of the return.
          if (hasSomethingToShip(order)) shop.store.ship(order.orderId);
          shop.store.returnGoods(order.orderId);
        });
      case 'ship unseen, cancel':
        return this.shipUnseen(step.pick);
      case 'send again':
        return this.sendAgain(step.pick);
      case 'stock':
        return this.changeStock(step);
      case 'fault':
        return this.addFault(step);
      case 'support re-routes':
        return this.support.reroute(step.pick);
      case 'support resumes':
        return this.support.resume(step.pick);
      case 'support settles':
        return this.support.settle(step.pick, (reference) => this.idAtStore(reference));
      case 'door':
        this.stage.door.isOpen = step.open;
        return;
      case 'kill a handler':
        this.stage.workers[step.service].life.killOne(step.afterPoints);
        return;
      case 'kill a worker':
        return this.stage.restart(step.service);
      case 'wait':
        await wait(step.ms);
    }
  }

  /** What a shop finds under a reference of ours when people ask it; null: nothing. */
  idAtStore(reference: string): string | null {
    const found = this.atStores.find(({ order }) => order.externalRef === reference);
    return found?.order.orderId ?? null;
  }

  private get selling() {
    return this.stage.shops.selling.store;
  }

  private isOurs(shop: Shop, order: StoreOrder): boolean {
    const ids = [0, 1].map((article) => this.articles.variantId(shop, article));
    return order.kind === 'shipping' && order.lines.every(({ variantId }) => ids.includes(variantId));
  }

  private note(answered: Answered): void {
    // An echo of the scenario before may come late.
    if (!this.sentEvents.some(({ delivery }) => delivery.eventId === answered.eventId)) return;
    this.answers.push(answered);
    const { event, orderId, verdict } = answered;
    const isStopped = verdict.status === 200 && verdict.outcome === 'stopped';
    if (event !== 'order.cancelled' || !isStopped || orderId === null) return;
    if (answered.shopId !== this.stage.shops.selling.id) return;
    for (const { shop, order } of this.atStores)
      if (order.status === 'created' && this.ownOrderOf(order) === orderId)
        this.falseStops.push(`${orderId} was said to be stopped while ${shop.slug} has ${order.orderId}`);
  }

  /** The selling shop's order that a shipping order is for: its customers are numbered. */
  ownOrderOf({ document }: StoreOrder): string | undefined {
    const { ship_to: customer } = Document.parse(document);
    return this.orderIds[Number(customer.name)];
  }

  private sell({ lines, own }: Extract<Step, { do: 'sell' }>): void {
    if (this.orderIds.length === 2) return;
    const { selling } = this.stage.shops;
    const network = lines.map(({ article, quantity }) => ({
      variantId: this.articles.variantId(selling, article),
      quantity,
      network: true,
      unitPrice: 100,
    }));
    const ownLine = { variantId: this.articles.variantId(selling, 0), quantity: 1, network: false };
    const sold = selling.store.sell({
      lines: own ? [...network, ownLine] : network,
      address: { name: String(this.orderIds.length) },
    });
    this.orderIds.push(sold.orderId);
  }

  private async ship({ pick, part }: Extract<Step, { do: 'ship' }>): Promise<void> {
    await this.withOrderAtStore(pick, hasSomethingToShip, ({ shop, order }) => {
      const [line] = order.lines.filter(({ quantity, shipped }) => shipped < quantity);
      const lines = part && line ? [{ line: line.lineId, quantity: 1 }] : undefined;
      shop.store.ship(order.orderId, { lines });
    });
  }

  private async shipUnseen(pick: number): Promise<void> {
    const { door } = this.stage;
    const wasOpen = door.isOpen;
    door.isOpen = false;
    let orderId: string | undefined;
    await this.withOrderAtStore(pick, hasSomethingToShip, ({ shop, order }) => {
      shop.store.ship(order.orderId);
      orderId = this.ownOrderOf(order);
    });
    await wait(TURNED_AWAY_MS);
    door.isOpen = wasOpen;
    if (orderId !== undefined) this.selling.cancelOrder(orderId);
  }

  private platformReturns(orderId: string, pick: number): void {
    const { lines } = this.selling.order(orderId);
    const line = lines[pick % lines.length];
    if (line) this.selling.returnGoods(orderId, { lines: [{ line: line.lineId }] });
  }

  private sendAgain(pick: number): void {
    const { sentEvents } = this;
    const again = sentEvents[sentEvents.length - 1 - (pick % Math.max(1, sentEvents.length))];
    if (again) again.shop.store.resend(again.delivery.eventId);
  }

  private changeStock({ pick, article, pieces }: Extract<Step, { do: 'stock' }>): void {
    const shop = this.shippingShop(pick);
    this.stockChanged = true;
    shop.store.changeStock(this.articles.variantId(shop, article), LOCATION, pieces);
  }

  private addFault({ pick, call, fault, times }: Extract<Step, { do: 'fault' }>): void {
    const ofSeller = call === 'POST /returns' || call === 'PUT /orders/{order_id}/tracking';
    if (fault === 'already shipped') {
      if (call !== 'POST /cancel') return;
      this.lied = true;
    }
    const { selling, shipping } = this.stage.shops;
    // Of the last picks all shipping shops suffer.
    const struck = ofSeller ? [selling] : pick < shipping.length ? [this.shippingShop(pick)] : shipping;
    for (const { store } of struck)
      for (const one of faultsOf(fault, times)) store.faults.add({ endpoint: call, ...one });
  }

  private shippingShop(pick: number): Shop {
    const { shipping } = this.stage.shops;
    const shop = shipping[pick % shipping.length];
    if (!shop) throw new Error('no shops');
    return shop;
  }

  private withOwnOrder(pick: number, act: (orderId: string) => unknown): void {
    const orderId = this.orderIds[pick % Math.max(1, this.orderIds.length)];
    if (orderId !== undefined) act(orderId);
  }

  private async withOrderAtStore(
    pick: number,
    fits: (order: StoreOrder) => boolean,
    act: (found: { shop: Shop; order: StoreOrder }) => unknown,
  ): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const fitting = this.atStores.filter(({ order }) => fits(order));
      const found = fitting[pick % Math.max(1, fitting.length)];
      if (found) {
        act(found);
        return;
      }
      if (performance.now() > deadline) return;
      await wait(20);
    }
  }
}

function isUntouched({ status, lines }: StoreOrder): boolean {
  return status === 'created' && lines.every(({ shipped }) => shipped === 0);
}

function hasSomethingToShip({ status, lines }: StoreOrder): boolean {
  return status === 'created' && lines.some(({ shipped, quantity }) => shipped < quantity);
}

function isOpen({ status }: StoreOrder): boolean {
  return status === 'created';
}

function faultsOf(
  fault: Extract<Step, { do: 'fault' }>['fault'],
  times: number,
): { times: number; fault: Fault }[] {
  switch (fault) {
    case 'slow':
      return [{ times, fault: { kind: 'delay', ms: 150, when: 'after' } }];
    case 'fails':
      return [{ times, fault: { kind: 'status', status: 503 } }];
    case 'lost before':
      return [{ times, fault: { kind: 'drop', when: 'before' } }];
    case 'lost after':
      return [{ times, fault: { kind: 'drop', when: 'after' } }];
    case 'lost after, then unauthorized':
      return [
        { times: 1, fault: { kind: 'drop', when: 'after' } },
        { times: 1, fault: { kind: 'status', status: 401, code: 'unauthorized' } },
      ];
    case 'lost after, then denied':
      return [
        { times: 1, fault: { kind: 'drop', when: 'after' } },
        { times, fault: { kind: 'status', status: 404, code: 'unknown_order' } },
      ];
    case 'lost after, then conflict':
      return [
        { times: 1, fault: { kind: 'drop', when: 'after' } },
        { times, fault: { kind: 'status', status: 409, code: 'idempotency_conflict' } },
      ];
    case 'refused':
      return [{ times, fault: { kind: 'status', status: 400, code: 'invalid_request' } }];
    case 'wrong receipt':
      return [{ times, fault: { kind: 'wrong_receipt', change: { external_ref: 'not-yours' } } }];
    case 'already shipped':
      return [{ times, fault: { kind: 'status', status: 409, code: 'order_already_shipped' } }];
  }
}
