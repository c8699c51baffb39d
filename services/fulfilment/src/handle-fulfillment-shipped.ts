import type { FulfillmentShipped, Verdict } from '@hub/contract';
import type { Tx } from '@hub/database';
import { decided, unsettled, type EventOutcome, type EventInput } from '@hub/messaging';
import { linkToOrder } from '@hub/orders/records';
import { isMaybeForgotten } from '@hub/orders/restore';
import type { WakesWrites } from '@hub/store-writes';
import { decidePackage, UNKNOWN_ORDER, type PackageDecision, type ReportedPackage } from './decide-package';
import { alertUnwantedPackage, settlePlacement, storePackage, describeStop } from './package-records';
import { lockShippingOrder, type LockedShippingOrder } from './shipping-order-facts';
import { findPackageId, resumeTracking } from './tracking-records';

type ShippedEvent = EventInput<FulfillmentShipped>;

/** One real package of a shipping order (D11): stored once, its tracking on the way to the selling shop. */
export async function handleFulfillmentShipped(
  tx: Tx,
  event: ShippedEvent,
  tracking: WakesWrites,
): Promise<EventOutcome> {
  const order = (await lockShippingOrder(tx, event)) ?? (await lookAgain(tx, event));
  // It is known again once a restored database is reconciled: the shop resends the event.
  if (order === 'maybe_forgotten') return unsettled('a restored database may have forgotten its order');
  if (order === null) return decided(UNKNOWN_ORDER);
  const decision = decidePackage(order, reportedPackage(event), event.latestNow);
  return decided(await carryOut(tx, { event, order, decision, tracking }));
}

function reportedPackage({ data, dropped }: ShippedEvent): ReportedPackage {
  return { ...data, urlDropped: dropped.includes('data.tracking_url') };
}

/**
 * For an order that was not found. It may be placed again at this moment: a transaction that no longer sees it as
 * forgotten must look it up again, or it finds neither.
 */
async function lookAgain(
  tx: Tx,
  event: ShippedEvent,
): Promise<LockedShippingOrder | 'maybe_forgotten' | null> {
  const { shopId, data } = event;
  const named = { shopId, orderId: data.order_id, externalRef: data.external_ref };
  if (await isMaybeForgotten(tx, named)) return 'maybe_forgotten';
  return lockShippingOrder(tx, event);
}

/** The same event again: nothing is stored twice, a tracking that was given up is due again. */
export async function onFulfillmentShippedReplay(
  tx: Tx,
  event: ShippedEvent,
  replay: { recorded: Verdict | null; tracking: WakesWrites },
): Promise<EventOutcome | null> {
  if (replay.recorded?.status !== 200) return null;
  const packageId = await findPackageId(tx, event);
  if (packageId !== null) await resume(tx, { packageId, event, tracking: replay.tracking });
  return null;
}

async function resume(
  tx: Tx,
  { packageId, event, tracking }: { packageId: string; event: ShippedEvent; tracking: WakesWrites },
): Promise<void> {
  const shopId = await resumeTracking(tx, { packageId, now: event.now });
  if (shopId !== null) tracking.wakeAfter(tx, shopId);
}

async function carryOut(
  tx: Tx,
  outcome: {
    event: ShippedEvent;
    order: LockedShippingOrder;
    decision: PackageDecision;
    tracking: WakesWrites;
  },
): Promise<Verdict> {
  const { event, order, decision, tracking } = outcome;
  switch (decision.kind) {
    case 'refuse':
      return decision.refusal;
    case 'refuse_stopped':
      await alertUnwantedPackage(tx, { order, event });
      return decision.refusal;
    case 'known':
      await resume(tx, { packageId: decision.packageId, event, tracking });
      return { status: 200, outcome: 'duplicate' };
    case 'store':
      if (decision.settles) await settlePlacement(tx, { order, event });
      await storePackage(tx, { order, event, lines: decision.lines });
      await linkToOrder(tx, { name: 'fulfillment.shipped', ...event }, order.sellerOrderId);
      tracking.wakeAfter(tx, order.sellingShopId);
      if (decision.overrulesStop) await describeStop(tx, { order, event });
      return { status: 200, outcome: 'accepted' };
  }
}
