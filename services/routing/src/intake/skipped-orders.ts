import { raiseAlerts } from '@hub/alerts';
import { isJsonObject, OrderId, StorableText } from '@hub/contract';
import type { Sql } from '@hub/database';
import type { SkippedEvent, Sweep } from '@hub/messaging';
import { findUnissued, lookAtLater, takeUnknownSkipped, type SkippedOrder } from '@hub/orders/intake';
import { skippedUnknownAlert } from './intake-alerts';

const ORDERS = 500;
const EVERY_MS = 60_000;

/** Skipped orders whose reference the hub never issued raise an alert; those with a tag alone are looked at later (D38). */
export async function noteSkippedOrders(tx: Sql, events: readonly SkippedEvent[]): Promise<void> {
  const { unknown, toLookAtLater } = await findUnissued(tx, events.map(skippedOf));
  await lookAtLater(tx, toLookAtLater);
  await raiseAlerts(tx, alertsOf(unknown));
}

/** 15 minutes after an order was skipped, the receipt of its shipping order is stored, if there is one (D38). */
export function skippedOrdersSweep(everyMs = EVERY_MS): Sweep {
  return {
    name: 'skipped orders',
    everyMs,
    batch: ORDERS,
    async run(tx) {
      const { looked, unknown } = await takeUnknownSkipped(tx, ORDERS);
      await raiseAlerts(tx, alertsOf(unknown));
      return looked;
    },
  };
}

/** One alert for an order, however many events name it. */
function alertsOf(unknown: readonly SkippedOrder[]) {
  const alerts = unknown.map((skipped) => skippedUnknownAlert(skipped));
  return [...new Map(alerts.map((alert) => [alert.subject, alert])).values()];
}

function skippedOf({ shopId, eventId, data }: SkippedEvent): SkippedOrder {
  const fields = isJsonObject(data) ? data : {};
  const { order_id: id, hub_external_ref: ref } = fields;
  const orderId = OrderId.safeParse(id);
  return {
    shopId,
    eventId,
    orderId: orderId.success ? orderId.data : null,
    externalRef: typeof ref === 'string' && ref.trim() !== '' ? storable(ref) : null,
  };
}

/** What PostgreSQL cannot hold is no reference of the hub's: any text that is none either stands for it (D7). */
function storable(reference: string): string {
  return StorableText.safeParse(reference).success ? reference : 'not storable';
}
