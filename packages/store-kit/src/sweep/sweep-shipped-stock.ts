import type { KitContext } from '../context';
import { reportStock } from '../events/stock-events';
import { readAgain } from './sweep-stock';

const AT_ONCE = 500;

/**
 * D17: where its answer came too late, the service holds back what a shipping order took until the next report of the variant after
 * the line has left. The shop's figure decreased long before, so there is nothing new to report: it is reported again, after the package.
 */
export async function sweepShippedStock<Tx>(kit: KitContext<Tx>): Promise<void> {
  for (let after = ''; ;) {
    const page = await kit.storage.recordsOf({ kind: 'shipped_stock', after, limit: AT_ONCE });
    for (const { id, value } of page) {
      await reportAgain(kit, JSON.parse(value));
      await kit.storage.transaction((tx) => kit.records(tx).remove('shipped_stock', id));
    }
    const last = page.at(-1);
    if (!last || page.length < AT_ONCE) return;
    after = last.id;
  }
}

/** At one location: any report of the variant will do. */
async function reportAgain<Tx>(
  kit: KitContext<Tx>,
  { orderId, variantId }: { orderId: string; variantId: string },
): Promise<void> {
  for (const locationId of await kit.adapter.locations()) {
    const queued = await readAgain(kit, { variantId, locationId }, async (context, records, { level }) => {
      const end = await reportStock(context, { ...level, subject: orderId }, records);
      return 'queued' in end ? 1 : 0;
    });
    if (queued > 0) return;
  }
}
