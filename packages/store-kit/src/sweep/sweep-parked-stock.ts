import type { KitContext } from '../context';
import { isNeeded, reportPlaceAgain } from '../events/stock-events';
import type { ParkedEvent } from '../storage';
import { decideParkedStock } from './decide-parked-stock';

const AT_ONCE = 500;

/**
 * Reports parked figures of stock again where that can have another end now, and forgets those that the service need not know.
 *
 * @returns how many were reported
 */
export async function sweepParkedStock<Tx>(kit: KitContext<Tx>): Promise<number> {
  let reported = 0;
  for (let after: ParkedEvent | undefined; ;) {
    const page = await kit.storage.parkedEvents({ limit: AT_ONCE, event: 'inventory.updated', after });
    for (const parked of page) reported += await sweepParked(kit, parked);
    if (page.length < AT_ONCE) return reported;
    after = page.at(-1);
  }
}

function sweepParked<Tx>(kit: KitContext<Tx>, parked: ParkedEvent): Promise<number> {
  return kit.storage.transaction(async (tx) => {
    const records = kit.records(tx);
    const decision = decideParkedStock({
      reason: parked,
      isNeeded: await isNeeded(kit, parked, records),
      catalogueReadAt: kit.listing?.readAt ?? null,
    });
    if (decision === 'forget') await kit.storage.replaceParked({ eventId: parked.eventId, event: null }, tx);
    if (decision !== 'report') return 0;
    return (await reportPlaceAgain(kit, parked, records)) === null ? 0 : 1;
  });
}
