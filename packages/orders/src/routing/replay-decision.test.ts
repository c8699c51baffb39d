import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { decideRouting } from './decide-routing';
import { DecisionDetail, decisionDetail } from './decision-detail';
import { replayDecision, type ReplayedLine } from './replay-decision';
import { criteriaWithBand, type Criterion } from './criteria';
import type { CandidateFacts, RoutingFacts, RoutingPolicy } from './routing-facts';

const GTINS = ['00000000000017', '00000000000024'];
const FINE: RoutingPolicy = { version: 'fine', criteria: criteriaWithBand(20) };
const COARSE: RoutingPolicy = { version: 'coarse', criteria: criteriaWithBand(1_000) };

interface Shop {
  shopId: number;
  gtin: string;
  freeStock: number;
  /** Kilometres north of the customer. */
  km: number;
  suspended?: boolean;
  full?: boolean;
  /** Its country's VAT is not loaded. */
  rateMissing?: boolean;
}

function aCandidate(of: Shop): CandidateFacts {
  const { shopId, gtin, freeStock, km, suspended = false, rateMissing = false } = of;
  return {
    variant: {
      shopId,
      variantId: `V-${shopId}`,
      gtin,
      state: 'active',
      testVariant: false,
      freeStock,
      splitRate: '0.7',
      shop: {
        shopId,
        currency: 'EUR',
        orders: 'live',
        inventory: 'live',
        destinationCountries: new Set(['SE']),
        suspended,
        heldForLong: false,
        paused: false,
        injection: null,
      },
    },
    stock: [{ latitude: km / 111.195, longitude: 0, quantity: 1_000 }],
    injectionVat: { applies: rateMissing, rate: null },
    sameCountry: countryOf(shopId) === 'SE',
    load: (shopId * 7) % 5,
    full: of.full ?? false,
  };
}

function factsOf(given: {
  shops: Shop[];
  lines: { gtin: string; quantity: number }[];
  parcels: number[];
}): RoutingFacts {
  return {
    order: {
      sellingShopId: 1_000,
      mode: 'live',
      currency: 'EUR',
      country: 'SE',
      coordinates: { latitude: 0, longitude: 0 },
      shopsWithParcels: new Set(given.parcels),
    },
    lines: given.lines.map((line, index) => ({
      ...line,
      orderLineId: `id-${index}`,
      lineItemId: `L-${index}`,
      excludedShops: [],
    })),
    candidates: new Map(
      GTINS.map((gtin) => [gtin, given.shops.filter((shop) => shop.gtin === gtin).map(aCandidate)]),
    ),
    consumerVat: '0.25',
  };
}

/** Shops with an even number are in the destination's country. */
const countryOf = (shopId: number) => (shopId % 2 === 0 ? 'SE' : 'NO');
const again = (detail: DecisionDetail, policy: RoutingPolicy) => replayDecision(detail, policy, countryOf);

/** Criteria in any order. */
const anyPolicy = fc
  .tuple(
    fc.constantFrom(20, 70, 1_000),
    fc.shuffledSubarray(
      [
        { by: 'distance_band', km: 50 },
        { by: 'same_parcel' },
        { by: 'free_stock' },
        { by: 'distance' },
        { by: 'same_country' },
        { by: 'load' },
      ] satisfies Criterion[],
      { minLength: 1 },
    ),
  )
  .map(([km, criteria]): RoutingPolicy => ({
    version: 'any',
    criteria: criteria.map((one) => (one.by === 'distance_band' ? { ...one, km } : one)),
  }));

/** Whether the other policy makes no difference to a line. */
function isReplayedSame({ was, becomes }: ReplayedLine): boolean {
  return was?.shopId === becomes?.shopId && was?.variantId === becomes?.variantId;
}

/** As it is read back from the database. */
function stored(facts: RoutingFacts, policy: RoutingPolicy): DecisionDetail {
  return DecisionDetail.parse(
    JSON.parse(JSON.stringify(decisionDetail(decideRouting(facts, policy), facts))),
  );
}

