import { randomUUID } from 'node:crypto';
import { Prisma, type Database } from '@hub/database';
import { aShippingOrder, type StoredShippingOrder, type StoredShop } from '@hub/testing';

const NS = 1_000_000n;

interface SettledLine {
  selling: StoredShop;
  shipping: StoredShop;
  owed?: string;
  currency?: string;
  /** The day by which it settles (D24); now, unless given. */
  recordedAt?: Date;
}

/** A line of one piece that was shipped on the 5th of November, with 2.00 of the shipping. */
export async function aSettledLine(db: Database, of: SettledLine): Promise<StoredShippingOrder> {
  const { owed = '7', currency = 'EUR', recordedAt = new Date() } = of;
  const order = await aShippingOrder(db, { sellingShop: of.selling, shippingShop: of.shipping });
  const zero = {
    gross: '0',
    discountShare: '0',
    afterDiscount: '0',
    consumerVat: '0',
    net: '0',
    payout: '0',
  };
  await db.shippingOrderLine.updateMany({
    where: { shippingOrderId: order.id },
    data: {
      packaged: 1,
      unitPrice: new Prisma.Decimal(owed),
      calculation: {
        ...zero,
        currency,
        consumerVatRate: '0.25',
        splitRate: '0.7',
        injectionVatRate: '0.25',
        injectionVat: '0',
        exactUnitPrice: owed,
        unitPrice: owed,
        owed,
        rounding: '0',
        shipping: { paid: '2.00', net: '2.00', share: '2.00' },
      },
    },
  });
  await db.package.create({
    data: {
      id: randomUUID(),
      shippingOrderId: order.id,
      packageId: 'P',
      reference: randomUUID(),
      carrier: 'C',
      trackingNumber: 'T',
      shippedAt: BigInt(Date.parse('2026-11-05T10:00:00Z')) * NS,
      createdAt: recordedAt,
      correlation: 'test',
      lines: { create: { shippingOrderLineId: order.lines[0]?.id ?? '', quantity: 1 } },
    },
  });
  return order;
}

/** A shop reports that the line of the order came back. @param report.at now, unless given */
export async function aReturnOf(
  db: Database,
  order: StoredShippingOrder,
  { by, at = new Date() }: { by: 'selling' | 'shipping'; at?: Date },
): Promise<void> {
  const [line] = order.lines;
  const isShipping = by === 'shipping';
  await db.return.create({
    data: {
      id: randomUUID(),
      side: by,
      shopId: isShipping ? order.shopId : order.sellingShopId,
      eventId: randomUUID(),
      sellerOrderId: order.sellerOrderId,
      shippingOrderId: isShipping ? order.id : null,
      state: isShipping ? 'registered' : 'recorded',
      createdAt: at,
      correlation: 'test',
      lines: {
        create: {
          id: randomUUID(),
          orderLineId: line?.orderLineId ?? '',
          shippingOrderLineId: isShipping ? (line?.id ?? '') : null,
          reportedLineId: 'store-line',
          quantity: 1,
        },
      },
    },
  });
}
