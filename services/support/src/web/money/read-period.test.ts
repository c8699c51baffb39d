import { describe, expect, it } from '@jest/globals';
import { PageError } from '../layout/page-error';
import { lastDayOf, readDays, readMonth, shiftMonth } from './read-period';

const NOW = Date.parse('2028-02-10T12:00:00Z');

describe('a period of the money pages', () => {
  it('is a whole month in UTC, by default the current one', () => {
    const { month, period } = readMonth({}, NOW);
    expect([month, period.days]).toEqual(['2028-02', { from: '2028-02-01', to: '2028-02-29' }]);
    expect(readMonth({ month: '2027-12' }, NOW).period.before).toBe(
      BigInt(Date.parse('2028-01-01T00:00:00Z')) * 1_000_000n,
    );
  });

  it('continues over the end of a year', () => {
    expect([shiftMonth('2027-12', 1), shiftMonth('2028-01', -1), lastDayOf('2027-12')]).toEqual([
      '2028-01',
      '2027-12',
      '2027-12-31',
    ]);
  });

  it.each([
    { month: '2028-13' },
    { month: 'soon' },
    { month: ['2028-01', '2028-02'] },
    { month: '0000-01' },
    { month: '1969-12' },
    { month: '2262-01' },
    { month: '9999-12' },
  ])('%j is no month', (query) => {
    expect(() => readMonth(query, NOW)).toThrow(PageError);
  });

  it('lies in years whose instants the database can hold, including the first and the last', () => {
    const inTheDatabase = 2n ** 63n;
    expect(readMonth({ month: '1970-01' }, NOW).period.from).toBe(0n);
    expect(readMonth({ month: '2261-12' }, NOW).period.before).toBeLessThan(inTheDatabase);
  });

  it.each([
    { from: '2028-02-30' },
    { from: '2028-02-02', to: '2028-02-01' },
    { from: '2026-01-01', to: '2028-02-01' },
    { from: '0000-01-01', to: '0000-01-02' },
    { from: '1969-12-31', to: '1970-01-01' },
    { from: '2300-01-01', to: '2300-01-31' },
  ])('%j are not days within one quarter', (query) => {
    expect(() => readDays(query, NOW)).toThrow(PageError);
  });
});
