import type { KitContext } from '../context';
import { freezeAgain } from './freeze';
import { reportPlaceAgain } from './stock-events';

/** Sends a parked event's data as a new event: the refused one cannot be made to count any more. Null: none is parked under the id. */
export async function sendAgain<Tx>(kit: KitContext<Tx>, eventId: string): Promise<string | null> {
  const [parked] = await kit.storage.parkedEvents({ limit: 1, eventId });
  if (!parked) return null;
  return kit.storage.transaction(async (tx) => {
    if (parked.event === 'inventory.updated') return reportPlaceAgain(kit, parked, kit.records(tx));
    const event = freezeAgain(parked, kit);
    return (await kit.storage.replaceParked({ eventId, event }, tx)) ? event.eventId : null;
  });
}
