import { dayOfDate } from '../calendar/local-day';
import { toShipBy, type ShipTerms } from './ship-by';

/** How often a shop may say by when it ships a shipping order (D38). */
export const PROMISES = 2;
/** With a later day an order that is not shipped would stay unseen. */
const FURTHEST_MS = 30 * 86_400_000;

export interface PromiseFacts {
  /** Placed, not being stopped, and some of it is in no package. */
  isToShip: boolean;
  placedAt: Date | null;
  createdAt: Date;
  promisedBy: Date | null;
  promises: number;
  terms: ShipTerms;
}

/** Why a shop's word on the day does not count. Names are stable. */
export type PromiseRefusal = 'not_to_ship' | 'promised_twice' | 'not_later' | 'too_far';

export const PROMISE_REFUSALS: Readonly<Record<PromiseRefusal, string>> = {
  not_to_ship: 'there is nothing to ship, or it is being stopped',
  promised_twice: 'the day was moved twice already',
  not_later: 'the day is not after the one by which it is to ship now',
  too_far: 'the day is more than 30 days ahead, or no day of the calendar',
};

export type PromiseDecision =
  | { kind: 'refused'; why: PromiseRefusal }
  /** `changed`: false if it was said before. */
  | { kind: 'promised'; by: Date; changed: boolean };

/**
 * Whether a shop's word moves the time of a shipping order to the end of a day of its time zone (D38).
 * @param said.day such as `2026-12-01`
 * @param said.now milliseconds since the epoch
 */
export function decidePromise(facts: PromiseFacts, said: { day: string; now: number }): PromiseDecision {
  const { isToShip, promisedBy, promises, terms } = facts;
  if (!isToShip) return { kind: 'refused', why: 'not_to_ship' };
  const day = dayOfDate(said.day, terms.timeZone);
  if (day === null || day.start > said.now + FURTHEST_MS) return { kind: 'refused', why: 'too_far' };
  const by = new Date(day.end - 1);
  if (promisedBy?.getTime() === by.getTime()) return { kind: 'promised', by, changed: false };
  if (promises >= PROMISES) return { kind: 'refused', why: 'promised_twice' };
  if (by.getTime() <= Math.max(said.now, toShipBy(facts, terms).getTime()))
    return { kind: 'refused', why: 'not_later' };
  return { kind: 'promised', by, changed: true };
}
