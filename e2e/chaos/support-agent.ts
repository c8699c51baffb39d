import type { HubInUse } from './hub';
import type { Journal, Sale } from './journal';
import type { Network } from './network';
import { readHeldOrders, readOrder, type ShownOrder } from './shown-order';

/**
 * A lead of support with the hub command: resolves orders that the hub cannot resolve alone, by what the stores answer
 * when they are asked.
 */
export class SupportAgent {
  /** What was done, and how often. */
  readonly actions = new Map<string, number>();

  constructor(
    private readonly hub: HubInUse,
    private readonly network: Network,
    private readonly journal: Journal,
  ) {}

  /** Looks after one order. */
  async lookAfter(sale: Sale): Promise<void> {
    const order = await readOrder(this.hub, sale);
    if (!order) return;
    if (order.state === 'held') await this.resolveHold(sale);
    for (const shippingOrder of order.shipping_orders) await this.lookAfterPlacement(shippingOrder);
    for (const line of order.lines)
      if (line.waiting_reason !== null && line.excluded_shops.length >= this.network.shops.length - 1)
        await this.closeLine(sale, line.line_item_id);
  }

  /** Everything that failed permanently is sent again: the stores work. */
  async replayEverything(): Promise<void> {
    await this.act('dead replay', ['--all', '--yes']);
  }

  /** Decides on every held order that the hub lists, whatever the stores know of it. */
  async resolveHolds(): Promise<void> {
    for (const { order_id: orderId, shop } of await readHeldOrders(this.hub)) {
      const sale = this.journal.sales.find((one) => one.orderId === orderId && one.shop === shop);
      if (sale) await this.resolveHold(sale);
    }
  }

  /** An order that its shop knows as stopped stays so: the shop sends its cancellation again. Any other is released. */
  private async resolveHold({ orderId, shop, cancelled }: Sale): Promise<void> {
    if (cancelled?.answer?.status === 200) {
      this.network.shops.find(({ slug }) => slug === shop)?.store.resend(cancelled.eventId);
      this.count('shop cancels again');
    } else await this.act('order end-hold', [orderId, '--shop', shop]);
  }

  private async lookAfterPlacement({
    state,
    shop,
    external_ref,
  }: ShownOrder['shipping_orders'][number]): Promise<void> {
    if (state === 'refused') await this.act('order reroute', [external_ref, '--yes']);
    if (state === 'disputed') {
      const atStore = this.network.shops
        .find(({ slug }) => slug === shop)
        ?.store.orders.find(({ externalRef }) => externalRef === external_ref);
      const word = atStore ? ['--has', atStore.orderId] : ['--has-not'];
      await this.act('order settle', [external_ref, ...word, '--note', 'the shop, when asked']);
    }
  }

  private async closeLine(sale: Sale, lineItemId: string): Promise<void> {
    const isClosed = await this.act('order close-line', [sale.orderId, lineItemId, '--shop', sale.shop]);
    const title = sale.lines.find(({ lineId }) => lineId === lineItemId)?.title;
    if (isClosed && title !== undefined) this.journal.closed.add(title);
  }

  /** @returns whether it was done: what is refused, or meets a database that is unavailable, is tried again another time */
  private async act(command: string, args: readonly string[]): Promise<boolean> {
    const { exitCode } = await this.hub.command([...command.split(' '), ...args, '--as', 'chaos']);
    this.count(exitCode === 0 ? command : `${command} (refused)`);
    return exitCode === 0;
  }

  private count(action: string): void {
    this.actions.set(action, (this.actions.get(action) ?? 0) + 1);
  }
}
