/** How long a shop may take to ship a placed shipping order, unless its sheet says otherwise (D38). */
export const SHIP_WITHIN_HOURS = 72;

const HOUR_MS = 3_600_000;

/** The time by which a shop must ship. */
export interface ShipWithin {
  now: number;
  shipWithinHours: number;
}

/** What was placed before this moment should have shipped by `now` (D38). */
export function shouldHaveShipped({ now, shipWithinHours }: ShipWithin): Date {
  return new Date(now - shipWithinHours * HOUR_MS);
}

/** By when a shipping order that was placed at `placedAt` must have shipped. */
export function shipBy(placedAt: Date, shipWithinHours: number): Date {
  return new Date(placedAt.getTime() + shipWithinHours * HOUR_MS);
}

/** Whether a placed shipping order has pieces in no package after its time (D38, `not_shipped`). */
export function isNotShipped(
  order: { state: string; placedAt: Date; openPieces: number },
  within: ShipWithin,
): boolean {
  return order.state === 'placed' && order.openPieces > 0 && order.placedAt < shouldHaveShipped(within);
}
