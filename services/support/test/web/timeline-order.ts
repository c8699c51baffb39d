import { randomUUID } from 'node:crypto';
import type { Database, Prisma } from '@hub/database';
import { commandQueue, COMMANDS } from '@hub/messaging';
import { identityOf, readMessage } from '@hub/desk/messages';
import { aShippingOrder, aShop, type StoredShop } from '@hub/testing';

export const CUSTOMER = {
  name: 'Ada Lind',
  address_line1: 'Storgatan 1',
  zip: '111 22',
  city: 'Stockholm',
  country_code: 'SE',
  email: 'ada.lind@customer.example',
  phone: '+46 70 123 45 67',
};
const NOTE = 'Ada says: too small';

/** All its texts are personal: none appears on a page unless requested. */
export const PERSONAL: readonly string[] = [...Object.values(CUSTOMER).filter((text) => text !== 'SE'), NOTE];

/** An order with nearly everything that can happen to one, and its parts. */
export interface TimelineOrder {
  id: string;
  orderId: string;
  shops: { nordic: StoredShop; fjord: StoredShop; dansk: StoredShop };
  shippingOrderId: string;
  reference: string;
  waitingLineId: string;
  packageId: string;
  returnId: string;
  deadLetterId: string;
}

const DAY = Date.UTC(2026, 10, 20);
const at = (time: string) => new Date(DAY + Date.parse(`1970-01-01T${time}Z`));

/**
 * Order 1001 of nordic-outdoor: L-1 is shipped by fjord-sport, whose tracking was refused by nordic. L-2 waits, since dansk
 * could not ship it. OWN-1 is nordic's own. The goods of L-1 came back, and wait for support.
 */
export async function aTimelineOrder(db: Database): Promise<TimelineOrder> {
  const nordic = await aShop(db, { slug: 'nordic-outdoor', name: 'Nordic Outdoor' });
  const fjord = await aShop(db, { slug: 'fjord-sport', name: 'Fjord Sport', country: 'NO' });
  const dansk = await aShop(db, { slug: 'dansk-friluft', name: 'Dansk Friluft', country: 'DK' });
  const order = await aShippingOrder(db, {
    sellingShop: nordic,
    shippingShop: fjord,
    orderId: '1001',
    storeOrderId: 'FS-77',
    quantities: [2],
    ownQuantities: [1],
  });
  const timelineOrder = {
    id: order.sellerOrderId,
    orderId: '1001',
    shops: { nordic, fjord, dansk },
    shippingOrderId: order.id,
    reference: order.reference,
    waitingLineId: randomUUID(),
    packageId: randomUUID(),
    returnId: randomUUID(),
    deadLetterId: randomUUID(),
  };
  const [line] = order.lines;
  if (!line) throw new Error('an order without a line');
  await db.sellerOrder.update({
    where: { id: timelineOrder.id },
    data: {
      orderNumber: '#1001-A',
      shipTo: CUSTOMER,
      placedAt: BigInt(at('09:00:00').getTime()) * 1_000_000n,
      receivedAt: at('09:00:02'),
      totalPrice: '398.00',
      totalDiscounts: '20.00',
      shippingCost: '49.00',
      correlation: 'C-1001',
    },
  });
  await db.orderLine.update({
    where: { id: line.orderLineId },
    data: { state: 'shipped', title: 'Fjell down jacket, blue' },
  });
  await db.orderLine.create({
    data: {
      id: timelineOrder.waitingLineId,
      sellerOrderId: timelineOrder.id,
      position: 1,
      lineItemId: 'L-2',
      variantId: 'V-9',
      title: 'Headlamp 400 lm',
      quantity: 1,
      unitPrice: '49.00',
      state: 'waiting',
      waitingReason: 'no_candidate',
      excludedShops: [dansk.id],
    },
  });
  await db.routingDecision.create({
    data: {
      id: randomUUID(),
      sellerOrderId: timelineOrder.id,
      policyVersion: 'nearest-1',
      decidedAt: at('09:00:03'),
      detail: decision(timelineOrder),
    },
  });
  await db.shippingOrder.update({
    where: { id: order.id },
    data: { createdAt: at('09:00:03'), firstSentAt: at('09:00:04'), placedAt: at('09:00:05'), passes: 1 },
  });
  await db.shippingOrderLine.update({
    where: { id: line.id },
    data: { packaged: 2, unitPrice: '65.80', calculation: MONEY },
  });
  await db.package.create({
    data: {
      id: timelineOrder.packageId,
      shippingOrderId: order.id,
      packageId: 'P-1',
      reference: 'pkg-1001',
      carrier: 'PostNord',
      trackingNumber: 'PN423283200',
      trackingUrl: 'https://tracking.example/PN423283200',
      shippedAt: BigInt(at('13:00:00').getTime()) * 1_000_000n,
      createdAt: at('13:00:01'),
      state: 'failed',
      lastFailure: 'the store answered 404 unknown_order',
      correlation: 'C-ship',
      lines: { create: { shippingOrderLineId: line.id, quantity: 2 } },
    },
  });
  await db.return.create({
    data: {
      id: timelineOrder.returnId,
      side: 'shipping',
      shopId: fjord.id,
      eventId: 'E-return',
      sellerOrderId: timelineOrder.id,
      shippingOrderId: order.id,
      reference: 'return-1001',
      state: 'waiting',
      customerNote: NOTE,
      correlation: 'C-return',
      createdAt: at('16:00:01'),
      lines: {
        create: { id: randomUUID(), orderLineId: line.orderLineId, reportedLineId: 'x', quantity: 2 },
      },
    },
  });
  await recordTraffic(db, timelineOrder);
  await recordProblems(db, timelineOrder);
  return timelineOrder;
}

