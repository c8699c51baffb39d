import type { KitContext } from '../context';
import type { StockChange } from '../facts/facts';
import { numberOf } from '../locations';
import { idOf, type Records, type StockRecord } from '../records';
import type { QueuedEvent } from '../storage';
import type { Reported } from '../store-kit';
import { decideStock, type StockFigure } from './decide-stock';
import { freeze } from './freeze';

/** A variant at a location, by the location's number. */
interface Place {
  variantId: string;
  locationNumber: string;
}

interface StockReport {
  place: Place;
  latest: StockRecord;
  figure: StockFigure;
  subject: string | null;
}

const NEVER: StockRecord = { quantity: 0, changedAt: null, asOf: null, eventId: null, isParked: false };

/**
 * Reports a figure of the platform as `inventory.updated` (D10). It replaces a parked report of the place.
 *
 * @param change.subject leaves after what was queued of it before; without one, in any order, because `changed_at` says which is the latest
 */
export async function reportStock<Tx>(
  kit: KitContext<Tx>,
  { subject = null, ...change }: StockChange & { subject?: string | null },
  records: Records<Tx>,
): Promise<Reported> {
  if (!kit.has('inventory')) return { skipped: 'not_ported' };
  if (!(await isListed(kit, change, records))) return { skipped: 'not_listed' };
  const place = {
    variantId: change.variantId,
    locationNumber: await numberOf(records, change.locationId),
  };
  const latest = await records.findOrInsert('stock', recordIdOf(place), NEVER);
  return report(kit, records, { place, latest, figure: change, subject });
}

/** Of anything else the service would refuse every report: a variant it cannot know, a location that is not agreed. */
export async function isListed<Tx>(
  { listing, adapter, networkLocationId }: KitContext<Tx>,
  { variantId, locationId }: Pick<StockChange, 'variantId' | 'locationId'>,
  records: Records<Tx>,
): Promise<boolean> {
  if (listing === null) return true;
  const isAgreed = locationId === networkLocationId || (await adapter.locations()).includes(locationId);
  return isAgreed && listing.has(variantId, records);
}

/** Whether this is the latest report of its place, and the service can know that place. */
export async function isNeeded<Tx>(
  { listing, numbers }: KitContext<Tx>,
  event: QueuedEvent,
  records: Records<Tx>,
): Promise<boolean> {
  const place = placeOf(event);
  const latest = await records.find('stock', recordIdOf(place));
  if (latest?.eventId !== event.eventId) return false;
  if (listing === null) return true;
  return [...numbers.values()].includes(place.locationNumber) && listing.has(place.variantId, records);
}

/** Reports the latest figure of a place again, instead of a parked report of it. */
export async function reportPlaceAgain<Tx>(
  kit: KitContext<Tx>,
  parked: QueuedEvent,
  records: Records<Tx>,
): Promise<string | null> {
  const place = placeOf(parked);
  const latest = await records.find('stock', recordIdOf(place));
  if (!latest) return null;
  const replaced = { ...latest, eventId: parked.eventId, isParked: true };
  const figure = { quantity: latest.quantity };
  const reported = await report(kit, records, { place, latest: replaced, figure, subject: null });
  return 'queued' in reported ? reported.queued : null;
}

/** The report is parked: where it is the latest of its place, the next one of the place replaces it. */
export async function markStockParked<Tx>(event: QueuedEvent, records: Records<Tx>): Promise<void> {
  const id = recordIdOf(placeOf(event));
  const latest = await records.find('stock', id);
  if (latest?.eventId === event.eventId) await records.update('stock', id, { ...latest, isParked: true });
}

async function report<Tx>(
  kit: KitContext<Tx>,
  records: Records<Tx>,
  { place, latest, figure, subject }: StockReport,
): Promise<Reported> {
  const decision = decideStock(latest, figure, kit.now());
  if (decision.kind !== 'report') return { skipped: decision.kind };
  const data = {
    variant_id: place.variantId,
    location_id: place.locationNumber,
    quantity: decision.record.quantity,
    changed_at: decision.changedAt,
  };
  const event = freeze({ event: 'inventory.updated', key: null, subject, data }, kit);
  const parked = latest.isParked ? latest.eventId : null;
  const isReplaced =
    parked !== null && (await kit.storage.replaceParked({ eventId: parked, event }, records.tx));
  if (!isReplaced) await kit.storage.enqueue(event, records.tx);
  const record = { ...decision.record, eventId: event.eventId, isParked: false };
  await records.update('stock', recordIdOf(place), record);
  return { queued: event.eventId };
}

/** Where a place's latest figure is kept. */
export function recordIdOf({ locationNumber, variantId }: Place): string {
  return idOf(locationNumber, variantId);
}

function placeOf({ body }: QueuedEvent): Place {
  const { data }: { data: { location_id: string; variant_id: string } } = JSON.parse(body);
  return { locationNumber: data.location_id, variantId: data.variant_id };
}
