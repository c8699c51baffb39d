import { describe, expect, it } from '@jest/globals';
import { criteriaText, criteriaWithBand, ReadCriteria, splitCriteria, writeCriteria } from './criteria';

/** The faults of criteria, each with its place. */
const faults = (written: unknown) =>
  (ReadCriteria.safeParse(written).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

describe('criteria of a policy (D19)', () => {
  it('are read in their order, with their figures, and written as they were', () => {
    const written = ['same_country', { distance_band: 80 }, 'same_parcel', 'free_stock', 'load', 'distance'];
    const criteria = ReadCriteria.parse(written);
    expect(criteria.map(({ by }) => by)).toEqual([
      'same_country',
      'distance_band',
      'same_parcel',
      'free_stock',
      'load',
      'distance',
    ]);
    expect(writeCriteria(criteria)).toEqual(written);
    expect(ReadCriteria.parse(splitCriteria(criteriaText(criteria)))).toEqual(criteria);
    expect(
      ReadCriteria.parse(splitCriteria('- distance_band: 50\n- same_parcel\n- free_stock\n- distance')),
    ).toEqual(criteriaWithBand(50));
  });

  it.each<[string, unknown, RegExp]>([
    ['no list', 'free_stock', /^: a list of criteria/],
    ['an empty list', [], /^: a list of criteria/],
    ['an unknown criterion', ['free_stock', 'cheapest'], /^1: a criterion: distance_band, same_parcel/],
    ['a band without its kilometres', ['distance_band'], /^0: distance_band needs its kilometres/],
    ['a band of no whole kilometres', [{ distance_band: 0.5 }], /^0\.distance_band: whole kilometres/],
    ['a band wider than the earth', [{ distance_band: 20_038 }], /^0\.distance_band: whole kilometres/],
    ['a figure that a criterion does not have', [{ free_stock: 3 }], /^0: a criterion/],
    ['two figures', [{ distance_band: 50, km: 3 }], /^0: a criterion/],
    ['one that stands twice', ['distance', 'free_stock', 'distance'], /^2: is in the list already/],
  ])('%s is a fault that names its place', (_, written, fault) => {
    expect(faults(written)).toHaveLength(1);
    expect(faults(written)[0]).toMatch(fault);
  });

  it('all faults are named at once, and none holds the value', () => {
    expect(faults(['secret', { distance_band: 'secret' }])).toHaveLength(2);
    expect(faults(['secret', { distance_band: 'secret' }]).join()).not.toContain('secret');
  });
});
