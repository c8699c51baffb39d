import type { KitContext } from '../context';
import type { StockLevel } from '../facts/facts';
import { saleable } from '../events/decide-stock';
import { recordIdOf, reportStock } from '../events/stock-events';
import { numberOf } from '../locations';
import type { Records, StockRecord } from '../records';

const AT_ONCE = 100;

/**
 * Reports each place whose figure is another than the one told last, or whose last report is parked.
 *
 * In the very first sweep every figure counts as told, for the catalogue tells them all.
 *
 * @returns how many were reported
 */
export async function sweepStock<Tx>(
  kit: KitContext<Tx>,
  { isFirst }: { isFirst: boolean },
): Promise<number> {
  let reported = 0;
  let levels: StockLevel[] = [];
  const compare = async (): Promise<void> => {
    const differing = await kit.storage.transaction((tx) => differingOf(levels, kit.records(tx), isFirst));
    levels = [];
    for (const level of differing) reported += await reportOf(kit, level);
  };
  for await (const level of kit.adapter.stockNow({}, null)) {
    if (level.locationId === kit.networkLocationId) continue;
    levels.push(level);
    if (levels.length === AT_ONCE) await compare();
  }
  await compare();
  return reported;
}

async function differingOf<Tx>(
  levels: readonly StockLevel[],
  records: Records<Tx>,
  isFirst: boolean,
): Promise<StockLevel[]> {
  const differing: StockLevel[] = [];
  for (const level of levels) {
    const told: StockRecord = {
      quantity: saleable(level.quantity),
      changedAt: null,
      asOf: null,
      eventId: null,
      isParked: false,
    };
    const place = recordIdOf({ ...level, locationNumber: await numberOf(records, level.locationId) });
    if (isFirst) await records.insert('stock', place, told);
    const latest = await records.find('stock', place);
    if (latest === null || latest.isParked || latest.quantity !== told.quantity) differing.push(level);
  }
  return differing;
}

/** Read once more with the place held: a figure that changed meanwhile has been, or will be, told by its own transaction. */
function reportOf<Tx>(kit: KitContext<Tx>, { variantId, locationId }: StockLevel): Promise<number> {
  return kit.storage.transaction(async (tx) => {
    const records = kit.records(tx);
    const place = recordIdOf({ variantId, locationNumber: await numberOf(records, locationId) });
    const latest = await records.find('stock', place);
    const level = await readAgain(kit, { variantId, locationId, tx });
    if (level === null) return 0;
    if (latest && !latest.isParked && latest.quantity === saleable(level.quantity)) return 0;
    const end = await reportStock(kit, level, records);
    return 'queued' in end ? 1 : 0;
  });
}

async function readAgain<Tx>(
  { adapter }: KitContext<Tx>,
  { variantId, locationId, tx }: { variantId: string; locationId: string; tx: Tx },
): Promise<StockLevel | null> {
  const only = { variantIds: [variantId] };
  const levels = adapter.sharesTransaction ? adapter.stockNow(only, tx) : adapter.stockNow(only, null);
  for await (const level of levels) if (level.locationId === locationId) return level;
  return null;
}
