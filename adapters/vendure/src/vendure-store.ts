import { HistoryEntryType } from '@vendure/common/lib/generated-types';
import {
  type CataloguePage,
  type CreatedShippingOrder,
  type OrderFact,
  type Parcel,
  refuse,
  type ReturnRequest,
  type ShippingOrder,
  type ShippingOrderLine,
  type StockLevel as KnownLevel,
  type TransactionalAdapter,
} from '@hub/store-kit';
import {
  Allocation,
  Country,
  Fulfillment,
  type ID,
  Order,
  ProductVariant,
  type RequestContext,
  StockLevel,
} from '@vendure/core';
import { In, IsNull, MoreThanOrEqual, Not } from 'typeorm';
import { cataloguePage } from './catalogue';
import { HUB_TAG } from './custom-fields';
import { addressInput, hasLeft, orderFacts, type Told } from './facts';
import { takingIn } from './hub-stock-location-strategy';
import type { HubPluginOptions } from './options';
import type { Services } from './services';
import type { Network } from './set-up-network';

/** Who ordered, in the shop's books: the buyer is another shop's customer, and gets no mail from this one. */
const BUYER = { firstName: 'HUB', lastName: 'Network', emailAddress: 'hub-network@example.invalid' };
const RELATIONS = {
  lines: { productVariant: true },
  customer: true,
  payments: true,
  shippingLines: { shippingMethod: true },
  fulfillments: { lines: true },
};

/** A Vendure service says no by its result; what it says holds for good. */
function done<T extends object>(result: T): Exclude<T, { errorCode: unknown }> {
  if (isDone(result)) return result;
  throw refuse.invalidRequest(undefined, 'message' in result ? String(result.message) : 'refused');
}
const isDone = <T extends object>(result: T): result is Exclude<T, { errorCode: unknown }> =>
  !('errorCode' in result);

/** A Vendure shop as the kit wants it; every write is in the transaction of its context. */
export class VendureStore implements TransactionalAdapter<RequestContext> {
  readonly sharesTransaction = true;
  readonly capabilities = ['products', 'inventory', 'orders', 'cancellation', 'returns'] as const;

  constructor(
    private readonly services: Services,
    private readonly options: HubPluginOptions,
    private readonly network: Network,
  ) {}

  locations(): Promise<readonly string[]> {
    return Promise.resolve(this.network.ownLocationIds);
  }

  products(page: { limit: number; cursor: string | null }): Promise<CataloguePage> {
    return cataloguePage(this.services, this.options, page);
  }

  async setNetworkQuantity(
    { variantId, quantity }: { variantId: string; quantity: number },
    ctx: RequestContext,
  ) {
    const { id } = await this.variant(ctx, { id: idOf(variantId) }, 'variant_id');
    const { locationId } = this.network;
    const { stockAllocated } = await this.services.levels.getStockLevel(ctx, id, locationId);
    // Vendure sells what is on hand less what is allocated; the service's figure has open orders taken off already.
    const stockOnHand = quantity + stockAllocated;
    await this.services.movements.adjustProductVariantStock(ctx, id, [
      { stockLocationId: locationId, stockOnHand },
    ]);
  }

