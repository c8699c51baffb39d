import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { localDay } from '../calendar/local-day';
import { DEFAULT_SHIP_TERMS, isNotShipped, shipBy, shouldHaveShipped, type ShipTerms } from './ship-by';

const HOUR_MS = 3_600_000;
const HALF_HOUR_MS = HOUR_MS / 2;
const WEEKEND = { timeZone: 'Europe/Stockholm', shipWithin: '48h', closedDays: ['sat', 'sun', '2026-12-24'] };

const due = (placedAt: string, terms: Partial<ShipTerms>) =>
  shipBy(new Date(placedAt), { ...DEFAULT_SHIP_TERMS, ...terms }).toISOString();

describe('D38: by when a shop must ship', () => {
  it.each([
    ['within the sheet’s time', '2026-11-24T12:00:00Z', { shipWithin: '90m' }, '2026-11-24T13:30:00.000Z'],
    ['within 72 hours without one', '2026-11-24T12:00:00Z', {}, '2026-11-27T12:00:00.000Z'],
    ['not counting a weekend there', '2026-11-27T12:00:00Z', WEEKEND, '2026-12-01T12:00:00.000Z'],
    ['nor what is left of one', '2026-11-28T12:00:00Z', WEEKEND, '2026-12-01T23:00:00.000Z'],
    ['nor a closed date', '2026-12-23T12:00:00Z', WEEKEND, '2026-12-28T12:00:00.000Z'],
    ['days of its time zone', '2026-11-27T22:59:00Z', WEEKEND, '2026-12-01T22:59:00.000Z'],
    [
      'a Sunday of 23 hours',
      '2026-03-28T12:00:00Z',
      { ...WEEKEND, closedDays: ['sun'] },
      '2026-03-31T11:00:00.000Z',
    ],
    [
      'a day of 25 hours that counts',
      '2026-10-24T12:00:00Z',
      { ...WEEKEND, closedDays: ['mon'] },
      '2026-10-27T12:00:00.000Z',
    ],
  ])('%s', (_what, placedAt, terms, expected) => {
    expect(due(placedAt, terms)).toBe(expected);
  });

  const halfHours = (from: string, to: string) =>
    fc
      .integer({ min: Date.parse(from) / HALF_HOUR_MS, max: Date.parse(to) / HALF_HOUR_MS })
      .map((half) => half * HALF_HOUR_MS);
  const anyTerms = fc.record({
    timeZone: fc.constantFrom('UTC', 'Europe/Stockholm', 'America/St_Johns', 'Africa/Cairo'),
    shipWithin: fc.integer({ min: 1, max: 96 }).map((halves) => `${halves * 30}m`),
    closedDays: fc.uniqueArray(
      fc.constantFrom('mon', 'tue', 'wed', 'thu', 'sat', 'sun', '2026-03-27', '2026-04-24', '2026-10-30'),
      { maxLength: 8 },
    ),
  });
  // Clocks change in March, April and October.
  const anyTime = fc.oneof(
    halfHours('2026-03-20T00:00:00Z', '2026-04-30T00:00:00Z'),
    halfHours('2026-10-20T00:00:00Z', '2026-11-05T00:00:00Z'),
  );

  it('is when so many half hours of open days have passed, counted one by one', () => {
    const counted = (placedAt: number, { timeZone, shipWithin, closedDays }: ShipTerms) => {
      let [at, left] = [placedAt, Number.parseInt(shipWithin, 10) / 30];
      const isClosed = () => {
        const { date, weekday } = localDay(at, timeZone);
        return closedDays.includes(date) || closedDays.includes(weekday);
      };
      while (left > 0 || isClosed()) {
        if (!isClosed()) left -= 1;
        at += HALF_HOUR_MS;
      }
      return new Date(at);
    };
    fc.assert(
      fc.property(anyTime, anyTerms, (placedAt, terms) => {
        expect(shipBy(new Date(placedAt), terms)).toEqual(counted(placedAt, terms));
      }),
    );
  });

  it('is before now for what was placed before the moment that statements compare with', () => {
    const around = fc.integer({ min: -2, max: 2 });
    fc.assert(
      fc.property(anyTime, anyTerms, around, (placedAt, terms, off) => {
        const by = shipBy(new Date(placedAt), terms).getTime();
        for (const now of [by + off, by + off * 11 * HOUR_MS])
          expect([now, placedAt < shouldHaveShipped(now, terms).getTime()]).toEqual([now, by < now]);
      }),
    );
  });
});

describe("D38: an order that its shop has not shipped in the shop's time", () => {
  const by = new Date('2026-11-24T12:00:00Z');
  const open = { state: 'placed', openPieces: 1, shipBy: by };

  it.each([
    ['in time', open, 0, false],
    ['late', open, 1, true],
    ['late, all of it in packages', { ...open, openPieces: 0 }, 1, false],
    ['never placed', { ...open, state: 'sending' }, 1, false],
    ['stopped', { ...open, state: 'stopped' }, 1, false],
  ])('%s', (_what, order, later, expected) => {
    expect(isNotShipped(order, by.getTime() + later)).toBe(expected);
  });
});
