import { describe, expect, it } from '@jest/globals';
import { decidePromise, PROMISE_REFUSALS, type PromiseFacts } from './decide-promise';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const DAY_MS = 86_400_000;
/** Placed on Tuesday 24 November at 12:00, to be shipped within 72 hours: until Friday 27 November. */
const PLACED: PromiseFacts = {
  isToShip: true,
  placedAt: new Date('2026-11-24T12:00:00Z'),
  createdAt: new Date('2026-11-23T12:00:00Z'),
  promisedBy: null,
  promises: 0,
  terms: { timeZone: 'UTC', shipWithin: '72h', closedDays: [] },
};
const endOf = (day: string) => new Date(`${day}T23:59:59.999Z`);
const decide = (day: string, facts: Partial<PromiseFacts> = {}, now = NOW) =>
  decidePromise({ ...PLACED, ...facts }, { day, now });
const refused = (why: string) => ({ kind: 'refused', why });

describe('D38: a shop says by which day a shipping order ships', () => {
  it('and moves the clock to the end of that day', () => {
    expect(decide('2026-12-01')).toEqual({ kind: 'promised', by: endOf('2026-12-01'), changed: true });
  });

  it('of its own time zone', () => {
    const terms = { ...PLACED.terms, timeZone: 'Europe/Stockholm' };
    expect(decide('2026-12-01', { terms })).toMatchObject({ by: new Date('2026-12-01T22:59:59.999Z') });
  });

  it('twice at most', () => {
    const promised = { promisedBy: endOf('2026-11-30') };
    expect(decide('2026-12-01', { ...promised, promises: 1 })).toMatchObject({ changed: true });
    expect(decide('2026-12-01', { ...promised, promises: 2 })).toEqual(refused('promised_twice'));
  });

  it('the same day again changes nothing and does not count', () => {
    const by = endOf('2026-12-01');
    expect(decide('2026-12-01', { promisedBy: by, promises: 2 })).toEqual({
      kind: 'promised',
      by,
      changed: false,
    });
  });

  it('only later than it is to ship now: on the day of the deadline, but not before', () => {
    expect(decide('2026-11-27')).toMatchObject({ kind: 'promised' });
    expect(decide('2026-11-26')).toEqual(refused('not_later'));
    expect(decide('2026-11-30', { promisedBy: endOf('2026-12-01'), promises: 1 })).toEqual(
      refused('not_later'),
    );
  });

  it('only later than now, if the deadline has passed', () => {
    const now = Date.parse('2026-12-03T12:00:00Z');
    expect(decide('2026-12-02', {}, now)).toEqual(refused('not_later'));
    expect(decide('2026-12-03', {}, now)).toMatchObject({ kind: 'promised' });
    expect(decide('2026-12-03', {}, endOf('2026-12-03').getTime())).toEqual(refused('not_later'));
  });

  it('at most 30 days ahead, counted to the start of the day', () => {
    const start = Date.parse('2026-12-25T00:00:00Z');
    expect(decide('2026-12-25', {}, start - 30 * DAY_MS)).toMatchObject({ kind: 'promised' });
    expect(decide('2026-12-25', {}, start - 30 * DAY_MS - 1)).toEqual(refused('too_far'));
  });

  it('not a day that no calendar has', () => {
    expect(decide('2026-02-30')).toEqual(refused('too_far'));
    expect(decide('soon')).toEqual(refused('too_far'));
  });

  it('not if there is nothing to ship', () => {
    expect(decide('2026-12-01', { isToShip: false })).toEqual(refused('not_to_ship'));
  });

  it('each refusal has its own text', () => {
    expect(new Set(Object.values(PROMISE_REFUSALS)).size).toBe(4);
    for (const text of Object.values(PROMISE_REFUSALS)) expect(text).toMatch(/\w/);
  });
});
