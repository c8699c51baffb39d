import type { Chance } from '@hub/testing';
import type { Journal } from './journal';
import { HUB_LOCATION, LOCATION, variantOf, type ChaosShop, type Network } from './network';
import { ShippingDesk } from './shipping-desk';

/** What shops and customers do unprompted: they sell, cancel, count their goods, send events again. */
export class Trader {
  /** What shops do with the orders they ship for others. */
  readonly shipping: ShippingDesk;

  constructor(
    private readonly network: Network,
    private readonly journal: Journal,
    private readonly chance: Chance,
  ) {
    this.shipping = new ShippingDesk(network, { journal, chance });
  }

  /** Events sent so far, each counted once however often it is delivered. */
  get eventsSent(): number {
    return this.network.shops.reduce((sum, { store }) => sum + store.deliveries.length, 0);
  }

  /** Events without a final answer yet. */
  get undecided(): number {
    return this.network.shops.reduce(
      (sum, { store }) => sum + store.deliveries.filter(({ state }) => state === 'sending').length,
      0,
    );
  }

  /** One thing that happens in one shop. */
  act(): void {
    const shop = this.chance.pick(this.network.shops);
    const what = this.chance.between(1, 100);
    if (what <= 34) this.sell(shop);
    else if (what <= 60) this.restock(shop);
    else if (what <= 78) this.sellAtTheCounter(shop);
    else if (what <= 86) this.countAgain(shop);
    else if (what <= 94) this.cancelAsCustomer(shop);
    else this.sendOnceMore(shop);
  }

  /** Goods come in everywhere, so that no paid line waits for them. */
  fillShelves(pieces: number): void {
    for (const shop of this.network.shops)
      for (const article of this.network.articles) this.change(shop, article, pieces);
  }

  private sell(shop: ChaosShop): void {
    const picked = Array.from({ length: this.chance.between(1, 2) }, () =>
      this.chance.pick(this.network.articles),
    );
    const articles = [...new Set(picked)].filter((article) => this.isOffered(shop, article));
    if (articles.length === 0) return;
    const number = this.journal.sales.length + 1;
    const lines = articles.map((article, index) => ({
      title: `sale ${number} line ${index + 1}`,
      variantId: variantOf(shop.slug, article),
      quantity: this.chance.between(1, 2),
    }));
    const sold = shop.store.sell({
      lines: lines.map((line) => ({ ...line, network: true, unitPrice: 40 })),
      address: { email: `customer-${number}@customer.example`, latitude: 55, longitude: 13 },
    });
    this.journal.sales.push({
      shop: shop.slug,
      orderId: sold.orderId,
      soldAt: Date.now(),
      lines: lines.map(({ title, quantity }, index) => ({
        title,
        quantity,
        lineId: sold.lines[index]?.lineId ?? '',
      })),
      created: sold.delivery,
      cancelled: null,
    });
  }

  /** A shop sells what the network shows; now and then a little more than that. */
  private isOffered({ slug, store }: ChaosShop, article: number): boolean {
    const shown = store.inventory(variantOf(slug, article))[HUB_LOCATION] ?? 0;
    return shown >= 2 || this.chance.happens(0.02);
  }

  private restock(shop: ChaosShop): void {
    this.change(shop, this.chance.pick(this.network.articles), this.chance.between(1, 4));
  }

  private sellAtTheCounter(shop: ChaosShop): void {
    const article = this.chance.pick(this.network.articles);
    if (this.onShelf(shop, article) > 0) this.change(shop, article, -1);
  }

  /** The same quantity reported again: a new change time, no change. */
  private countAgain(shop: ChaosShop): void {
    this.change(shop, this.chance.pick(this.network.articles), 0);
  }

  private cancelAsCustomer(shop: ChaosShop): void {
    const open = this.journal.sales.filter(
      ({ shop: slug, created, cancelled }) =>
        slug === shop.slug && cancelled === null && created.answer?.status === 200,
    );
    const sale = open.at(-this.chance.between(1, 6));
    if (sale) sale.cancelled = shop.store.cancelOrder(sale.orderId, 'the customer does not want it any more');
  }

  private sendOnceMore({ store }: ChaosShop): void {
    const sent = store.deliveries.at(-this.chance.between(1, 40));
    if (sent) store.resend(sent.eventId);
  }

  private onShelf({ slug, store }: ChaosShop, article: number): number {
    return store.inventory(variantOf(slug, article))[LOCATION] ?? 0;
  }

  private change(shop: ChaosShop, article: number, delta: number): void {
    const variantId = variantOf(shop.slug, article);
    const report = shop.store.changeStock(variantId, LOCATION, this.onShelf(shop, article) + delta);
    this.journal.recordSupply(variantId, delta, report);
  }
}
