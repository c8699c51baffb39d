import { describe, expect, it } from '@jest/globals';
import { criteriaWithBand } from './criteria';
import { rankCandidates, type RankedShop } from './rank-candidates';

/**
 * Decided by the rule that criteria took the place of: the band, then shops as id, free stock, kilometres, and whether
 * they have a parcel (p), are suspended (s) or full (f); then their order.
 */
const GOLDEN = [
  '1000 km: 12 2 - ps, 4 3 -, 7 3 - ps, 5 4 - f, 3 1 - pf, 9 5 - f: 3 4 9 5 7 12',
  '1000 km: 7 1 49.9 ps, 12 5 49.9 p, 3 6 48, 5 2 3 p, 11 6 50 p, 9 2 30: 11 12 5 3 9 7',
  '1000 km: 3 1 30, 12 4 12 f, 11 2 49.9, 5 2 49.9, 6 3 400 p: 6 5 11 3 12',
  '50 km: 8 1 49.9, 4 2 120 f, 10 2 3 f, 12 1 70, 2 2 120 s: 8 12 10 4 2',
  '1000 km: 6 5 70 s, 4 2 120, 11 2 99 p, 3 6 120 f, 12 2 30: 11 12 4 3 6',
  '50 km: 3 3 99, 10 4 120 f, 11 6 49.9 p, 4 3 30, 5 1 400: 11 4 3 5 10',
  '50 km: 7 4 -, 3 2 - f, 10 6 - psf, 4 1 -, 12 4 -: 7 12 4 3 10',
  '50 km: 6 1 50 f, 12 4 120, 5 2 -, 4 1 3 f, 2 5 49.9, 9 5 3 s: 2 12 5 4 6 9',
  '1000 km: 3 3 - sf, 11 4 49.9, 5 3 99 f, 6 4 70 f, 4 2 12 f, 7 3 99 sf, 2 2 50 p: 2 11 6 5 4 7 3',
  '50 km: 12 3 -, 10 1 - p, 9 2 -, 3 2 - f, 4 6 -, 5 6 -: 10 4 5 12 9 3',
  '50 km: 8 6 - s, 5 2 - p, 2 4 - ps, 6 3 - pf, 10 3 -, 3 1 - f: 6 5 10 3 2 8',
  '20 km: 9 2 -, 6 5 - s, 3 5 -, 10 2 -, 12 5 - f: 3 9 10 12 6',
  '50 km: 3 3 48 f, 7 2 50 s, 11 3 50 f, 2 5 49.9, 12 1 -, 6 5 70 s: 2 12 3 11 6 7',
  '20 km: 9 6 400 pf, 2 3 30 pf, 8 4 48 ps, 6 6 99, 11 1 -, 3 6 49.9, 7 6 70, 12 5 99 p: 2 3 7 12 6 9 11 8',
  '20 km: 5 6 -, 9 4 -, 2 5 -, 8 4 -, 6 1 -, 7 1 - f, 11 3 -: 5 2 8 9 11 6 7',
  '50 km: 2 1 -, 12 2 -, 11 3 -, 10 4 -, 7 6 - p, 8 4 - sf, 6 6 -: 7 6 10 11 12 2 8',
  '1000 km: 10 3 - f, 3 5 50, 9 1 400, 4 3 30 pf, 2 3 120: 4 3 2 9 10',
  '20 km: 4 2 120, 8 4 30, 12 2 70 p, 2 6 99, 3 3 30, 7 3 120, 11 5 120, 6 2 48 f: 8 3 12 2 11 7 4 6',
  '50 km: 2 3 3, 7 2 - f, 3 1 30 ps, 4 2 49.9 p, 10 6 49.9, 8 4 12: 4 10 8 2 7 3',
  '50 km: 3 1 3, 4 3 70 f, 12 6 3 p, 11 1 48 s, 5 3 3 p, 9 5 120, 7 1 -, 2 3 12: 12 5 2 3 9 7 4 11',
  '1000 km: 12 4 - psf, 8 1 - f, 2 2 - s, 4 3 -, 5 6 -, 11 1 - f, 3 1 - s, 7 1 -: 5 4 7 8 11 12 2 3',
  '1000 km: 10 5 99 pf, 5 6 400 f, 2 2 30, 11 4 30, 8 2 49.9 ps, 4 3 50, 9 1 3: 10 11 4 2 9 5 8',
  '50 km: 12 5 70, 6 4 50, 2 3 50 sf, 8 3 70 p, 4 4 48: 4 8 12 6 2',
  '1000 km: 3 1 - p, 6 5 - f, 8 1 - s, 5 3 - p, 9 2 - p, 4 3 - f: 5 9 3 6 4 8',
  '20 km: 6 1 - ps, 3 1 -, 7 3 -, 5 4 - pf, 9 1 -, 4 6 -: 5 4 7 3 9 6',
  '1000 km: 12 5 12, 4 2 70, 9 3 48 f, 11 1 400, 10 3 120: 12 10 4 11 9',
  '1000 km: 4 4 - f, 11 3 30, 9 1 49.9, 5 5 120 s, 3 4 50, 10 6 -: 3 11 9 10 4 5',
  '20 km: 7 3 - f, 5 2 -, 11 4 -, 10 2 - f, 4 6 - sf, 6 4 - s: 11 5 7 10 4 6',
  '50 km: 9 4 70, 8 1 400, 10 6 - s, 6 6 3 pf, 7 1 120, 2 5 99 pf: 6 2 9 7 8 10',
  '50 km: 6 6 12 f, 5 5 - s, 2 1 3, 4 3 - ps, 7 4 - p, 11 4 50 s: 2 7 6 11 4 5',
  '50 km: 8 3 3 pf, 4 2 3, 5 1 12, 11 2 12, 3 4 - s, 12 2 70 s: 8 4 11 5 12 3',
  '1000 km: 10 6 - p, 2 2 -, 11 5 -, 6 3 -, 5 2 - s, 12 2 - p: 10 12 11 6 2 5',
  '20 km: 2 1 12, 12 1 30, 4 1 50 f, 6 5 99, 5 1 50 p: 2 12 5 6 4',
  '50 km: 9 1 99, 11 2 -, 10 2 48, 5 2 400, 3 6 3 f, 2 1 -, 4 6 48 sf, 12 5 99: 10 12 9 5 11 2 3 4',
  '50 km: 7 1 -, 6 4 - f, 3 6 - s, 2 5 -, 9 2 -, 4 5 -, 8 2 - f: 2 4 9 7 6 8 3',
  '20 km: 8 3 - f, 9 2 - f, 5 2 3 f, 2 3 - sf, 12 6 -, 10 5 50, 11 1 50 sf, 4 4 400 sf: 10 12 5 8 9 11 4 2',
  '50 km: 9 5 48 s, 11 3 48 s, 4 4 99, 12 5 48 p, 8 6 48 p, 6 2 - p, 10 1 -: 8 12 4 6 10 9 11',
  '50 km: 6 3 50, 11 1 3, 5 4 12 p, 8 5 - p, 10 3 12, 4 4 3 pf, 3 2 99: 4 5 10 11 6 3 8',
  '20 km: 4 3 70 ps, 10 6 48 sf, 6 2 12 f, 12 3 - f, 7 6 120 f, 5 5 30 f: 6 5 7 12 10 4',
  '20 km: 12 2 50 p, 7 2 30 f, 2 1 99 ps, 9 2 30, 5 1 - s, 4 4 120 psf, 3 2 400: 9 12 3 7 2 4 5',
];

