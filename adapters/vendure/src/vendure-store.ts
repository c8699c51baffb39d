import { keyedPage, refuse, returnNote, type TransactionalAdapter, withVariants } from '@hub/store-kit';
import { HistoryEntryType } from '@vendure/common/lib/generated-types';
import * as vendure from '@vendure/core';
import { OrderHistoryEntry } from '@vendure/core/dist/entity/history-entry/order-history-entry.entity';
import { In, IsNull, MoreThan, MoreThanOrEqual } from 'typeorm';
import { ADDRESS, hasLeft, knownLevel, orderFacts, toProduct } from './facts';
import { fieldsOf } from './fields';
import { type Get, type Network, operation } from './network';

/** Who ordered, in the shop's books: the buyer is another shop's customer, and gets no mail from this one. */
const BUYER = { firstName: 'HUB', lastName: 'Network', emailAddress: 'hub-network@example.invalid' };
const LISTED = { deletedAt: IsNull(), enabled: true };
const VARIANTS = ['variants.options.group', 'variants.stockLevels'];
const PRODUCT = ['featuredAsset', 'assets.asset', 'facetValues.facet', ...VARIANTS];
const LINES = ['lines.productVariant', 'lines.allocations', 'fulfillments.lines'];
const ORDER = ['customer', 'payments', 'shippingLines.shippingMethod', ...LINES];
const BY_ID = { id: 'ASC' } as const;

type Context = vendure.RequestContext;
type Calls = TransactionalAdapter<Context>;

/** A Vendure shop as the kit wants it; every write is in the transaction of its context. */
export class VendureStore implements Calls {
  readonly sharesTransaction = true;

  constructor(
    private readonly get: Get,
    private readonly network: Network,
    private readonly imageUrl: (identifier: string) => string,
  ) {}

  locations: Calls['locations'] = async () => this.network.ownLocationIds;

  products: Calls['products'] = (page) =>
    keyedPage(page, {
      key: NUMBER,
      read: this.listed,
      keyOf: ({ id }) => String(id),
      toProduct: (product) => toProduct(product, this.imageUrl),
    });

  setNetworkQuantity: Calls['setNetworkQuantity'] = async ({ variantId, quantity }, ctx) => {
    const variant = await this.variant(ctx, { id: idOf(variantId) });
    if (!variant) throw refuse.unknownVariant();
    const { locationId: stockLocationId } = this.network;
    const levels = this.get(vendure.StockLevelService);
    const { stockAllocated } = await levels.getStockLevel(ctx, variant.id, stockLocationId);
    // Vendure sells what is on hand less what is allocated; the service's figure has open orders taken off already.
    const level = { stockLocationId, stockOnHand: quantity + stockAllocated };
    await this.get(vendure.StockMovementService).adjustProductVariantStock(ctx, variant.id, [level]);
  };

  createShippingOrder: Calls['createShippingOrder'] = async ({ externalRef, shipTo, lines: asked }, ctx) => {
    const lines = await withVariants(asked, ({ variantId, barcode }) =>
      this.variant(ctx, variantId === null ? { customFields: { barcode } } : { id: idOf(variantId) }),
    );
    const { countryCode, email, addressLine1: streetLine1 } = shipTo;
    if (!(await this.rows(ctx, vendure.Country).existsBy({ code: countryCode, enabled: true })))
      throw refuse.invalidRequest('ship_to.country_code', 'the shop does not ship to this country');
    const orders = this.get(vendure.OrderService);
    const buyer = done(await this.get(vendure.CustomerService).createOrUpdate(ctx, BUYER));
    const { id } = await orders.createDraft(ctx);
    await orders.updateCustomFields(ctx, id, { hubRef: externalRef, hubTag: 'hub_ship', hubEmail: email });
    await orders.addCustomerToOrder(ctx, id, buyer);
    const items = lines.map(({ variant, quantity, unitPrice, externalRef: hubRef }) => ({
      productVariantId: variant.id,
      quantity,
      customFields: { hubRef, hubPrice: Math.round(unitPrice * this.network.perUnit) },
    }));
    const { order, errorResults } = await orders.addItemsToOrder(ctx, id, items);
    errorResults.forEach(done);
    await orders.setShippingAddress(ctx, id, { ...ADDRESS.write(shipTo), streetLine1, countryCode });
    done(await orders.setShippingMethod(ctx, id, [this.network.shippingMethodId]));
    done(await orders.transitionToState(ctx, id, 'ArrangingPayment'));
    const payment = { orderId: id, method: 'hub-network', transactionId: externalRef, metadata: {} };
    const { state } = done(await orders.addManualPaymentToOrder(ctx, payment));
    if (state !== 'PaymentSettled') done(await orders.transitionToState(ctx, id, 'PaymentSettled'));
    const lineOf = (ref: string) => order.lines.find((line) => fieldsOf(line).hubRef === ref);
    return { orderId: String(id), lineIds: asked.map((line) => String(lineOf(line.externalRef)?.id)) };
  };

