import { randomUUID } from 'node:crypto';
import { FulfillmentShipped, instantFromMs, readEventData } from '@hub/contract';
import { inTransaction, type Database, type Tx } from '@hub/database';
import type { EventEnd, EventInput } from '@hub/messaging';
import {
  aPackage,
  createTestDatabase,
  waitForLocks,
  type PackageData,
  type StoredShippingOrder,
  type TestDatabase,
} from '@hub/testing';
import { handleFulfillmentShipped, resumeFulfillmentShipped } from '../src/handle-fulfillment-shipped';

/** The engine of this process sleeps: tests look for themselves. */
const NOBODY = { wakeAfter: () => undefined, lookAfter: () => undefined };

/** A database, with the handlers as the frame calls them. */
export class FulfilmentWorld {
  private constructor(readonly database: TestDatabase) {}

  static async open(): Promise<FulfilmentWorld> {
    return new FulfilmentWorld(await createTestDatabase());
  }

  get db(): Database {
    return this.database.db;
  }

  /** `fulfillment.shipped` of a shop, under a new event id. */
  async ship(shopId: number, data: PackageData): Promise<EventEnd> {
    return inTransaction(this.db, (tx) => handleFulfillmentShipped(tx, inputOf(shopId, data), NOBODY));
  }

  /** The same bytes again, after they were accepted. */
  async shipAgain(shopId: number, data: PackageData): Promise<EventEnd | null> {
    const accepted = { status: 200, outcome: 'accepted' } as const;
    return inTransaction(this.db, (tx) =>
      resumeFulfillmentShipped(tx, inputOf(shopId, data), { recorded: accepted, tracking: NOBODY }),
    );
  }

  /**
   * Two things at the same moment: `meddle` has locked the order and writes, while `ship` has found its order and
   * waits for that very lock.
   */
  async shipDuring(
    order: StoredShippingOrder,
    data: PackageData,
    meddle: (tx: Tx) => Promise<unknown>,
  ): Promise<EventEnd> {
    let shipping: Promise<EventEnd> | undefined;
    await inTransaction(this.db, async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM seller_order WHERE id = ${order.sellerOrderId}::uuid FOR UPDATE`;
      shipping = this.ship(order.shopId, data);
      await waitForLocks(this.db);
      await meddle(tx);
    });
    if (!shipping) throw new Error('nothing was shipped');
    return shipping;
  }

  /** Commands waiting to be published, by type. */
  async commands(type: string): Promise<unknown[]> {
    const found = await this.db.outbox.findMany({ where: { type }, orderBy: { id: 'asc' } });
    return found.map(({ payload }) => payload);
  }

  async close(): Promise<void> {
    await this.database.drop();
  }
}

/** A package of a shipping order: all its lines, one piece each, unless told otherwise. */
export function aPackageOf(order: StoredShippingOrder, overrides: Partial<PackageData> = {}): PackageData {
  return aPackage({
    order_id: order.storeOrderId,
    external_ref: order.reference,
    line_items: order.lines.map(({ reference }) => ({ external_ref: reference, quantity: 1 })),
    ...overrides,
  });
}

export const accepted = { kind: 'decided', verdict: { status: 200, outcome: 'accepted' } };
export const duplicate = { kind: 'decided', verdict: { status: 200, outcome: 'duplicate' } };

export function refused(status: number, code: string, field: string) {
  return { kind: 'decided', verdict: { status, code, field } };
}

function inputOf(shopId: number, data: PackageData): EventInput<FulfillmentShipped> {
  const read = readEventData(FulfillmentShipped, data);
  if (!read.ok) throw new Error(read.refusal.message);
  const now = Date.now();
  return {
    shopId,
    eventId: randomUUID(),
    occurredAt: instantFromMs(now),
    data: read.data,
    correlation: 'test',
    replyTo: null,
    receivedAt: now,
    now,
  };
}
