import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Instant, instantFromMs, InstantText, instantToIso, isFuture } from './instant';

const LAST = 2n ** 63n - 1n;
const FIRST = -(2n ** 63n);

describe('Instant: ISO 8601 in UTC, exact to the nanosecond (D7)', () => {
  it.each([
    ['1970-01-01T00:00:00Z', 0n],
    ['1970-01-01T00:00:00+00:00', 0n],
    ['1970-01-01T00:00:01.5Z', 1_500_000_000n],
    ['1970-01-01T00:00:00.000000001Z', 1n],
    ['1969-12-31T23:59:59.999999999Z', -1n],
    ['2028-02-29T12:00:00.123456789+00:00', 1_835_438_400_123_456_789n],
    ['2262-04-11T23:47:16.854775807Z', LAST],
    ['1677-09-21T00:12:43.145224192Z', FIRST],
  ])('reads %s', (text, nanoseconds) => {
    expect(Instant.parse(text)).toBe(nanoseconds);
  });

  it.each([
    ['another zone', '2026-11-21T10:00:00+01:00'],
    ['a negative zero offset', '2026-11-21T10:00:00-00:00'],
    ['no zone', '2026-11-21T10:00:00'],
    ['lower-case z', '2026-11-21T10:00:00z'],
    ['lower-case t', '2026-11-21t10:00:00Z'],
    ['a space for T', '2026-11-21 10:00:00Z'],
    ['ten fractional digits', '2026-11-21T10:00:00.1234567890Z'],
    ['an empty fraction', '2026-11-21T10:00:00.Z'],
    ['a decimal comma', '2026-11-21T10:00:00,5Z'],
    ['30 February', '2026-02-30T10:00:00Z'],
    ['29 February of a common year', '2026-02-29T10:00:00Z'],
    ['month 13', '2026-13-01T10:00:00Z'],
    ['month 0', '2026-00-01T10:00:00Z'],
    ['day 0', '2026-11-00T10:00:00Z'],
    ['hour 24', '2026-11-21T24:00:00Z'],
    ['minute 60', '2026-11-21T10:60:00Z'],
    ['second 60', '2026-06-30T23:59:60Z'],
    ['a date alone', '2026-11-21'],
    ['a year below 100', '0026-11-21T10:00:00Z'],
    ['earlier than int8 holds', '1677-09-21T00:12:43.145224191Z'],
    ['white space', ' 2026-11-21T10:00:00Z'],
    ['a line break', '2026-11-21T10:00:00Z\n'],
    ['nothing', ''],
  ])('refuses %s', (_, text) => {
    expect(Instant.safeParse(text).error?.issues).toEqual([
      expect.objectContaining({ message: 'must be an ISO 8601 time in UTC' }),
    ]);
    expect(InstantText.safeParse(text).success).toBe(false);
  });

  it('refuses a number of milliseconds', () => {
    expect(Instant.safeParse(1_795_219_200_000).success).toBe(false);
  });

  it.each([['2262-04-11T23:47:16.854775808Z'], ['2999-01-01T00:00:00Z'], ['9999-12-31T23:59:59Z']])(
    'reads %s, later than int8 holds, as the last instant: it is in the future, not malformed (D3)',
    (text) => {
      expect(Instant.parse(text)).toBe(LAST);
      expect(isFuture(Instant.parse(text), Date.UTC(2026, 10, 21))).toBe(true);
    },
  );

  it('comes back unchanged from its text', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: FIRST, max: LAST }), (nanoseconds) => {
        const text = instantToIso(nanoseconds as Instant);
        expect(Instant.parse(text)).toBe(nanoseconds);
        expect(InstantText.parse(text)).toBe(text);
      }),
    );
  });

  it('keeps the order of its texts', () => {
    const earlier = Instant.parse('2026-11-21T10:00:00.123456788Z');
    expect(Instant.parse('2026-11-21T10:00:00.123456789Z')).toBeGreaterThan(earlier);
  });
});

describe('instantToIso', () => {
  it.each([
    ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21T10:00:00.120Z', '2026-11-21T10:00:00.120Z'],
    ['2026-11-21T10:00:00.1234Z', '2026-11-21T10:00:00.123400Z'],
    ['2026-11-21T10:00:00.123000789Z', '2026-11-21T10:00:00.123000789Z'],
    ['1969-12-31T23:59:59.999999999+00:00', '1969-12-31T23:59:59.999999999Z'],
  ])('writes %s as %s', (text, written) => {
    expect(instantToIso(Instant.parse(text))).toBe(written);
  });
});

describe('isFuture: later than now + 5 s (D3)', () => {
  const now = Date.UTC(2026, 10, 21, 10, 0, 0);

  it.each([
    ['2026-11-21T09:59:59Z', false],
    ['2026-11-21T10:00:05Z', false],
    ['2026-11-21T10:00:05.000000001Z', true],
  ])('%s: %s', (text, future) => {
    expect(isFuture(Instant.parse(text), now)).toBe(future);
  });

  it('takes a clock that counts fractions of a millisecond', () => {
    expect(instantToIso(instantFromMs(now + 0.75))).toBe('2026-11-21T10:00:00.000Z');
  });
});
