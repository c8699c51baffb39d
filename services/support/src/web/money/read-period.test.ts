import { describe, expect, it } from '@jest/globals';
import { PageError } from '../layout/page-error';
import { readDays } from './read-period';

const NOW = Date.parse('2028-02-10T12:00:00Z');

describe('a period of the money pages', () => {
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
