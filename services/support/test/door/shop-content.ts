import { randomUUID } from 'node:crypto';
import type { Database } from '@hub/database';
import {
  aRehearsal,
  aSentEvent,
  aShippingOrder,
  aShop,
  aVariant,
  aWaitingLine,
  type StoredShippingOrder,
} from '@hub/testing';
import { aProduct, proposeSizes } from '../proposed-links';
import type { DoorShop } from './door-world';

/** The shop's own data: it may be in answers to the shop, never in one to another shop. */
export interface ShopContent {
  /** Texts that must not reach another shop. */
  marks: string[];
  /** Ids of every kind for others to guess, including ids of rows, which are never shown. */
  ids: string[];
}

/** What a selling shop received, what was agreed with a shipping shop, and whose the other variant of a proposal is: never shown at the door. */
export const HIDDEN_FROM_ALL: readonly string[] = [
  '98765.43',
  '0.6543',
  'Hidden Partner',
  'hidden-partner',
  // Who sells or ships what the shop ships or sold, and how it names the parcel (D35).
  'Hidden Shop',
  'hidden-shop',
  'hidden-parcel',
];

const CALCULATION = {
  currency: 'EUR',
  gross: '98765.43',
  discountShare: '0',
  afterDiscount: '98765.43',
  consumerVatRate: '0.25',
  consumerVat: '19753.086',
  net: '79012.344',
  splitRate: '0.6543',
  payout: '70',
  injectionVatRate: null,
  injectionVat: '0',
  exactUnitPrice: '70',
  unitPrice: '70',
  owed: '70',
  rounding: '0',
  shipping: { paid: '4.9', net: '3.92', share: '3.92' },
};

const CUSTOMER = (slug: string) => ({
  name: `Customer of ${slug}`,
  address_line1: `Street of ${slug} 1`,
  zip: '111 22',
  city: `City of ${slug}`,
  country_code: 'SE',
  phone: null,
  email: `relay-${slug}@relay.hub.test`,
});

/**
 * Gives a shop something of everything that the door shows: orders that it ships for another shop, and orders that another ships
 * for it.
 */
