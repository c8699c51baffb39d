import type { HubInUse } from './hub';
import type { Sale } from './journal';
import type { Evidence } from './judge/evidence';

/** What hub and shops have of an order that is not as it must be, for the search for the cause. */
export async function describeUnfinished(hub: HubInUse, sale: Sale, evidence: Evidence): Promise<string> {
  const { stdout } = await hub.command(['order', 'show', sale.orderId, '--shop', sale.shop]);
  const ids = sale.lines.flatMap(({ title }) =>
    (evidence.placements.get(title) ?? []).map(({ order }) => order.orderId),
  );
  const deliveriesOfOrder = evidence.stores.flatMap(({ slug, deliveries }) =>
    deliveries
      .filter(({ body }) => [sale.orderId, ...ids].some((id) => body.includes(`"order_id":"${id}"`)))
      .map(
        ({ event, state, attempts, answer }) =>
          `  ${slug}: ${event} ${state}, ${attempts.length} attempts, ${answer?.status ?? 'no answer'} ${answer?.code ?? ''}`,
      ),
  );
  return [`${sale.orderId} of ${sale.shop}`, stdout, ...deliveriesOfOrder].join('\n');
}
