import { describe, expect, it } from '@jest/globals';
import { decideCounting } from './decide-counting';

const CHANGE = { revision: 9n, at: new Date('2026-11-27T12:00:00Z') };
const FROM_NOW = { countedFrom: 9n, uncountedSince: CHANGE.at };
const LONG = { countedFrom: 2n, uncountedSince: null };
const live = { inventoryLive: true, locationIds: ['1', '2'] };
const before = (inventoryLive: boolean) => ({ inventoryLive, locations: new Map([['1', LONG]]) });

describe('D16: from when figures of a location count', () => {
  it.each([
    ['a new shop has none from before', null, live, { countedFrom: 0n, uncountedSince: null }, undefined],
    ['a location stays, another is new or back', before(true), live, LONG, FROM_NOW],
    ['inventory becomes live', before(false), live, FROM_NOW, FROM_NOW],
    [
      'inventory is not live',
      before(true),
      { ...live, inventoryLive: false },
      { countedFrom: null, uncountedSince: null },
      { countedFrom: null, uncountedSince: null },
    ],
  ])('%s', (_, was, sheet, first, second) => {
    const counting = decideCounting(was, sheet, CHANGE);
    expect(counting.get('1')).toEqual(first);
    expect(counting.get('2')).toEqual(second ?? first);
  });
});
