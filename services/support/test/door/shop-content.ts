import { randomUUID } from 'node:crypto';
import type { Database } from '@hub/database';
import { aShippingOrder } from '@hub/testing';
import type { DoorShop } from './door-world';

/** What is the shop's own and may stand in answers to it, never in one to another shop. */
export interface ShopContent {
  /** Texts that no other shop may be told. */
  marks: string[];
  /** Ids of every kind, to be guessed by others; those of rows, which nobody is told, among them. */
  ids: string[];
}

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
 * Fills a shop with something of everything that the door shows: what it ships for another shop, and what another ships
 * for it.
 */
export async function fillShop(db: Database, shop: DoorShop, other: DoorShop): Promise<ShopContent> {
  const { slug } = shop;
  const shipped = await Promise.all(
    (['placed', 'disputed', 'refused', 'dry_run', 'sending'] as const).map(async (state) => {
      const order = await aShippingOrder(db, {
        sellingShop: other,
        shippingShop: shop,
        orderId: `sold-by-${other.slug}-${state}`,
        storeOrderId: state === 'placed' ? `ships-${slug}-${state}` : null,
        state,
      });
      const payload = { external_ref: order.reference, currency: 'EUR', ship_to: CUSTOMER(slug) };
      const firstSentAt = state === 'dry_run' ? null : new Date();
      await db.shippingOrder.update({ where: { id: order.id }, data: { payload, firstSentAt } });
      return order;
    }),
  );
  const placed = shipped[0];
  if (!placed) throw new Error('nothing placed');
  await db.package.create({
    data: {
      id: randomUUID(),
      shippingOrderId: placed.id,
      packageId: `parcel-${slug}`,
      reference: `parcel-ref-${slug}`,
      carrier: `Carrier of ${slug}`,
      trackingNumber: `TRACK-${slug}`,
      shippedAt: BigInt(Date.now()) * 1_000_000n,
      correlation: 'test',
      state: 'done',
    },
  });
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
      `Token of ${slug}`,
      `ships-${slug}-placed`,
      `parcel-${slug}`,
      `TRACK-${slug}`,
      `Street of ${slug}`,
      ...shipped.map(({ reference }) => reference),
      ...shipped.flatMap(({ lines }) => lines.map(({ reference }) => reference)),
    ],
    ids: [
      tokenId,
      `ships-${slug}-placed`,
      ...shipped.flatMap(({ id, sellerOrderId, reference, orderId }) => [
        id,
        sellerOrderId,
        reference,
        orderId,
      ]),
      `sold-by-${slug}-placed`,
    ],
  };
}