  async createShippingOrder(order: ShippingOrder, ctx: RequestContext): Promise<CreatedShippingOrder> {
    const { orders, customers, connection } = this.services;
    const variants = await inTurn(order.lines, (line, at) =>
      this.ordered(ctx, line, `line_items[${at}].variant_id`),
    );
    const { countryCode } = order.shipTo;
    if (
      !(await connection.getRepository(ctx, Country).findOne({ where: { code: countryCode, enabled: true } }))
    )
      throw refuse.invalidRequest('ship_to.country_code', 'the shop does not ship to this country');
    return takingIn.run(true, async () => {
      const { id } = await orders.createDraft(ctx);
      const references = { hubRef: order.externalRef, hubTag: HUB_TAG, hubEmail: order.shipTo.email };
      await orders.updateCustomFields(ctx, id, references);
      await orders.addCustomerToOrder(ctx, id, done(await customers.createOrUpdate(ctx, BUYER)));
      const lineIds = await inTurn(order.lines, async ({ externalRef, quantity, unitPrice }, at) => {
        const fields = { hubRef: externalRef, hubPrice: Math.round(unitPrice * this.network.perUnit) };
        const { lines } = done(await orders.addItemToOrder(ctx, id, variants[at]!.id, quantity, fields));
        return String(lines.find(({ customFields }) => customFields.hubRef === externalRef)?.id);
      });
      await orders.setShippingAddress(ctx, id, addressInput(order));
      done(await orders.setShippingMethod(ctx, id, [this.network.shippingMethodId]));
      done(await orders.transitionToState(ctx, id, 'ArrangingPayment'));
      const payment = { orderId: id, method: 'hub-network', transactionId: order.externalRef, metadata: {} };
      const { state } = done(await orders.addManualPaymentToOrder(ctx, payment));
      if (state !== 'PaymentSettled') done(await orders.transitionToState(ctx, id, 'PaymentSettled'));
      return { orderId: String(id), lineIds };
    });
  }

  async addTracking(parcel: Parcel, ctx: RequestContext): Promise<void> {
    const { orders } = this.services;
    await this.ownOrder(ctx, parcel, 'line_items[].line_item_id');
    const fulfillment = done(
      await orders.createFulfillment(ctx, {
        lines: parcel.lines.map(({ lineId, quantity }) => ({ orderLineId: lineId, quantity })),
        handler: {
          code: 'manual-fulfillment',
          arguments: [
            { name: 'method', value: parcel.carrier },
            { name: 'trackingCode', value: parcel.trackingNumber },
          ],
        },
      }),
    );
    const customFields = { trackingUrl: parcel.trackingUrl };
    await this.services.connection.getRepository(ctx, Fulfillment).update(fulfillment.id, { customFields });
    done(await orders.transitionFulfillmentToState(ctx, fulfillment.id, 'Shipped'));
  }

  async stopShippingOrder(
    { orderId, reason }: { orderId: string; reason: string | null },
    ctx: RequestContext,
  ) {
    const order = await this.order(ctx, idOf(orderId));
    if (!order?.customFields.hubRef) throw refuse.unknownOrder('order_id');
    if (order.fulfillments.some(hasLeft)) return 'already_shipped';
    if (order.state === 'Cancelled') return 'stopped';
    const { orders } = this.services;
    for (const { id, state } of order.fulfillments)
      if (state !== 'Cancelled') done(await orders.transitionFulfillmentToState(ctx, id, 'Cancelled'));
    done(await orders.cancelOrder(ctx, { orderId: order.id, reason: reason ?? 'stopped by the network' }));
    return 'stopped';
  }

  /** Vendure has no returns: what came back elsewhere is a note on the order, and staff refund it. */
  async registerReturn(goods: ReturnRequest, ctx: RequestContext): Promise<string> {
    const { id, lines } = await this.ownOrder(ctx, goods, 'lines[].order_line_id');
    const items = goods.lines.map(({ lineId, quantity, reason }) => {
      const { sku } = lines.find((line) => String(line.id) === lineId)!.productVariant;
      return `${quantity} × ${sku}${reason ? ` (${reason})` : ''}`;
    });
    const note = `Network return ${goods.externalRef}: ${items.join(', ')}. The goods are back: refund them here.`;
    const entry = { ctx, orderId: id, type: HistoryEntryType.ORDER_NOTE, data: { note } } as const;
    return String((await this.services.history.createHistoryEntryForOrder(entry, false)).id);
  }

  async *stockNow({ variantIds }: { variantIds?: readonly string[] }, tx: RequestContext | null) {
    const ctx = tx ?? (await this.services.contexts.create({ apiType: 'admin' }));
    const levels = await this.services.connection.getRepository(ctx, StockLevel).find({
      where: {
        stockLocationId: Not(this.network.locationId),
        productVariant: { deletedAt: IsNull() },
        ...(variantIds && { productVariantId: In([...variantIds]) }),
      },
    });
    yield* levels.map(knownLevel);
  }

