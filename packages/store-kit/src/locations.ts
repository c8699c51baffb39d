import type { Records } from './records';

const WHOLE_NUMBER = /^\d+$/;

/**
 * The id of a location on the wire, where it is a whole number ("Identifier rules"). A platform's own whole number is that; for any
 * other text the first number that no location has is taken, once and for good.
 */
export async function numberOf<Tx>(records: Records<Tx>, locationId: string): Promise<string> {
  if (WHOLE_NUMBER.test(locationId)) return locationId;
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
