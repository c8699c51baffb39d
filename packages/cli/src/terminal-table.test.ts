import { describe, expect, it } from '@jest/globals';
import { withRelativeTimes } from './relative-time';
import { fitTable, plainTable } from './terminal-table';

const TABLE = {
  head: ['id', 'what', 'state'],
  rows: [
    ['A-1', 'the store refused our credentials and is not called', 'open'],
    ['A-2', null, 'resolved'],
  ],
};

describe('a table at a terminal', () => {
  it('is as wide as its cells where that fits', () => {
    expect(fitTable(TABLE, 100)).toEqual(plainTable(TABLE));
  });

  it.each([79, 60, 40, 30])('fits %d columns: longer cells continue below, and no word is lost', (width) => {
    const lines = fitTable(TABLE, width);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(width);
    for (const word of ['credentials', 'refused', 'resolved', 'A-2'])
      expect(lines.join('\n')).toContain(word);
  });

  it('breaks a word that is longer than its column', () => {
    const lines = fitTable({ head: ['a', 'b'], rows: [['x'.repeat(50), 'y'.repeat(50)]] }, 30);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(30);
    expect(lines.join('').match(/x/g)).toHaveLength(50);
  });

  it('is a block for each row where the terminal is too narrow for a table', () => {
    expect(fitTable(TABLE, 12)).toEqual([
      'id: A-1',
      'what: the store refused our credentials and is not called',
      'state: open',
      '',
      'id: A-2',
      'state: resolved',
      '',
    ]);
  });
});

describe('times at a terminal', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');

  it.each([
    ['2026-11-22T11:59:30.123Z', 'just now'],
    ['2026-11-22T11:57:00.000Z', '3 min ago'],
    ['2026-11-22T07:30:00Z', '4 h ago'],
    ['2026-11-20T11:00:00.000Z', '2 d ago'],
    ['2026-01-02T11:00:00.000Z', '2026-01-02'],
    ['2026-11-22T12:05:30.000Z', 'in 5 min'],
    ['held since 2026-11-22T11:00:00.000Z', 'held since 1 h ago'],
    ['order 2026-11-22', 'order 2026-11-22'],
  ])('%s: %s', (text, expected) => {
    expect(withRelativeTimes(text, now)).toBe(expected);
  });
});