const MONEY = {
  currency: 'EUR',
  gross: '200',
  discountShare: '12',
  afterDiscount: '188',
  consumerVatRate: '0.25',
  consumerVat: '37.6',
  net: '150.4',
  splitRate: '0.7',
  payout: '105.28',
  injectionVatRate: '0.25',
  injectionVat: '26.32',
  exactUnitPrice: '65.8',
  unitPrice: '65.80',
  owed: '131.60',
  rounding: '0',
  shipping: { paid: '49', net: '39.20', share: '19.70' },
};

function decision({ shops: { nordic, fjord, dansk } }: TimelineOrder): Prisma.InputJsonObject {
  return {
    policy: { version: 'nearest-1', bandKm: 50 },
    mode: 'live',
    country: 'SE',
    withCoordinates: true,
    consumerVat: '0.25',
    lines: [
      {
        lineItemId: 'L-1',
        gtin: '00000000000017',
        quantity: 2,
        chosen: { shopId: fjord.id, variantId: 'F-1' },
        waitsFor: null,
        candidates: [
          { shopId: fjord.id, variantId: 'F-1', freeStock: 11, distanceKm: 412.3, alreadyChosen: false },
          { shopId: dansk.id, variantId: 'D-1', freeStock: 14, distanceKm: 523.8, alreadyChosen: false },
        ],
        ruledOut: [
          { shopId: nordic.id, variantId: 'V-1', freeStock: 0, distanceKm: 3.2, reason: 'same_shop' },
        ],
      },
      {
        lineItemId: 'L-2',
        gtin: '00000000000024',
        quantity: 1,
        chosen: null,
        waitsFor: 'no_candidate',
        candidates: [],
        ruledOut: [
          { shopId: dansk.id, variantId: 'D-2', freeStock: 4, distanceKm: 523.8, reason: 'excluded_shop' },
          { shopId: fjord.id, variantId: 'F-2', freeStock: 0, distanceKm: 412.3, reason: 'not_enough_stock' },
        ],
      },
    ],
  };
}