export async function fillShop(db: Database, shop: DoorShop, other: DoorShop): Promise<ShopContent> {
  const { slug } = shop;
  const shipped = await Promise.all(
    (['placed', 'open', 'disputed', 'refused', 'dry_run', 'sending'] as const).map(async (name) => {
      const isPlaced = name === 'placed' || name === 'open';
      const order = await aShippingOrder(db, {
        sellingShop: other,
        shippingShop: shop,
        orderId: `sold-by-${other.slug}-${name}`,
        storeOrderId: isPlaced ? `ships-${slug}-${name}` : null,
        state: isPlaced ? 'placed' : name,
      });
      const payload = { external_ref: order.reference, currency: 'EUR', ship_to: CUSTOMER(slug) };
      const firstSentAt = name === 'dry_run' ? null : new Date();
      await db.shippingOrder.update({ where: { id: order.id }, data: { payload, firstSentAt } });
      return order;
    }),
  );
  const placed = shipped[0];
  if (!placed) throw new Error('nothing placed');
  await settled(db, placed, { packageId: `parcel-${slug}`, carrier: 'Carrier', number: 'TRACK' });
  const hidden = await aShop(db, { slug: `hidden-shop-of-${slug}`, name: 'Hidden Shop' });
  const soldByHidden = await aShippingOrder(db, {
    sellingShop: hidden,
    shippingShop: shop,
    orderId: `sold-by-hidden-shop-for-${slug}`,
    storeOrderId: `ships-${slug}-hidden`,
  });
  await db.shippingOrder.update({ where: { id: soldByHidden.id }, data: { firstSentAt: new Date() } });
  await leaves(db, soldByHidden, {
    packageId: `hidden-seller-${slug}`,
    carrier: `Carrier of ${slug}`,
    number: `TRACK-${slug}`,
    corrected: `CORRECTED-${slug}`,
  });
  const shippedByHidden = await aShippingOrder(db, {
    sellingShop: shop,
    shippingShop: hidden,
    orderId: `own-sold-of-${slug}`,
    storeOrderId: `hidden-shop-order-of-${slug}`,
  });
  await leaves(db, shippedByHidden, {
    packageId: `hidden-parcel-${slug}`,
    carrier: 'Carrier',
    number: `SOLD-TRACK-${slug}`,
  });
  const seen = await besides(db, shop, placed);
  await db.orderLine.create({
    data: {
      id: randomUUID(),
      // An order that the shop itself sold.
      sellerOrderId: await aWaitingLine(db, { shopId: shop.id, variantId: `variant-of-${slug}` }),
      position: 1,
      lineItemId: `closed-of-${slug}`,
      variantId: `variant-of-${slug}`,
      quantity: 2,
      unitPrice: 49,
      state: 'unfulfillable',
      closedAt: new Date('2026-11-22T10:00:00Z'),
    },
  });
  const mail = {
    cause: 'orders_to_ship',
    contact: 'technical',
    count: 1,
    day: new Date(),
    state: 'sent',
  } as const;
  await db.shopMail.create({ data: { ...mail, shopId: shop.id, named: [`ships-${slug}-placed`] } });
  // A figure that no other shop has.
  const failedCalls = 770_000 + shop.id;
  const figure = { kind: 'calls', key: 'failed', day: new Date(), count: BigInt(failedCalls) };
  await db.dayFigure.create({ data: { ...figure, shopId: shop.id } });
  const tokenId = randomUUID();
  await db.doorToken.create({
    data: {
      id: tokenId,
      shopId: shop.id,
      contact: 'technical',
      address: `ops@${slug}.example`,
      delivery: 'mailed',
      label: `Token of ${slug}`,
      may: 'read',
      tokenSha256: new Uint8Array(Buffer.from(tokenId)),
      createdAt: new Date(),
      expiresAt: new Date('2126-01-01T00:00:00Z'),
    },
  });
  return {
    marks: [
      slug,
      `Token of ${slug}`,
      `closed-of-${slug}`,
      String(failedCalls),
      ...seen.marks,
      `ships-${slug}-placed`,
      `parcel-${slug}`,
      `TRACK-${slug}`,
      `CORRECTED-${slug}`,
      `SOLD-TRACK-${slug}`,
      `own-sold-of-${slug}`,
      `Street of ${slug}`,
      ...shipped.map(({ reference }) => reference),
      ...shipped.flatMap(({ lines }) => lines.map(({ reference }) => reference)),
    ],
    ids: [
      tokenId,
      ...seen.ids,
      `ships-${slug}-placed`,
      soldByHidden.reference,
      shippedByHidden.reference,
      `own-sold-of-${slug}`,
      ...shipped.map(({ reference }) => reference),
      // One row of each kind is enough: these are never shown.
      placed.id,
      placed.sellerOrderId,
      placed.orderId,

      `sold-by-${slug}-placed`,
    ],
  };
}

/** Its first line has left in a package, and is owed. */
async function settled(db: Database, order: StoredShippingOrder, parcel: Parcel): Promise<void> {
  const [line] = order.lines;
  if (!line) throw new Error('an order without a line');
  await db.shippingOrderLine.update({
    where: { id: line.id },
    data: { packaged: 1, calculation: CALCULATION },
  });
  await leaves(db, order, parcel);
}

interface Parcel {
  packageId: string;
  carrier: string;
  number: string;
  /** The tracking number that it was corrected to. */
  corrected?: string;
}

/** Within this period, so that it is owed. */
const SHIPPED_AT = new Date();

