import { describe, expect, it } from '@jest/globals';
import { isNotShipped, shipBy } from './ship-by';

const placedAt = new Date('2026-11-24T12:00:00Z');
const after = (hours: number) => ({ now: placedAt.getTime() + hours * 3_600_000, shipWithinHours: 24 });
const open = { state: 'placed', placedAt, openPieces: 1 };

describe("D38: an order that its shop has not shipped in the shop's time", () => {
  it.each([
    ['in time', open, 24, false],
    ['late', open, 24.01, true],
    ['late, all of it in packages', { ...open, openPieces: 0 }, 48, false],
    ['never placed', { ...open, state: 'sending' }, 48, false],
    ['stopped', { ...open, state: 'stopped' }, 48, false],
  ])('%s', (_what, order, hours, expected) => {
    expect(isNotShipped(order, after(hours))).toBe(expected);
  });

  it('is to ship by a moment that can be shown', () => {
    expect(shipBy(placedAt, 72)).toEqual(new Date('2026-11-27T12:00:00Z'));
  });
});
