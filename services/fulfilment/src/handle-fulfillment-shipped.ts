import type { FulfillmentShipped, Verdict } from '@hub/contract';
import type { Tx } from '@hub/database';
import { decided, type EventEnd, type EventInput } from '@hub/messaging';
import { decidePackage, type PackageDecision } from './decide-package';
import { alertUnwantedPackage, overruleStop, settlePlacement, storePackage } from './package-records';
import { lockShippingOrder, type LockedShippingOrder } from './shipping-order-facts';
import { findPackageId, resumeTracking } from './tracking-records';

type ShippedEvent = EventInput<FulfillmentShipped>;

/** One real package of a shipping order (D11): stored once, its tracking on the way to the selling shop. */
export async function handleFulfillmentShipped(tx: Tx, event: ShippedEvent): Promise<EventEnd> {
  const { data, shopId, now } = event;
  const order = await lockShippingOrder(tx, { shopId, data });
  return decided(await carryOut(tx, { event, order, decision: decidePackage(order, data, now) }));
}

/** The very same event again: nothing is stored twice, a tracking that was given up is due again. */
export async function resumeFulfillmentShipped(
  tx: Tx,
  event: ShippedEvent,
  recorded: Verdict | null,
): Promise<EventEnd | null> {
  if (recorded?.status !== 200) return null;
  const { shopId, data, now } = event;
  const packageId = await findPackageId(tx, {
    shopId,
    orderReference: data.external_ref,
    packageId: data.package_id,
  });
  if (packageId !== null) await resumeTracking(tx, { packageId, now });
  return null;
}

async function carryOut(
  tx: Tx,
  outcome: { event: ShippedEvent; order: LockedShippingOrder | null; decision: PackageDecision },
): Promise<Verdict> {
  const { event, order, decision } = outcome;
  const { data, shopId, now } = event;
  switch (decision.kind) {
    case 'refuse':
      return decision.refusal;
    case 'refuse_stopped':
      if (order) await alertUnwantedPackage(tx, { order, shopId, data });
      return decision.refusal;
    case 'known':
      await resumeTracking(tx, { packageId: decision.packageId, now });
      return { status: 200, outcome: 'duplicate' };
    case 'store':
      if (order) await store(tx, { event, order, decision });
      return { status: 200, outcome: 'accepted' };
  }
}

async function store(
  tx: Tx,
  shipped: {
    event: ShippedEvent;
    order: LockedShippingOrder;
    decision: Extract<PackageDecision, { kind: 'store' }>;
  },
): Promise<void> {
  const { event, order, decision } = shipped;
  const { data, correlation, now } = event;
  const shippingOrderId = order.id;
  if (decision.settles) await settlePlacement(tx, { shippingOrderId, storeOrderId: data.order_id, now });
  if (decision.overrulesStop) await overruleStop(tx, { shippingOrderId, correlation, now });
  await storePackage(tx, { order, data, lines: decision.lines, correlation, now });
}
