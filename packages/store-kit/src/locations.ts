import type { KitContext } from './context';
import type { Records } from './records';

const WHOLE_NUMBER = /^\d+$/;

/**
 * The id of a location on the wire, where it is a whole number ("Identifier rules"). A platform's own whole number is that; for any
 * other text the first number that no location has is taken, permanently.
 */
export async function numberOf<Tx>(records: Records<Tx>, locationId: string): Promise<string> {
  if (WHOLE_NUMBER.test(locationId)) return locationId;
  const kept = records.numbers.get(locationId);
  if (kept !== undefined) return kept;
  const known = await records.find('location', locationId);
  if (known) return known.number;
  const number = await takeNumber(records, locationId);
  if (await records.insert('location', locationId, { number })) return number;
  // Another process numbered it meanwhile; the number taken here stays unused.
  return (await records.find('location', locationId))?.number ?? number;
}

async function takeNumber<Tx>(records: Records<Tx>, locationId: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    if (await records.insert('location_number', String(number), { locationId })) return String(number);
  }
}

/** The agreed locations and the network's, each with its number; kept once they are committed. */
export async function agreedLocations<Tx>(kit: KitContext<Tx>): Promise<[string, string][]> {
  const ids = [...(await kit.adapter.locations()), kit.networkLocationId];
  if (!ids.every((id) => kit.numbers.has(id)))
    for (const [id, number] of await numberAll(kit, ids)) kit.numbers.set(id, number);
  return ids.map((id) => [id, kit.numbers.get(id) ?? id]);
}

function numberAll<Tx>(kit: KitContext<Tx>, ids: readonly string[]): Promise<[string, string][]> {
  return kit.storage.transaction(async (tx) => {
    const numbered: [string, string][] = [];
    for (const id of ids) numbered.push([id, await numberOf(kit.records(tx), id)]);
    return numbered;
  });
}
