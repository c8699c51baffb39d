import { describe, expect, it } from '@jest/globals';
import { goesBehind } from './pausing';

const NOW = Date.parse('2026-11-22T10:00:00.000Z');
const returnedAt = NOW - 1_000;

const anEvent = (ageMs: number, type = 'order.created', more: object = {}) => ({
  type,
  headers: { 'x-received-at': NOW - ageMs, ...more },
});

describe('D5: the database is back, and events have waited for it', () => {
  it.each([
    ['order.created', 10_000],
    ['order.cancelled', 30_000],
  ])('%s: only one older than its store waits goes behind the fresh ones', (type, waitMs) => {
    expect(goesBehind(anEvent(waitMs + 1, type), { returnedAt, now: NOW })).toBe(true);
    expect(goesBehind(anEvent(waitMs, type), { returnedAt, now: NOW })).toBe(false);
  });

  it('a message goes behind the fresh ones only once', () => {
    const gone = anEvent(60_000, 'order.created', { 'x-behind': true });
    expect(goesBehind(gone, { returnedAt, now: NOW })).toBe(false);
  });

  it('an event that came after the return keeps its place, as does any event if the database was never unavailable', () => {
    expect(goesBehind(anEvent(60_000), { returnedAt: NOW - 61_000, now: NOW })).toBe(false);
    expect(goesBehind(anEvent(60_000), { returnedAt: null, now: NOW })).toBe(false);
  });

  it('a command keeps its place: no store waits for it', () => {
    expect(goesBehind({ type: 'order.route', headers: {} }, { returnedAt, now: NOW })).toBe(false);
  });
});
