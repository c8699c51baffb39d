import { ReturnCreated } from '@hub/contract';
import { inTransaction, type Tx } from '@hub/database';
import type { EventOutcome, Settlement } from '@hub/messaging';
import type { ShopCalls } from '@hub/shops';
import { aCommand, anEventOf, ASLEEP, World } from '@hub/test-world';
import type { ReturnData, StoredShippingOrder } from '@hub/testing';
import { handleReturnCreated } from '../src/handle-return-created';
import { handleReturnRegister, returnWrite } from '../src/return-write';

/** The handlers of the service as the frame calls them, and its write, run against real stores. */
export class ReturnsWorld extends World {
  /** `return.created` of a shop, under a new event id. */
  async report(shopId: number, data: ReturnData): Promise<EventOutcome> {
    const event = anEventOf(ReturnCreated, { shopId, data });
    return inTransaction(this.db, (tx) => handleReturnCreated(tx, event, ASLEEP));
  }

  /** A return is reported while `meddle` has the order locked. */
  reportDuring(
    order: StoredShippingOrder,
    report: { shopId: number; data: ReturnData },
    meddle: (tx: Tx) => Promise<unknown>,
  ): Promise<EventOutcome> {
    return this.during(order, () => this.report(report.shopId, report.data), meddle);
  }

  /** Sends what is due to the stores. @param options.aheadMs ahead of the clock, for leases that have run out */
  async register(options: { aheadMs?: number; calls?: Pick<ShopCalls, 'send'> } = {}): Promise<void> {
    await this.bring(returnWrite(options.calls ?? (await this.storeCalls())), options);
  }

  /** `return.register`: the replay of its dead letter. */
  async replay(returnId: string): Promise<Settlement> {
    return inTransaction(this.db, (tx) => handleReturnRegister(ASLEEP)(tx, aCommand({ returnId })));
  }

  returnsOf({ sellerOrderId }: Pick<StoredShippingOrder, 'sellerOrderId'>) {
    return this.db.return.findMany({
      where: { sellerOrderId },
      include: { lines: true },
      orderBy: { createdAt: 'asc' },
    });
  }

  alertsOf({ sellerOrderId }: Pick<StoredShippingOrder, 'sellerOrderId'>) {
    return this.db.alert.findMany({ where: { sellerOrderId, state: 'open' } });
  }
}
