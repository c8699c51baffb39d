import type { KitContext } from '../context';
import { isNeeded, reportPlaceAgain } from '../events/stock-events';
import type { ParkedEvent } from '../storage';
import { decideParkedStock } from './decide-parked-stock';

const AT_ONCE = 1_000;

/**
 * Reports parked figures of stock again where that can have another end now, and forgets those that the service need not know.
 *
 * @returns how many were reported
 */
export async function sweepParkedStock<Tx>(kit: KitContext<Tx>): Promise<number> {
  let reported = 0;
  for (const parked of await kit.storage.parkedEvents({ limit: AT_ONCE }))
    if (parked.event === 'inventory.updated') reported += await sweepParked(kit, parked);
  return reported;
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