function read(golden: string): { bandKm: number; shops: RankedShop[]; order: number[] } {
  const [band = '', shops = '', order = ''] = golden.split(': ');
  return {
    bandKm: Number.parseInt(band, 10),
    shops: shops.split(', ').map((shop) => {
      const [id, freeStock, km, flags = ''] = shop.split(' ');
      return {
        shopId: Number(id),
        variantId: 'V',
        freeStock: Number(freeStock),
        distanceKm: km === '-' ? null : Number(km),
        sameCountry: null,
        load: null,
        alreadyChosen: flags.includes('p'),
        suspended: flags.includes('s'),
        full: flags.includes('f'),
      };
    }),
    order: order.split(' ').map(Number),
  };
}

describe('the built-in criteria (D19)', () => {
  it.each(GOLDEN)('%s', (golden) => {
    const { bandKm, shops, order } = read(golden);
    expect(rankCandidates(shops, criteriaWithBand(bandKm)).map(({ shopId }) => shopId)).toEqual(order);
  });
});

describe('criteria in another order (D19)', () => {
  const shop = (shopId: number, figures: Partial<RankedShop>): RankedShop => ({
    shopId,
    variantId: 'V',
    freeStock: 1,
    distanceKm: null,
    sameCountry: false,
    load: 0,
    alreadyChosen: false,
    suspended: false,
    full: false,
    ...figures,
  });
  const ids = (shops: readonly RankedShop[]) => shops.map(({ shopId }) => shopId);

  it('each decides among the shops that are equal by those before it, the shop id at the end', () => {
    const shops = [
      shop(1, { distanceKm: 10, freeStock: 1 }),
      shop(2, { distanceKm: 90, freeStock: 9, sameCountry: true }),
      shop(3, { distanceKm: 20, freeStock: 1, sameCountry: true }),
      shop(4, { distanceKm: 20, freeStock: 1, sameCountry: true }),
    ];
    expect(ids(rankCandidates(shops, [{ by: 'same_country' }, { by: 'distance' }]))).toEqual([3, 4, 2, 1]);
    expect(ids(rankCandidates(shops, [{ by: 'free_stock' }]))).toEqual([2, 1, 3, 4]);
    expect(ids(rankCandidates(shops, [{ by: 'same_parcel' }]))).toEqual([1, 2, 3, 4]);
  });

  it('fewer open orders for each one that a shop ships in a day come first, a load not known last', () => {
    const shops = [shop(1, { load: null }), shop(2, { load: 2.5 }), shop(3, { load: 0.5 })];
    expect(ids(rankCandidates(shops, [{ by: 'load' }]))).toEqual([3, 2, 1]);
  });

  it('full and suspended shops come after all others, whatever the criteria', () => {
    const shops = [
      shop(1, { suspended: true, sameCountry: true }),
      shop(2, { full: true, sameCountry: true }),
      shop(3, {}),
    ];
    expect(ids(rankCandidates(shops, [{ by: 'same_country' }]))).toEqual([3, 2, 1]);
  });
});