/** The events of shops, and the calls to stores. */
async function recordTraffic(db: Database, { id, reference, shops }: TimelineOrder): Promise<void> {
  const event = { bodySha256: new Uint8Array(32), status: 200, outcome: 'accepted' };
  await db.eventLedger.createMany({
    data: [
      {
        ...event,
        shopId: shops.nordic.id,
        eventId: 'E-order',
        event: 'order.created',
        subject: '1001',
        receivedAt: at('09:00:01'),
        decidedAt: at('09:00:02'),
      },
      {
        ...event,
        shopId: shops.fjord.id,
        eventId: 'E-ship',
        event: 'fulfillment.shipped',
        subject: 'FS-77',
        receivedAt: at('13:00:00'),
        decidedAt: at('13:00:01'),
      },
      {
        ...event,
        status: 422,
        outcome: null,
        code: 'invalid_request',
        field: 'data.lines[0].quantity',
        message: 'data.lines[0].quantity must be a whole number',
        shopId: shops.fjord.id,
        eventId: 'E-return-0',
        event: 'return.created',
        subject: 'FS-77',
        receivedAt: at('15:59:00'),
        decidedAt: at('15:59:00'),
      },
      {
        ...event,
        shopId: shops.fjord.id,
        eventId: 'E-return',
        event: 'return.created',
        subject: 'FS-77',
        receivedAt: at('16:00:00'),
        decidedAt: at('16:00:01'),
      },
    ],
  });
  const call = { method: 'POST', sellerOrderId: id, attempts: 1, correlation: 'C-1001' };
  await db.storeCall.createMany({
    data: [
      {
        ...call,
        shopId: shops.fjord.id,
        operation: 'place_order',
        path: '/orders',
        reference,
        request: {
          external_ref: reference,
          tag: 'hub_ship',
          ship_to: { name: '•••', city: '•••', country_code: 'SE' },
        },
        response: { success: true, external_ref: reference, order_id: 'FS-77', status: 'created' },
        status: 200,
        outcome: 'confirmed',
        durationMs: 184,
        at: at('09:00:05'),
      },
      {
        ...call,
        shopId: shops.nordic.id,
        operation: 'deliver_tracking',
        method: 'PUT',
        path: '/orders/1001/tracking',
        reference: 'pkg-1001',
        request: { external_ref: 'pkg-1001', carrier: 'PostNord', tracking_number: 'PN423283200' },
        response: { error: { code: 'unknown_order', message: 'no such order' } },
        status: 404,
        outcome: 'refused',
        code: 'unknown_order',
        attempts: 1,
        durationMs: 96,
        at: at('13:00:02'),
      },
    ],
  });
}

async function recordProblems(db: Database, timelineOrder: TimelineOrder): Promise<void> {
  const { id: sellerOrderId, shops } = timelineOrder;
  const alert = (
    kind: string,
    subject: string,
    rest: { shopId: number; message: string; firstAt: Date },
  ) => ({
    id: randomUUID(),
    kind,
    subject,
    sellerOrderId,
    lastAt: rest.firstAt,
    ...rest,
  });
  await db.alert.createMany({
    data: [
      alert('line_waiting', `order:${sellerOrderId}`, {
        shopId: shops.nordic.id,
        message: 'No shop can ship a line.',
        firstAt: at('09:00:03'),
      }),
      alert('tracking_failed', `package:${timelineOrder.packageId}`, {
        shopId: shops.nordic.id,
        message: 'The selling shop was not notified of a package: the store answered 404 unknown_order.',
        firstAt: at('13:00:02'),
      }),
      alert('return_waiting', `return:${timelineOrder.returnId}`, {
        shopId: shops.fjord.id,
        message:
          'A return is not registered at the selling shop, so that nothing is refunded twice: the selling platform has reported it.',
        firstAt: at('16:00:01'),
      }),
      alert('order_cross_check', `order:${sellerOrderId}`, {
        shopId: shops.nordic.id,
        message: 'Lines say another barcode or sku than their variants have: the variants count.',
        firstAt: at('09:00:02'),
      }),
    ],
  });
  const body = Buffer.from(JSON.stringify({ packageId: timelineOrder.packageId }));
  const origin = commandQueue(COMMANDS.deliverTracking).name;
  await db.deadLetter.create({
    data: {
      id: timelineOrder.deadLetterId,
      origin,
      identity: identityOf(readMessage(body, { origin, shopId: null }), body),
      type: 'tracking.deliver',
      shopId: shops.nordic.id,
      orderId: '1001',
      correlation: 'C-ship',
      body: new Uint8Array(body),
      headers: {},
      reason: 'the store answered 404 unknown_order',
      attempts: 1,
      firstFailedAt: at('13:00:02'),
      lastFailedAt: at('13:00:02'),
    },
  });
}