  async *ordersSince(since: Date): AsyncGenerator<OrderFact> {
    const ctx = await this.services.contexts.create({ apiType: 'admin' });
    const updatedAt = MoreThanOrEqual(since);
    const changed = await this.services.connection.getRepository(ctx, Order).find({
      select: { id: true },
      where: [{ updatedAt }, { fulfillments: { updatedAt } }],
      order: { id: 'ASC' },
    });
    for (const { id } of changed) {
      const told = await this.told(ctx, id);
      const { orderPlacedAt, state, payments } = told.order;
      const isPaid = state !== 'PaymentAuthorized' && payments.some((payment) => payment.state === 'Settled');
      if (orderPlacedAt && isPaid) yield* orderFacts(told);
    }
  }

  /** All of an order that an event can tell of. */
  async told(ctx: RequestContext, id: ID): Promise<Told> {
    const order = await this.services.connection.getEntityOrThrow(ctx, Order, id, { relations: RELATIONS });
    const where = { orderLine: { order: { id } } };
    const allocations = await this.services.connection
      .getRepository(ctx, Allocation)
      .find({ where, relations: { orderLine: true } });
    const { items: history } = await this.services.history.getHistoryForOrder(ctx, id, false);
    return { order, allocations, history, perUnit: this.network.perUnit };
  }

  /** The orders that a package has lines of. */
  ordersOf(ctx: RequestContext, { lines }: Fulfillment): Promise<Order[]> {
    const ids = lines.map(({ orderLineId }) => orderLineId);
    return this.services.connection.getRepository(ctx, Order).find({ where: { lines: { id: In(ids) } } });
  }

  async levelAt(ctx: RequestContext, variantId: ID, locationId: ID): Promise<KnownLevel> {
    return knownLevel(await this.services.levels.getStockLevel(ctx, variantId, locationId));
  }

  private order(ctx: RequestContext, id: ID): Promise<Order | null> {
    return this.services.connection
      .getRepository(ctx, Order)
      .findOne({ where: { id }, relations: RELATIONS });
  }

  /** An order sold here with all of these lines. */
  private async ownOrder(
    ctx: RequestContext,
    { orderId, lines }: Parcel | ReturnRequest,
    field: string,
  ): Promise<Order> {
    const order = await this.order(ctx, idOf(orderId));
    if (!order?.orderPlacedAt || order.customFields.hubRef) throw refuse.unknownOrder('order_id');
    const unknown = lines.findIndex(({ lineId }) => !order.lines.some(({ id }) => String(id) === lineId));
    if (unknown !== -1) throw refuse.unknownLine(field.replace('[]', `[${unknown}]`));
    return order;
  }

  private ordered(ctx: RequestContext, { variantId, barcode }: ShippingOrderLine, field: string) {
    return this.variant(
      ctx,
      variantId === null ? { customFields: { barcode } } : { id: idOf(variantId) },
      field,
    );
  }

  private async variant(ctx: RequestContext, where: object, field: string): Promise<ProductVariant> {
    const sold = { deletedAt: IsNull(), enabled: true, product: { deletedAt: IsNull(), enabled: true } };
    const variant = await this.services.connection
      .getRepository(ctx, ProductVariant)
      .findOne({ where: { ...sold, ...where } });
    if (!variant) throw refuse.unknownVariant(field);
    return variant;
  }
}

/** Vendure's ids are numbers; any other text names nothing. */
const idOf = (text: string): ID => (/^\d{1,15}$/.test(text) ? Number(text) : -1);

const knownLevel = (level: StockLevel): KnownLevel => ({
  variantId: String(level.productVariantId),
  locationId: String(level.stockLocationId),
  quantity: Math.max(0, level.stockOnHand - level.stockAllocated),
});

async function inTurn<T, R>(all: readonly T[], each: (one: T, at: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const [at, one] of all.entries()) results.push(await each(one, at));
  return results;
}
