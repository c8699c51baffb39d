import { type StoreOrder } from '@hub/store-simulator';
import type { Chance } from '@hub/testing';
import { titlesOf, type Journal } from './journal';
import type { ChaosShop, Network } from './network';

interface Plan {
  at: number;
  carryOut: () => void;
}

/**
 * What shops do with orders that they ship for others: most ship them, some in two parcels, some cannot; some goods come
 * back. No shop ships what is stopped.
 */
export class ShippingDesk {
  private readonly seen = new Set<string>();
  private plans: Plan[] = [];
  /** Everything is shipped from now on, as soon as it comes. */
  private isClearing = false;

  constructor(
    private readonly network: Network,
    private readonly context: { journal: Journal; chance: Chance },
  ) {}

  /** Takes in what has come since, and does what is due. */
  work(): void {
    for (const shop of this.network.shops)
      for (const order of shop.store.orders)
        if (order.kind === 'shipping' && !this.seen.has(order.orderId)) this.takeIn(shop, order);
    const now = Date.now();
    const due = this.plans.filter(({ at }) => at <= now);
    this.plans = this.plans.filter(({ at }) => at > now);
    for (const { carryOut } of due) carryOut();
  }

  clearEverything(): void {
    this.isClearing = true;
    this.plans = this.plans.map(({ carryOut }) => ({ at: 0, carryOut }));
  }

  private takeIn(shop: ChaosShop, order: StoreOrder): void {
    const { journal, chance } = this.context;
    this.seen.add(order.orderId);
    const now = Date.now();
    const deductedAt = shop.deducts === 'order' ? [now] : [];
    journal.arrivals.push({ at: now, shop: shop.slug, order, deductedAt });
    if (shop.deducts === 'order') this.noteMissing(order);
    this.decide(shop, order, this.isClearing ? 1 : chance.between(1, 100));
  }

  private decide(shop: ChaosShop, order: StoreOrder, fate: number): void {
    if (fate <= 70) this.later(3_000, () => this.ship(shop, order));
    else if (fate <= 80) this.shipInTwo(shop, order);
    else if (fate <= 88) this.later(2_000, () => this.cannotShip(shop, order));
    else this.later(2_000, () => this.shipAndTakeBack(shop, order));
  }

  private ship(shop: ChaosShop, order: StoreOrder): boolean {
    const isOpen = order.status === 'created' && order.lines.some((line) => line.shipped < line.quantity);
    if (!isOpen) return false;
    shop.store.ship(order.orderId);
    if (shop.deducts === 'shipment') {
      this.noteDeducted(order);
      this.noteMissing(order);
    }
    return true;
  }

  private noteDeducted(order: StoreOrder): void {
    this.context.journal.arrivals.find((one) => one.order === order)?.deductedAt.push(Date.now());
  }

  /** A figure never falls below zero: what a shop lacks for an order is no fall that it can report. */
  private noteMissing({ lines }: StoreOrder): void {
    for (const { variantId, quantity, taken } of lines) {
      const missing = quantity - taken.reduce((sum, one) => sum + one.quantity, 0);
      if (missing > 0) this.context.journal.recordSupply(variantId, missing, null);
    }
  }

  private shipInTwo(shop: ChaosShop, order: StoreOrder): void {
    const [line] = order.lines;
    this.later(2_000, () => {
      if (line && line.quantity > 1 && order.status === 'created' && line.shipped === 0) {
        shop.store.ship(order.orderId, { lines: [{ line: line.lineId, quantity: 1 }] });
        if (shop.deducts === 'shipment') this.noteDeducted(order);
      }
      this.later(2_000, () => this.ship(shop, order));
    });
  }

  /** The goods are not there, though the shop's figure said so. */
  private cannotShip({ store }: ChaosShop, order: StoreOrder): void {
    if (order.status !== 'created' || order.lines.some(({ shipped }) => shipped > 0)) return;
    const report = store.cancelOrder(order.orderId, 'not found on the shelf');
    for (const { variantId, taken } of order.lines) {
      const gone = taken.reduce((sum, { quantity }) => sum + quantity, 0);
      this.context.journal.recordSupply(variantId, -gone, report);
    }
  }

  private shipAndTakeBack(shop: ChaosShop, order: StoreOrder): void {
    if (!this.ship(shop, order)) return;
    this.later(4_000, () => {
      shop.store.returnGoods(order.orderId, { customerNote: 'too small' });
      const report = shop.store.deliveries.at(-1) ?? null;
      this.context.journal.returned.push(...titlesOf(order));
      for (const { variantId, quantity } of order.lines)
        this.context.journal.recordSupply(variantId, quantity, report);
    });
  }

  private later(withinMs: number, carryOut: () => void): void {
    const wait = this.isClearing ? 0 : this.context.chance.between(50, withinMs);
    this.plans.push({ at: Date.now() + wait, carryOut });
  }
}