/** A package with its first line, whose tracking failed. */
async function leaves(db: Database, order: StoredShippingOrder, parcel: Parcel): Promise<void> {
  const { packageId, carrier, number: trackingNumber, corrected } = parcel;
  const [line] = order.lines;
  if (!line) throw new Error('an order without a line');
  const correction = {
    id: randomUUID(),
    number: 1,
    reference: `reference-${randomUUID()}`,
    carrier,
    trackingNumber: corrected ?? '',
    correctedBy: 'agent:ada',
    calledShopId: order.sellingShopId,
    correlation: 'test',
  };
  await db.package.create({
    data: {
      id: randomUUID(),
      shippingOrderId: order.id,
      packageId,
      reference: `reference-${randomUUID()}`,
      carrier,
      trackingNumber,
      shippedAt: BigInt(SHIPPED_AT.getTime()) * 1_000_000n,
      correlation: 'test',
      state: 'failed',
      lastFailure: 'the store answered 400',
      lines: { create: { shippingOrderLineId: line.id, quantity: 1 } },
      ...(corrected === undefined ? {} : { corrections: { create: correction } }),
    },
  });
}

/** A call, a catalogue run with a fault, a quantity and a rehearsal. */
async function besides(db: Database, shop: DoorShop, placed: StoredShippingOrder): Promise<ShopContent> {
  const { id: shopId, slug } = shop;
  const call = await db.storeCall.create({
    data: {
      shopId,
      operation: 'place_order',
      method: 'POST',
      path: '/orders',
      reference: placed.reference,
      sellerOrderId: placed.sellerOrderId,
      request: { external_ref: placed.reference },
      response: { message: `Answer of ${slug}` },
      status: 200,
      outcome: 'confirmed',
      attempts: 1,
      durationMs: 12,
    },
  });
  const runId = randomUUID();
  await db.catalogueRun.create({
    data: {
      id: runId,
      shopId,
      state: 'refused',
      faultCount: 1,
      finishedAt: new Date(),
      faults: { create: { page: 1, field: 'products[0].brand', message: `Fault of ${slug}` } },
    },
  });
  const { variantId } = await aVariant(db, {
    shopId,
    variantId: `variant-of-${slug}`,
    gtin: null,
    onHand: 7,
  });
  await db.networkQuantity.create({ data: { shopId, variantId, target: 4, written: 3, reported: 3 } });
  const eventBody = JSON.stringify({
    event: 'order.created',
    data: { order_id: `own-of-${slug}`, note: slug },
  });
  const sentId = await aSentEvent(db, shop, {
    eventId: `event-of-${slug}`,
    about: `own-of-${slug}`,
    body: eventBody,
  });
  const rehearsalId = await aRehearsal(db, { shop: slug });
  await db.rehearsalRun.create({
    data: {
      id: randomUUID(),
      shopId: shop.id,
      startedBy: `cli:${slug}`,
      leaseUntil: new Date(Date.now() + 60 * 60_000),
      task: `Task of ${slug}`,
      taskExpects: 'done',
      taskNumber: 1,
      code: `CODE-${slug}`,
    },
  });
  await db.shopPause.create({
    data: {
      shopId,
      side: 'agent',
      begunBy: 'agent:ada',
      reason: `Pause of ${slug}`,
      endsAt: new Date('2126-01-01'),
    },
  });
  const linkId = await proposedLink(db, shop);
  return {
    marks: [
      `Linked by ${slug}`,
      `Pause of ${slug}`,
      `Task of ${slug}`,
      `Answer of ${slug}`,
      `Fault of ${slug}`,
      variantId,
      rehearsalId,
      `event-of-${slug}`,
      `own-of-${slug}`,
    ],
    ids: [linkId, String(call.id), runId, variantId, rehearsalId, sentId, `event-of-${slug}`],
  };
}

/** A proposal between the shop and another one that must not be recognisable. @returns its id */
async function proposedLink(db: Database, { id: shopId, slug }: DoorShop): Promise<string> {
  const partner = await aShop(db, { slug: `hidden-partner-of-${slug}`, name: 'Hidden Partner' });
  const own = await aProduct(db, shopId, { title: `Linked by ${slug}`, sizes: ['M'] });
  const other = await aProduct(db, partner.id, {
    sizes: ['M'],
    imageUrl: 'https://images.hidden-partner.example/1.jpg',
  });
  const sides = { a: { shopId, productId: own }, b: { shopId: partner.id, productId: other } };
  const ids = await proposeSizes(db, sides, { sizes: ['M'] });
  return ids.get('M') ?? '';
}
