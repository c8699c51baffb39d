import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { localDay } from './local-day';

const HOUR_MS = 3_600_000;
const ms = (iso: string) => Date.parse(iso);

describe('a day of a time zone', () => {
  it.each([
    ['UTC', '2026-12-24T12:00:00Z', '2026-12-24', 'thu', '2026-12-24T00:00:00Z', 24],
    ['Asia/Kolkata', '2026-12-24T19:00:00Z', '2026-12-25', 'fri', '2026-12-24T18:30:00Z', 24],
    ['Europe/Stockholm', '2026-03-29T12:00:00Z', '2026-03-29', 'sun', '2026-03-28T23:00:00Z', 23],
    ['Europe/Stockholm', '2026-10-25T12:00:00Z', '2026-10-25', 'sun', '2026-10-24T22:00:00Z', 25],
    // Clocks change at midnight: the day begins at 01:00, or 23:00 comes twice.
    ['America/Sao_Paulo', '2018-11-04T12:00:00Z', '2018-11-04', 'sun', '2018-11-04T03:00:00Z', 23],
    ['America/Sao_Paulo', '2018-02-17T12:00:00Z', '2018-02-17', 'sat', '2018-02-17T02:00:00Z', 25],
    // 30 December 2011 never was.
    ['Pacific/Apia', '2011-12-30T09:00:00Z', '2011-12-29', 'thu', '2011-12-29T10:00:00Z', 24],
  ])('%s at %s is %s', (zone, at, date, weekday, start, hours) => {
    const end = ms(start) + hours * HOUR_MS;
    expect(localDay(ms(at), zone)).toEqual({ date, weekday, start: ms(start), end });
    expect(localDay(end - 1, zone)).toEqual({ date, weekday, start: ms(start), end });
  });

  it('has each instant in exactly one day', () => {
    const zones = fc.constantFrom('Asia/Beirut', 'Africa/Cairo', 'America/St_Johns', 'Australia/Lord_Howe');
    const instants = fc.integer({ min: ms('2000-01-01T00:00:00Z'), max: ms('2035-01-01T00:00:00Z') });
    fc.assert(
      fc.property(zones, instants, (zone, at) => {
        const day = localDay(at, zone);
        expect(at).toBeGreaterThanOrEqual(day.start);
        expect(at).toBeLessThan(day.end);
        expect(localDay(day.start, zone)).toEqual(day);
        expect(localDay(day.start - 1, zone).end).toBe(day.start);
        expect(localDay(day.end, zone).start).toBe(day.end);
      }),
    );
  });
});