  addTracking: Calls['addTracking'] = async ({ lines, carrier, trackingNumber, trackingUrl }, ctx) => {
    const orders = this.get(vendure.OrderService);
    const packed = {
      lines: lines.map(({ lineId, quantity }) => ({ orderLineId: lineId, quantity })),
      handler: operation('manual-fulfillment', { method: carrier, trackingCode: trackingNumber }),
    };
    const { id } = done(await orders.createFulfillment(ctx, packed));
    const customFields = { trackingUrl };
    await this.rows(ctx, vendure.Fulfillment).update(id, { customFields });
    done(await orders.transitionFulfillmentToState(ctx, id, 'Shipped'));
  };

  stopShippingOrder: Calls['stopShippingOrder'] = async ({ orderId, reason }, ctx) => {
    const { order } = await this.told(ctx, orderId);
    if (order.fulfillments.some(hasLeft)) return 'already_shipped';
    if (order.state === 'Cancelled') return 'stopped';
    const orders = this.get(vendure.OrderService);
    for (const { id, state } of order.fulfillments)
      if (state !== 'Cancelled') done(await orders.transitionFulfillmentToState(ctx, id, 'Cancelled'));
    done(await orders.cancelOrder(ctx, { orderId: order.id, reason: reason ?? 'stopped by the network' }));
    return 'stopped';
  };

  /** Vendure has no returns: what came back elsewhere is a note on the order, and staff refund it. */
  registerReturn: Calls['registerReturn'] = async (goods, ctx) => {
    const { order } = await this.told(ctx, goods.orderId);
    const skuOf = (id: string) => order.lines.find((line) => String(line.id) === id)?.productVariant.sku;
    const data = { note: returnNote(goods, skuOf) };
    const entry = { ctx, orderId: order.id, type: HistoryEntryType.ORDER_NOTE, data } as const;
    return String((await this.get(vendure.HistoryService).createHistoryEntryForOrder(entry, false)).id);
  };

  async *stockNow({ variantIds }: { variantIds?: readonly string[] }, tx: Context | null) {
    const where = {
      productVariant: { deletedAt: IsNull() },
      ...(variantIds && { productVariantId: In([...variantIds]) }),
    };
    const ctx = tx ?? (await this.context());
    yield* (await this.rows(ctx, vendure.StockLevel).find({ where })).map(knownLevel);
  }

  async *ordersSince(since: Date) {
    const ctx = await this.context();
    const updatedAt = MoreThanOrEqual(since);
    const where = [{ updatedAt }, { fulfillments: { updatedAt } }];
    const changed = await this.rows(ctx, vendure.Order).find({ where, order: BY_ID });
    for (const { id } of changed) yield* orderFacts(await this.told(ctx, id));
  }

  /** All of an order that there is to tell. */
  async told(ctx: Context, id: vendure.ID) {
    const order = await this.rows(ctx, vendure.Order).findOneOrFail({ where: { id }, relations: ORDER });
    const where = { order: { id }, type: HistoryEntryType.ORDER_CANCELLATION };
    const cancellations = await this.rows(ctx, OrderHistoryEntry).find({ where, order: BY_ID });
    return { order, cancellations, perUnit: this.network.perUnit };
  }

  async levelAt(ctx: Context, variantId: vendure.ID, locationId: vendure.ID) {
    return knownLevel(await this.get(vendure.StockLevelService).getStockLevel(ctx, variantId, locationId));
  }

  context = () => this.get(vendure.RequestContextService).create({ apiType: 'admin' });

  /** In the shop's language, or in whichever they have. */
  private listed = async (after: string | null, take: number) => {
    const ctx = await this.context();
    const where = { ...LISTED, id: MoreThan(Number(after)) };
    const page = { relations: PRODUCT, where, order: BY_ID, take };
    const found = await this.rows(ctx, vendure.Product).find(page);
    const words = this.get(vendure.TranslatorService);
    return found.map((it) => words.translate(it, ctx, ['facetValues', 'variants', ['variants', 'options']]));
  };

  private variant = (ctx: Context, which: object) =>
    this.rows(ctx, vendure.ProductVariant).findOneBy({ ...LISTED, product: LISTED, ...which });

  private rows = <Row extends vendure.VendureEntity>(ctx: Context, entity: vendure.Type<Row>) =>
    this.get(vendure.TransactionalConnection).getRepository(ctx, entity);
}

/** A Vendure service says no by its result; what it says holds for good. */
type Done<Result> = Exclude<Result, { errorCode: unknown }>;
const isDone = <Result extends object>(result: Result): result is Done<Result> => !('errorCode' in result);
function done<Result extends object>(result: Result): Done<Result> {
  if (isDone(result)) return result;
  throw refuse.invalidRequest(undefined, 'message' in result ? String(result.message) : 'refused');
}

/** Vendure's ids are numbers; any other text names nothing. */
const NUMBER = /^\d{1,15}$/;
const idOf = (text: string): vendure.ID => (NUMBER.test(text) ? Number(text) : -1);