describe('replaying a decision (D19)', () => {
  it('another band chooses another shop, and says so', () => {
    const near = { shopId: 1, gtin: GTINS[0] ?? '', freeStock: 1, km: 5 };
    const large = { shopId: 2, gtin: GTINS[0] ?? '', freeStock: 9, km: 45 };
    const facts = factsOf({
      shops: [near, large],
      lines: [{ gtin: near.gtin, quantity: 1 }],
      parcels: [],
    });
    const [line] = again(stored(facts, FINE), COARSE);
    expect(line).toMatchObject({ was: { shopId: 1 }, becomes: { shopId: 2 } });
    expect(line && isReplayedSame(line)).toBe(false);
  });

  it('reads what was stored before suspended shops came last', () => {
    const gtin = GTINS[0] ?? '';
    const shops = [
      { shopId: 1, gtin, freeStock: 1, km: 5 },
      { shopId: 2, gtin, freeStock: 9, km: 95 },
    ];
    const facts = factsOf({ shops, lines: [{ gtin, quantity: 1 }], parcels: [] });
    const detail = JSON.stringify(decisionDetail(decideRouting(facts, FINE), facts));
    const old = DecisionDetail.parse(JSON.parse(detail.replaceAll(',"suspended":false', '')));
    expect(detail).toContain('"suspended":false');
    expect(again(old, FINE).every(isReplayedSame)).toBe(true);
  });

  it('is certain of nothing under another band if its distances were blanked (D29)', () => {
    const gtin = GTINS[0] ?? '';
    const shops = [
      { shopId: 1, gtin, freeStock: 1, km: 5 },
      { shopId: 2, gtin, freeStock: 9, km: 95 },
    ];
    const facts = factsOf({ shops, lines: [{ gtin, quantity: 1 }], parcels: [] });
    const kept = JSON.stringify(decisionDetail(decideRouting(facts, FINE), facts));
    const blanked = DecisionDetail.parse(
      JSON.parse(kept.replaceAll(/"distanceKm":[\d.]+/g, '"distanceKm":null')),
    );
    expect(again(blanked, COARSE)).toMatchObject([{ certain: false }]);
    expect(again(blanked, FINE)).toMatchObject([{ becomes: { shopId: 1 }, certain: true }]);
  });

  it('of many shops the best ten are kept in full, the others counted by reason, and a replay says so', () => {
    const gtin = GTINS[0] ?? '';
    const shops = Array.from({ length: 40 }, (_, n) => ({
      shopId: n + 1,
      gtin,
      freeStock: n < 30 ? 9 : 0,
      km: n,
    }));
    const facts = factsOf({ shops, lines: [{ gtin, quantity: 1 }], parcels: [] });
    const detail = stored(facts, FINE);
    const [line] = detail.lines;
    expect(line?.candidates.map(({ shopId }) => shopId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(line).toMatchObject({
      ruledOut: [],
      counted: { candidates: 20, ruledOut: { not_enough_stock: 10 } },
    });
    expect(JSON.stringify(decisionDetail(decideRouting(facts, FINE), facts)).length).toBeLessThan(1_500);
    expect(again(detail, COARSE)).toMatchObject([{ becomes: { shopId: 1 }, leftOut: 30, certain: false }]);
    expect(again(detail, FINE)).toMatchObject([{ becomes: { shopId: 1 }, certain: true }]);
  });

  it('if few could ship it, those that lacked only stock are stored before other excluded ones', () => {
    const gtin = GTINS[0] ?? '';
    const shops = Array.from({ length: 14 }, (_, n) => ({
      shopId: n + 1,
      gtin,
      freeStock: n === 13 ? 0 : 9,
      km: n,
    }));
    const facts = factsOf({ shops, lines: [{ gtin, quantity: 1 }], parcels: [] });
    const excluded = {
      ...facts,
      lines: facts.lines.map((line) => ({ ...line, excludedShops: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] })),
    };
    const [line] = stored(excluded, FINE).lines;
    expect(line?.candidates).toHaveLength(2);
    expect(line?.ruledOut.map(({ shopId }) => shopId)).toEqual([2, 3, 4, 5, 6, 7, 8, 14]);
    expect(line?.counted).toEqual({ candidates: 0, ruledOut: { excluded_shop: 4 } });
  });

  const shop = fc.record({
    shopId: fc.integer({ min: 1, max: 8 }),
    gtin: fc.constantFrom(...GTINS),
    freeStock: fc.nat(6),
    // Never near the edge of a band: distances are stored to 100 m.
    km: fc.nat(30).map((tens) => tens * 10 + 5),
    suspended: fc.boolean(),
    full: fc.boolean(),
  });
  const given = fc.record({
    shops: fc.uniqueArray(shop, { selector: ({ shopId }) => shopId, maxLength: 8 }),
    lines: fc.array(
      fc.record({ gtin: fc.constantFrom(...GTINS), quantity: fc.integer({ min: 1, max: 4 }) }),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
    parcels: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 3 }),
  });

  it('gives on the stored figures what the policy would have given on the original facts', () => {
    fc.assert(
      fc.property(given, anyPolicy, anyPolicy, (one, then, now) => {
        const facts = factsOf(one);
        const replayed = again(stored(facts, then), now);
        const decided = decideRouting(facts, now).lines;
        expect(replayed.map((line) => [line.lineItemId, line.becomes?.shopId ?? null])).toEqual(
          decided.map((line) => [line.lineItemId, line.chosen?.shopId ?? null]),
        );
        expect(replayed.every(isReplayedSame) || then !== now).toBe(true);
      }),
    );
  });

  /** Many shops, at any distance, some near the edges of bands, some without a rate. */
  const crowd = fc.record({
    shops: fc.uniqueArray(
      fc.record({
        shopId: fc.integer({ min: 1, max: 40 }),
        gtin: fc.constantFrom(...GTINS.slice(0, 1), ...GTINS),
        freeStock: fc.integer({ min: 1, max: 3 }),
        km: fc.oneof(
          fc.nat(20).map((bands) => bands * 10 + 5),
          fc
            .tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: -9, max: 9 }))
            .map(([bands, off]) => bands * 20 + off / 100),
          fc.nat(200_000).map((metres) => metres / 1_000),
        ),
        suspended: fc.nat(9).map((n) => n === 0),
        full: fc.nat(9).map((n) => n === 0),
        rateMissing: fc.nat(9).map((n) => n === 0),
      }),
      { selector: ({ shopId }) => shopId, minLength: 1, maxLength: 30, size: 'max' },
    ),
    lines: fc.array(
      fc.record({ gtin: fc.constantFrom(...GTINS), quantity: fc.integer({ min: 1, max: 2 }) }),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
    parcels: fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 3 }),
  });
  const policy = fc.oneof(anyPolicy, fc.constantFrom(FINE, COARSE));

  it('a line that it calls certain goes to the shop that the policy would have chosen among all shops, at their exact distances', () => {
    let [certain, other] = [0, 0];
    fc.assert(
      fc.property(crowd, policy, policy, fc.boolean(), (one, then, now, located) => {
        const whole = factsOf(one);
        const facts = located ? whole : { ...whole, order: { ...whole.order, coordinates: null } };
        const decided = new Map(
          decideRouting(facts, now).lines.map((line) => [line.lineItemId, line.chosen]),
        );
        const replayed = again(stored(facts, then), now);
        const sure = replayed.filter((line) => line.certain);
        [certain, other] = [certain + sure.length, other + replayed.length - sure.length];
        const chosen = (placed: { shopId: number } | null | undefined) => placed?.shopId ?? null;
        expect(sure.map((line) => [line.lineItemId, chosen(line.becomes)])).toEqual(
          sure.map((line) => [line.lineItemId, chosen(decided.get(line.lineItemId))]),
        );
      }),
      { numRuns: 1_000 },
    );
    // It is useful: most are certain; and it is needed: some are not.
    expect(certain).toBeGreaterThan(other);
    expect(other).toBeGreaterThan(0);
  });

  it('the same policy gives the stored decision, and all of it is certain', () => {
    fc.assert(
      fc.property(crowd, policy, (one, then) => {
        const replayed = again(stored(factsOf(one), then), then);
        expect(replayed.every((line) => line.certain && isReplayedSame(line))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
