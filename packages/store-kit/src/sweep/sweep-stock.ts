import type { RemoteAdapter, TransactionalAdapter } from '../adapter';
import type { KitContext } from '../context';
import { listedStock } from './listed-stock';
import { quantityAt } from '../facts/catalogue';
import type { StockLevel } from '../facts/facts';
import { saleable } from '../events/decide-stock';
import { isListed, recordIdOf, reportStock } from '../events/stock-events';
import { numberOf } from '../locations';
import type { Records, StockRecord } from '../records';

const AT_ONCE = 100;

/**
 * Reports each place whose figure differs from the one reported last.
 *
 * In the very first sweep every figure counts as reported, because the catalogue has them all.
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
    const differing = await kit.storage.transaction((tx) => differingOf(kit, levels, { tx, isFirst }));
    levels = [];
    for (const level of differing) reported += await reportOf(kit, level);
  };
  for await (const level of kit.adapter.stockNow?.() ?? listedStock(kit)) {
    levels.push(level);
    if (levels.length === AT_ONCE) await compare();
  }
  await compare();
  return reported;
}

async function differingOf<Tx>(
  kit: KitContext<Tx>,
  levels: readonly StockLevel[],
  { tx, isFirst }: { tx: Tx; isFirst: boolean },
): Promise<StockLevel[]> {
  const records = kit.records(tx);
  const differing: StockLevel[] = [];
  for (const level of levels) {
    if (!(await isListed(kit, level, records))) continue;
    const current: StockRecord = {
      quantity: saleable(level.quantity),
      changedAt: null,
      asOf: null,
      eventId: null,
      isParked: false,
    };
    const place = recordIdOf({ ...level, locationNumber: await numberOf(records, level.locationId) });
    if (isFirst) await records.insert('stock', place, current);
    const latest = await records.find('stock', place);
    if (latest?.quantity !== current.quantity) differing.push(level);
  }
  return differing;
}

/** What is done with a figure as it is now, and the one reported last; how many events that comes to. */
type Judge = <Tx>(
  kit: KitContext<Tx>,
  records: Records<Tx>,
  figures: { level: StockLevel; latest: StockRecord | null },
) => Promise<number>;

/** Of a place that differs; read again, because it may have changed, and been reported, meanwhile. */
function reportOf<Tx>(kit: KitContext<Tx>, { variantId, locationId }: StockLevel): Promise<number> {
  return readAgain(kit, { variantId, locationId }, reportDiffering);
}

type Place = Pick<StockLevel, 'variantId' | 'locationId'>;

/** A place as it is now; 0 where nothing is stocked there. */
export function readAgain<Tx>(kit: KitContext<Tx>, place: Place, judge: Judge): Promise<number> {
  const { adapter } = kit;
  return adapter.sharesTransaction
    ? readHeld(kit, adapter, { place, judge })
    : readBeside(kit, adapter, { place, judge });
}

/** With the place held: a figure that changes now will be reported by its own transaction. */
function readHeld<Tx>(
  kit: KitContext<Tx>,
  adapter: TransactionalAdapter<Tx>,
  { place, judge }: { place: Place; judge: Judge },
): Promise<number> {
  return kit.storage.transaction(async (tx) => {
    const records = kit.records(tx);
    const latest = await latestOf(records, place);
    const quantity = quantityAt(place.locationId, (await adapter.stockOf?.(place.variantId, tx)) ?? []);
    return quantity === null ? 0 : judge(kit, records, { level: { ...place, quantity }, latest });
  });
}

/** How often a place that changes while it is read is read; then the next sweep reads it. */
const READINGS = 3;

/** A platform behind an API is called outside of any transaction: where something was reported meanwhile, it is read again. */
async function readBeside<Tx>(
  kit: KitContext<Tx>,
  adapter: RemoteAdapter,
  { place, judge }: { place: Place; judge: Judge },
): Promise<number> {
  for (let reading = 0; reading < READINGS; reading += 1) {
    const before = await kit.storage.transaction((tx) => latestOf(kit.records(tx), place));
    const quantity = quantityAt(place.locationId, await adapter.stockOf(place.variantId, null));
    if (quantity === null) return 0;
    const level = { ...place, quantity };
    const reported = await kit.storage.transaction(async (tx) => {
      const records = kit.records(tx);
      const latest = await latestOf(records, place);
      return latest?.changedAt === before?.changedAt ? judge(kit, records, { level, latest }) : null;
    });
    if (reported !== null) return reported;
  }
  return 0;
}

const reportDiffering: Judge = async (kit, records, { level, latest }) => {
  if (latest?.quantity === saleable(level.quantity)) return 0;
  const end = await reportStock(kit, level, records);
  return 'queued' in end ? 1 : 0;
};

async function latestOf<Tx>(
  records: Records<Tx>,
  { variantId, locationId }: Place,
): Promise<StockRecord | null> {
  const locationNumber = await numberOf(records, locationId);
  return records.find('stock', recordIdOf({ variantId, locationNumber }));
}
