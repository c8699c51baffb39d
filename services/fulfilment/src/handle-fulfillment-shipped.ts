import type { FulfillmentShipped, Verdict } from '@hub/contract';
import type { Tx } from '@hub/database';
import { decided, type EventEnd, type EventInput } from '@hub/messaging';
import { decidePackage, UNKNOWN_ORDER, type PackageDecision } from './decide-package';
import { alertUnwantedPackage, settlePlacement, storePackage, tellStop } from './package-records';
import { lockShippingOrder, type LockedShippingOrder } from './shipping-order-facts';
import { findPackageId, resumeTracking } from './tracking-records';

type ShippedEvent = EventInput<FulfillmentShipped>;

/** One real package of a shipping order (D11): stored once, its tracking on the way to the selling shop. */
export async function handleFulfillmentShipped(tx: Tx, event: ShippedEvent): Promise<EventEnd> {
  const order = await lockShippingOrder(tx, event);
  if (!order) return decided(UNKNOWN_ORDER);
  const decision = decidePackage(order, event.data, event.now);
  return decided(await carryOut(tx, { event, order, decision }));
}

/** The very same event again: nothing is stored twice, a tracking that was given up is due again. */
export async function resumeFulfillmentShipped(
  tx: Tx,
  event: ShippedEvent,
  recorded: Verdict | null,
): Promise<EventEnd | null> {
  if (recorded?.status !== 200) return null;
  const packageId = await findPackageId(tx, event);
  if (packageId !== null) await resumeTracking(tx, { packageId, now: event.now });
  return null;
}

async function carryOut(
  tx: Tx,
  outcome: { event: ShippedEvent; order: LockedShippingOrder; decision: PackageDecision },
): Promise<Verdict> {
  const { event, order, decision } = outcome;
  switch (decision.kind) {
    case 'refuse':
      return decision.refusal;
    case 'refuse_stopped':
      await alertUnwantedPackage(tx, { order, event });
      return decision.refusal;
    case 'known':
      await resumeTracking(tx, { packageId: decision.packageId, now: event.now });
      return { status: 200, outcome: 'duplicate' };
    case 'store':
      if (decision.settles) await settlePlacement(tx, { order, event });
      await storePackage(tx, { order, event, lines: decision.lines });
      if (decision.overrulesStop) await tellStop(tx, { order, event });
      return { status: 200, outcome: 'accepted' };
  }
}
