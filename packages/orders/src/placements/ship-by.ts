import { durationMs } from '@hub/contract';
import { localDay, type LocalDay } from '../calendar/local-day';

/** What a shop's sheet says of the time it has to ship a placed shipping order (D38). */
export interface ShipTerms {
  /** IANA name. */
  timeZone: string;
  /** Such as `72h`. */
  shipWithin: string;
  /** `mon` to `sun`, and dates: days there that do not count. A sheet leaves one day of the week open (D25). */
  closedDays: readonly string[];
}

/** Of a sheet that says nothing of it. */
export const DEFAULT_SHIP_TERMS: ShipTerms = { timeZone: 'UTC', shipWithin: '72h', closedDays: [] };

/** By when a shipping order that was placed at `placedAt` must have shipped. */
export function shipBy(placedAt: Date, terms: ShipTerms): Date {
  let [at, left] = [placedAt.getTime(), withinMs(terms)];
  if (terms.closedDays.length === 0) return new Date(at + left);
  for (;;) {
    const day = localDay(at, terms.timeZone);
    if (!isClosed(day, terms)) {
      if (left < day.end - at) return new Date(at + left);
      left -= day.end - at;
    }
    at = day.end;
  }
}

/** The same, unless the shop has said since by when it ships (D38). */
export function toShipBy(
  order: { placedAt: Date | null; createdAt: Date; promisedBy: Date | null },
  terms: ShipTerms,
): Date {
  return order.promisedBy ?? shipBy(order.placedAt ?? order.createdAt, terms);
}

/**
 * What was placed before this moment should have shipped: `shipBy` of it is before `now`. Statements compare with it.
 * @param now milliseconds since the epoch
 */
export function shouldHaveShipped(now: number, terms: ShipTerms): Date {
  let [at, left] = [now, withinMs(terms)];
  if (terms.closedDays.length === 0) return new Date(at - left);
  for (;;) {
    const day = localDay(at - 1, terms.timeZone);
    if (!isClosed(day, terms)) {
      if (left < at - day.start) return new Date(at - left);
      left -= at - day.start;
    }
    at = day.start;
  }
}

/** Whether a placed shipping order has pieces in no package after its time (D38, `not_shipped`). */
export function isNotShipped(
  order: { state: string; openPieces: number; shipBy: Date | null },
  now: number,
): boolean {
  const { state, openPieces, shipBy: due } = order;
  return state === 'placed' && openPieces > 0 && due !== null && due.getTime() < now;
}

function isClosed({ date, weekday }: LocalDay, { closedDays }: ShipTerms): boolean {
  return closedDays.includes(weekday) || closedDays.includes(date);
}

function withinMs({ shipWithin }: ShipTerms): number {
  const ms = durationMs(shipWithin);
  if (ms === null) throw new Error('ship_within of a sheet is no duration');
  return ms;
}
