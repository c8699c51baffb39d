import { describe, expect, it } from '@jest/globals';
import { ListFault } from '../engine/filters';
import { periodAsked, periodOfMonth, shiftMonth } from './period';

const NOW = Date.parse('2028-02-10T12:00:00Z');

describe('a period of a list of money', () => {
  it('is a whole month in UTC', () => {
    expect(periodOfMonth('2028-02').days).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(periodOfMonth('2027-12').before).toBe(BigInt(Date.parse('2028-01-01T00:00:00Z')) * 1_000_000n);
  });

  it('continues over the end of a year', () => {
    expect([shiftMonth('2027-12', 1), shiftMonth('2028-01', -1)]).toEqual(['2028-01', '2027-12']);
  });

  it('lies in years whose instants the database can hold, including the first and the last', () => {
    expect(periodOfMonth('1970-01').from).toBe(0n);
    expect(periodOfMonth('2261-12').before).toBeLessThan(2n ** 63n);
    for (const month of ['0000-01', '1969-12', '2262-01', '9999-12'])
      expect(() => periodOfMonth(month)).toThrow(ListFault);
  });

  it.each([
    [{}, '2028-02-01', '2028-02-29'],
    [{ from: '2027-11-15' }, '2027-11-15', '2027-11-30'],
    [{ to: '2027-11-15' }, '2027-11-01', '2027-11-15'],
    [{ from: '2027-11-15', to: '2028-01-02' }, '2027-11-15', '2028-01-02'],
  ])('%j is from %s to %s: a missing day is of the month of the other one', (given, from, to) => {
    expect(periodAsked({ from: undefined, to: undefined, ...given }, NOW).days).toEqual({ from, to });
  });

  it('is at most a quarter, and ends after it begins', () => {
    for (const [from, to] of [
      ['2028-02-02', '2028-02-01'],
      ['2027-01-01', '2028-02-01'],
    ])
      expect(() => periodAsked({ from, to }, NOW)).toThrow(ListFault);
  });
});
