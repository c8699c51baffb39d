import { keyedPage, returnNote, type TransactionalAdapter, unlessRefused } from '@hub/store-kit';
import { HistoryEntryType } from '@vendure/common/lib/generated-types';
import * as vendure from '@vendure/core';
import { OrderHistoryEntry } from '@vendure/core/dist/entity/history-entry/order-history-entry.entity';
import { IsNull, MoreThan, MoreThanOrEqual } from 'typeorm';
import { ADDRESS, levelOf, orderNow, productOf } from './facts';
import { fieldsOf } from './fields';
import { contextOf, type Get, type Network } from './network';
import { buyer as BUYER, shippingMethod } from './set-up.json';

const LISTED = { deletedAt: IsNull(), enabled: true };
const VARIANTS = ['variants.options.group', 'variants.stockLevels'];
const PRODUCT = ['featuredAsset', 'assets.asset', 'facetValues.facet', ...VARIANTS];
const LINES = ['lines.productVariant', 'lines.allocations', 'fulfillments.lines'];
const ORDER = ['customer', 'payments', 'shippingLines.shippingMethod', ...LINES];
const BY_ID = { id: 'ASC' } as const;
const NUMBER = /^\d{1,15}$/;
const HANDLER = shippingMethod.fulfillmentHandler;

/** A Vendure service refuses by its result. */
const done = <Result extends object>(result: Result) => unlessRefused(result, 'errorCode');

type Context = vendure.RequestContext;

/** A Vendure shop as the kit wants it; all of it is read and written in the transaction of its context. */
export function adapterOf(get: Get, network: Network): TransactionalAdapter<Context, vendure.ProductVariant> {
  const orders = get(vendure.OrderService);
  const levels = get(vendure.StockLevelService);
  const rows = <Row extends vendure.VendureEntity>(ctx: Context, entity: vendure.Type<Row>) =>
    get(vendure.TransactionalConnection).getRepository(ctx, entity);

  return {
    sharesTransaction: true,
    ids: NUMBER,
    locations: async () => network.ownLocationIds,

    /** In the shop's language, or in whichever they have. */
    products: (page) =>
      keyedPage(page, NUMBER, async (after, take) => {
        const ctx = await contextOf(get);
        const where = { ...LISTED, id: MoreThan(Number(after)), variants: LISTED };
        const asked = { relations: PRODUCT, where, order: BY_ID, take };
        const found = await rows(ctx, vendure.Product).find(asked);
        const words = get(vendure.TranslatorService);
        return found.map((it) =>
          productOf(words.translate(it, ctx, ['facetValues', 'variants', ['variants', 'options']])),
        );
      }),

    findVariant({ variantId: id, barcode }, ctx) {
      const which = id === null ? { customFields: { barcode } } : { id };
      return rows(ctx, vendure.ProductVariant).findOneBy({ ...LISTED, product: LISTED, ...which });
    },

    shipsTo: (code, ctx) => rows(ctx, vendure.Country).existsBy({ code, enabled: true }),

    async setNetworkQuantity({ variant, quantity }, ctx) {
      const { locationId: stockLocationId } = network;
      const { stockAllocated } = await levels.getStockLevel(ctx, variant.id, stockLocationId);
      // Vendure sells what is on hand less what is allocated; the service's figure has open orders deducted already.
      const level = { stockLocationId, stockOnHand: quantity + stockAllocated };
      await get(vendure.StockMovementService).adjustProductVariantStock(ctx, variant.id, [level]);
    },

    async createShippingOrder({ externalRef, shipTo, lines }, ctx) {
      const { countryCode, email, addressLine1: streetLine1 } = shipTo;
      // The buyer is another shop's customer, and gets no mail from this one.
      const buyer = done(await get(vendure.CustomerService).createOrUpdate(ctx, BUYER));
      const { id } = await orders.createDraft(ctx);
      await orders.updateCustomFields(ctx, id, { hubRef: externalRef, hubTag: 'hub_ship', hubEmail: email });
      await orders.addCustomerToOrder(ctx, id, buyer);
      for (const { variant, quantity, unitPrice: hubPrice, externalRef: hubRef } of lines)
        done(await orders.addItemToOrder(ctx, id, variant.id, quantity, { hubRef, hubPrice }));
      await orders.setShippingAddress(ctx, id, { ...ADDRESS.write(shipTo), streetLine1, countryCode });
      done(await orders.setShippingMethod(ctx, id, [network.shippingMethodId]));
      done(await orders.transitionToState(ctx, id, 'ArrangingPayment'));
      const payment = { orderId: id, method: 'hub-network', transactionId: externalRef, metadata: {} };
      const order = done(await orders.addManualPaymentToOrder(ctx, payment));
      if (order.state !== 'PaymentSettled') done(await orders.transitionToState(ctx, id, 'PaymentSettled'));
      const lineOf = (ref: string) => order.lines.find((line) => fieldsOf(line).hubRef === ref);
      return { orderId: String(id), lineIds: lines.map((line) => String(lineOf(line.externalRef)?.id)) };
    },

    async addTracking({ lines, carrier, trackingNumber, trackingUrl }, ctx) {
      const packed = lines.map(({ lineId: orderLineId, quantity }) => ({ orderLineId, quantity }));
      const method = { name: 'method', value: carrier };
      const handler = { code: HANDLER, arguments: [method, { name: 'trackingCode', value: trackingNumber }] };
      const { id } = done(await orders.createFulfillment(ctx, { lines: packed, handler }));
      await rows(ctx, vendure.Fulfillment).update(id, { customFields: { trackingUrl } });
      done(await orders.transitionFulfillmentToState(ctx, id, 'Shipped'));
    },

    async stopShippingOrder({ orderId, reason }, ctx) {
      for (const { id, state } of await rows(ctx, vendure.Fulfillment).findBy({ orders: { id: orderId } }))
        if (state !== 'Cancelled') done(await orders.transitionFulfillmentToState(ctx, id, 'Cancelled'));
      done(await orders.cancelOrder(ctx, { orderId, reason: reason ?? 'stopped by the network' }));
      return 'stopped';
    },

    /** Vendure has no returns: what came back elsewhere is a note on the order, and staff refund it. */
    async registerReturn(goods, ctx) {
      const data = { note: returnNote(goods) };
      const note = { ctx, orderId: goods.orderId, type: HistoryEntryType.ORDER_NOTE, data } as const;
      return String((await get(vendure.HistoryService).createHistoryEntryForOrder(note, false)).id);
    },

    stockOf: async (productVariantId, ctx) =>
      (await rows(ctx, vendure.StockLevel).findBy({ productVariantId, productVariant: LISTED })).map(levelOf),

    async orderNow(id, ctx) {
      const order = await rows(ctx, vendure.Order).findOne({ where: { id }, relations: ORDER });
      const where = { order: { id }, type: HistoryEntryType.ORDER_CANCELLATION };
      return order && orderNow(order, await rows(ctx, OrderHistoryEntry).find({ where, order: BY_ID }));
    },

    async ordersSince(since, ctx) {
      const updatedAt = MoreThanOrEqual(since);
      const where = [{ updatedAt }, { fulfillments: { updatedAt } }];
      return (await rows(ctx, vendure.Order).find({ where, order: BY_ID })).map(({ id }) => String(id));
    },
  };
}
