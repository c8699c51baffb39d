import { describe, expect, it } from '@jest/globals';
import type { RuledOutReason, VariantFacts } from '@hub/stock';
import * as fc from 'fast-check';
import { decideRouting, ROUTING_POLICY, type LineDecision } from './decide-routing';
import { distanceKm } from './distance';
import type { CandidateFacts, LocatedStock, RoutingFacts, RoutingLine, RoutingOrder } from './routing-facts';

const STOCKHOLM = { latitude: 59.33, longitude: 18.06 };
/** A place this many kilometres north of Stockholm. */
const north = (km: number): { latitude: number; longitude: number } => ({
  latitude: 59.33 + km / 111.195,
  longitude: 18.06,
});
const GTIN = '00000000000017';

interface CandidateOptions {
  gtin?: string;
  freeStock?: number;
  orders?: VariantFacts['shop']['orders'];
  currency?: string;
  countries?: string[];
  state?: VariantFacts['state'];
  splitRate?: string | null;
  /** Kilometres from the customer; its location holds all of it. */
  km?: number;
  suspended?: boolean;
  full?: boolean;
  sameCountry?: boolean;
  stock?: LocatedStock[];
  injectionVat?: CandidateFacts['injectionVat'];
}

function aCandidate(shopId: number, options: CandidateOptions = {}): CandidateFacts {
  const { freeStock = 10, gtin = GTIN, km } = options;
  const own = km === undefined ? [] : [{ ...north(km), quantity: 1_000 }];
  return {
    variant: {
      shopId,
      variantId: `V-${shopId}-${gtin}`,
      gtin,
      state: options.state ?? 'active',
      testVariant: false,
      freeStock,
      splitRate: options.splitRate === undefined ? '0.7' : options.splitRate,
      shop: {
        shopId,
        currency: options.currency ?? 'EUR',
        orders: options.orders ?? 'live',
        inventory: 'live',
        destinationCountries: new Set(options.countries ?? ['SE']),
        suspended: options.suspended ?? false,
        heldForLong: false,
        paused: false,
        injection: null,
      },
    },
    stock: options.stock ?? own,
    injectionVat: options.injectionVat ?? { applies: false, rate: null },
    sameCountry: options.sameCountry ?? true,
    load: null,
    full: options.full ?? false,
  };
}

function aWaitingLine(overrides: Partial<RoutingLine> = {}): RoutingLine {
  return { orderLineId: 'id', lineItemId: 'L-1', gtin: GTIN, quantity: 1, excludedShops: [], ...overrides };
}

interface Given {
  candidates: CandidateFacts[];
  lines?: RoutingLine[];
  order?: Partial<RoutingOrder>;
  consumerVat?: string | null;
}

function factsOf({
  candidates,
  lines = [aWaitingLine()],
  order = {},
  consumerVat = '0.25',
}: Given): RoutingFacts {
  return {
    order: {
      sellingShopId: 1,
      mode: 'live',
      currency: 'EUR',
      country: 'SE',
      coordinates: null,
      shopsWithParcels: new Set(),
      ...order,
    },
    lines,
    candidates: byArticle(candidates),
    consumerVat,
  };
}

function byArticle(candidates: readonly CandidateFacts[]): Map<string, CandidateFacts[]> {
  const articles = new Map<string, CandidateFacts[]>();
  for (const candidate of candidates) {
    const gtin = candidate.variant.gtin ?? '';
    articles.set(gtin, [...(articles.get(gtin) ?? []), candidate]);
  }
  return articles;
}

function route(given: Given): LineDecision[] {
  return decideRouting(factsOf(given), ROUTING_POLICY).lines;
}

function routeOne(given: Given): LineDecision {
  const [line] = route(given);
  if (!line) throw new Error('nothing decided');
  return line;
}

const chosenShops = (given: Given) =>
  Object.fromEntries(route(given).map((line) => [line.lineItemId, line.chosen?.shopId]));

describe('candidates (D19)', () => {
  it.each<[string, CandidateFacts, RuledOutReason | 'no_injection_vat']>([
    ['the selling shop itself', aCandidate(1), 'same_shop'],
    ['a shop that could not ship the line', aCandidate(9), 'excluded_shop'],
    ['a retired variant', aCandidate(2, { state: 'retired' }), 'variant_retired'],
    ['a shop that is not live', aCandidate(2, { orders: 'dry_run' }), 'orders_not_live'],
    ['a shop that drains', aCandidate(2, { orders: 'draining' }), 'orders_not_live'],
    ['another currency', aCandidate(2, { currency: 'SEK' }), 'currency_differs'],
    [
      'a shop that does not ship to the country',
      aCandidate(2, { countries: ['NO'] }),
      'not_shipped_to_country',
    ],
    ['too little stock for the whole line', aCandidate(2, { freeStock: 4 }), 'not_enough_stock'],
    ['no split rate', aCandidate(2, { splitRate: null }), 'no_split_rate'],
    [
      "no rate of the shop's injection VAT",
      aCandidate(2, { injectionVat: { applies: true, rate: null } }),
      'no_injection_vat',
    ],
  ])('%s is ruled out, with the reason', (_, candidate, reason) => {
    const decision = routeOne({
      candidates: [candidate],
      lines: [aWaitingLine({ quantity: 5, excludedShops: [9] })],
    });
    expect(decision).toMatchObject({ chosen: null, candidates: [], ruledOut: [{ reason }] });
  });

  it('an order of a dry run may choose among shops in dry run and live ones', () => {
    const candidates = [aCandidate(2, { orders: 'dry_run', freeStock: 2 }), aCandidate(3, { freeStock: 1 })];
    expect(
      routeOne({ candidates, order: { mode: 'dry_run' } }).candidates.map(({ shopId }) => shopId),
    ).toEqual([2, 3]);
  });
});

describe('choice without coordinates (D19)', () => {
  it('more free stock', () => {
    expect(
      routeOne({ candidates: [aCandidate(2, { freeStock: 3 }), aCandidate(3, { freeStock: 5 })] }).chosen
        ?.shopId,
    ).toBe(3);
  });

  it('of equal stock the lower shop id', () => {
    expect(routeOne({ candidates: [aCandidate(3), aCandidate(2)] }).chosen?.shopId).toBe(2);
  });

  it('a shop that still has a parcel of this order to pack comes before more stock: fewer parcels', () => {
    const candidates = [aCandidate(2, { freeStock: 1 }), aCandidate(3, { freeStock: 5 })];
    expect(routeOne({ candidates, order: { shopsWithParcels: new Set([2]) } }).chosen?.shopId).toBe(2);
  });
});

describe('shops that are held, or whose circuit is open for long (D19)', () => {
  const suspended = true;

  it('come after all others, bands and parcels included, in the same order among themselves', () => {
    const candidates = [
      aCandidate(2, { suspended, km: 1, freeStock: 99 }),
      aCandidate(3, { km: 900, freeStock: 1 }),
      aCandidate(4, { suspended, km: 60, freeStock: 99 }),
    ];
    const order = { coordinates: { latitude: 0, longitude: 0 }, shopsWithParcels: new Set([2]) };
    expect(routeOne({ candidates, order }).candidates.map(({ shopId }) => shopId)).toEqual([3, 2, 4]);
  });

  it('are chosen if no other can, and the decision says so', () => {
    expect(routeOne({ candidates: [aCandidate(2, { suspended })] }).chosen).toMatchObject({
      shopId: 2,
      suspended: true,
    });
  });
});

describe('shops that have reached their daily number (D19)', () => {
  const full = true;
  const ranked = (shopsWithParcels: number[]) =>
    routeOne({
      candidates: [
        aCandidate(2, { full, km: 1, freeStock: 99 }),
        aCandidate(3, { km: 900, freeStock: 1 }),
        aCandidate(4, { suspended: true, km: 1, freeStock: 99 }),
        aCandidate(5, { full, km: 60, freeStock: 99 }),
        aCandidate(6, { full, suspended: true, km: 1, freeStock: 9 }),
      ],
      order: { coordinates: { latitude: 0, longitude: 0 }, shopsWithParcels: new Set(shopsWithParcels) },
    }).candidates.map(({ shopId }) => shopId);

  it('come after all others, bands included, and before suspended ones', () => {
    expect(ranked([])).toEqual([3, 2, 5, 4, 6]);
  });

  it('are not full for an order of which they ship another line', () => {
    expect(ranked([5, 6])).toEqual([5, 3, 2, 6, 4]);
    const lines = [aWaitingLine({ lineItemId: 'a' }), aWaitingLine({ lineItemId: 'b', quantity: 2 })];
    const candidates = [aCandidate(2, { full, freeStock: 3 }), aCandidate(3, { freeStock: 1 })];
    expect(chosenShops({ candidates, lines })).toEqual({ a: 2, b: 2 });
  });
});

describe('choice with coordinates (D19)', () => {
  const near = (candidates: CandidateFacts[], quantity = 1) =>
    routeOne({ candidates, order: { coordinates: STOCKHOLM }, lines: [aWaitingLine({ quantity })] }).chosen
      ?.shopId;

  it('a nearer band comes before more stock', () => {
    expect(near([aCandidate(2, { km: 60, freeStock: 99 }), aCandidate(3, { km: 40 })])).toBe(3);
  });

  it('inside a band of 50 km stock decides, not the distance', () => {
    expect(near([aCandidate(2, { km: 2 }), aCandidate(3, { km: 48, freeStock: 11 })])).toBe(3);
  });

  it('inside a band, of equal stock, the nearer', () => {
    expect(near([aCandidate(2, { km: 30 }), aCandidate(3, { km: 20 })])).toBe(3);
  });

  it('a shop already chosen comes first inside a band, not across bands', () => {
    const lines = [
      aWaitingLine({ lineItemId: 'A', gtin: 'a' }),
      aWaitingLine({ lineItemId: 'B', gtin: 'b' }),
    ];
    const others = [
      aCandidate(3, { gtin: 'b', km: 10, freeStock: 99 }),
      aCandidate(4, { gtin: 'b', km: 70, freeStock: 99 }),
    ];
    const given = (km: number) => ({
      lines,
      candidates: [aCandidate(2, { gtin: 'a', km }), aCandidate(2, { gtin: 'b', km }), ...others],
      order: { coordinates: STOCKHOLM },
    });
    expect(chosenShops(given(40))).toEqual({ A: 2, B: 2 });
    expect(chosenShops(given(60))).toEqual({ A: 2, B: 3 });
  });

  it('a shop without coordinates ranks last', () => {
    expect(near([aCandidate(2, { freeStock: 99 }), aCandidate(3, { km: 2_000 })])).toBe(3);
  });

  it('what counts is the nearest location that holds the line, not one that is sold out or has only some', () => {
    const stock = [
      { ...north(5), quantity: 0 },
      { ...north(10), quantity: 1 },
      { ...north(300), quantity: 5 },
    ];
    const candidates = [aCandidate(2, { stock }), aCandidate(3, { km: 120 })];
    expect(near(candidates, 1)).toBe(2);
    expect(near(candidates, 2)).toBe(3);
  });

  it('stored with each candidate: stock and distance', () => {
    const [best] = routeOne({
      candidates: [aCandidate(2, { km: 30 })],
      order: { coordinates: STOCKHOLM },
    }).candidates;
    expect(best).toMatchObject({ shopId: 2, freeStock: 10, alreadyChosen: false });
    expect(best?.distanceKm).toBeCloseTo(30, 1);
  });
});

describe('several lines of one order (D19)', () => {
  it('are decided in the order of fewest candidates, then line_item_id by code point', () => {
    const lines = [
      aWaitingLine({ lineItemId: 'c', gtin: 'many' }),
      aWaitingLine({ lineItemId: '\u{1f600}', gtin: 'one' }),
      aWaitingLine({ lineItemId: '\uff5e', gtin: 'one' }),
    ];
    const candidates = [
      aCandidate(2, { gtin: 'many' }),
      aCandidate(3, { gtin: 'many' }),
      aCandidate(2, { gtin: 'one' }),
    ];
    expect(route({ lines, candidates }).map(({ lineItemId }) => lineItemId)).toEqual([
      '\uff5e',
      '\u{1f600}',
      'c',
    ]);
  });

  it('a later line does not get the stock that an earlier line took', () => {
    const lines = ['A', 'B', 'C'].map((lineItemId) => aWaitingLine({ lineItemId, quantity: 2 }));
    const candidates = [aCandidate(2, { freeStock: 5 })];
    expect(chosenShops({ lines, candidates })).toEqual({ A: 2, B: 2, C: undefined });
    expect(route({ lines, candidates })[2]).toMatchObject({
      waitsFor: 'no_candidate',
      ruledOut: [{ reason: 'not_enough_stock', freeStock: 1 }],
    });
  });

  it('prefer the shop chosen for an earlier one: fewer parcels', () => {
    const lines = [
      aWaitingLine({ lineItemId: 'A', gtin: 'a' }),
      aWaitingLine({ lineItemId: 'B', gtin: 'b' }),
    ];
    const candidates = [
      aCandidate(2, { gtin: 'a' }),
      aCandidate(2, { gtin: 'b', freeStock: 1 }),
      aCandidate(3, { gtin: 'b', freeStock: 9 }),
    ];
    expect(chosenShops({ lines, candidates })).toEqual({ A: 2, B: 2 });
  });

  it('one that finds no shop waits while the others go ahead', () => {
    const lines = [aWaitingLine({ lineItemId: 'A' }), aWaitingLine({ lineItemId: 'B', gtin: 'unseen' })];
    expect(chosenShops({ lines, candidates: [aCandidate(2)] })).toEqual({ A: 2, B: undefined });
  });
});

describe('why a line waits', () => {
  it.each<[string, Given, string]>([
    [
      'its variant is not linked (D31)',
      { candidates: [], lines: [aWaitingLine({ gtin: null })] },
      'not_linked',
    ],
    ['no shop has the article', { candidates: [] }, 'no_candidate'],
    [
      'no VAT rate of the destination (D24)',
      { candidates: [aCandidate(2)], consumerVat: null },
      'no_consumer_vat',
    ],
    [
      'no split rate with the shop that could ship it',
      { candidates: [aCandidate(2, { splitRate: null })] },
      'no_split_rate',
    ],
    [
      'no rate of its injection VAT',
      { candidates: [aCandidate(2, { injectionVat: { applies: true, rate: null } })] },
      'no_injection_vat',
    ],
    [
      'a missing rate of a shop that has no stock either is not the reason',
      { candidates: [aCandidate(2, { splitRate: null, freeStock: 0 })] },
      'no_candidate',
    ],
  ])('%s', (_, given, waitsFor) => {
    expect(routeOne(given)).toMatchObject({ chosen: null, waitsFor });
  });
});

it('distance is that of a great circle', () => {
  // Stockholm to Gothenburg, checked by the law of cosines; and across the antimeridian.
  expect(distanceKm(STOCKHOLM, { latitude: 57.71, longitude: 11.97 })).toBeCloseTo(396.66, 1);
  expect(distanceKm({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })).toBeCloseTo(
    111.2,
    0,
  );
});

const anyCandidate = fc.record({
  freeStock: fc.nat(12),
  orders: fc.constantFrom('live', 'live', 'dry_run', 'off', 'draining'),
  currency: fc.constantFrom('EUR', 'EUR', 'SEK'),
  countries: fc.subarray(['SE', 'NO', 'DK']),
  state: fc.constantFrom('active', 'active', 'retired'),
  splitRate: fc.constantFrom('0.7', '0.65', null),
  km: fc.option(fc.nat(400), { nil: undefined }),
  gtin: fc.constantFrom('a', 'b'),
});
const anyCandidates = fc
  .array(anyCandidate, { maxLength: 14 })
  .map((options) =>
    options.map(({ km, ...rest }, index) => aCandidate(index + 1, km === undefined ? rest : { ...rest, km })),
  );
const anyLines = fc
  .array(fc.record({ gtin: fc.constantFrom('a', 'b'), quantity: fc.integer({ min: 1, max: 6 }) }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((lines) =>
    lines.map((line, index) => aWaitingLine({ ...line, lineItemId: `L-${index}`, excludedShops: [3] })),
  );
const anyPlace = fc.constantFrom(null, STOCKHOLM);

describe('properties of routing', () => {
  it('never the selling shop, an excluded one, one out of stock, country, currency or capability', () => {
    fc.assert(
      fc.property(anyCandidates, anyLines, anyPlace, (candidates, lines, coordinates) => {
        const taken = new Map<string, number>();
        for (const { chosen, quantity, gtin } of route({ candidates, lines, order: { coordinates } })) {
          if (!chosen) continue;
          const found = candidates.find(({ variant }) => variant.variantId === chosen.variantId)?.variant;
          expect(found).toMatchObject({ gtin, state: 'active', shop: { orders: 'live', currency: 'EUR' } });
          expect(found?.shop.destinationCountries.has('SE')).toBe(true);
          expect(found?.splitRate).not.toBeNull();
          expect([1, 3]).not.toContain(chosen.shopId);
          taken.set(chosen.variantId, (taken.get(chosen.variantId) ?? 0) + quantity);
          expect(taken.get(chosen.variantId)).toBeLessThanOrEqual(found?.freeStock ?? 0);
        }
      }),
    );
  });

  it('the same decision for any order of candidates and of lines', () => {
    fc.assert(
      fc.property(anyCandidates, anyLines, anyPlace, fc.integer(), (candidates, lines, coordinates, seed) => {
        const mixed = {
          candidates: rotated(candidates, seed).toReversed(),
          lines: rotated(lines, seed),
          order: { coordinates },
        };
        expect(route(mixed)).toEqual(route({ candidates, lines, order: { coordinates } }));
      }),
    );
  });

  it('adding a candidate that is worse than the chosen one never changes the choice for a line', () => {
    fc.assert(
      fc.property(
        anyCandidates,
        fc.nat(400),
        fc.nat(12),
        anyPlace,
        (candidates, km, freeStock, coordinates) => {
          const given = { candidates, lines: [aWaitingLine({ gtin: 'a' })], order: { coordinates } };
          const { chosen } = routeOne(given);
          if (!chosen) return;
          const band = (distance: number | null) =>
            distance === null ? Infinity : Math.floor(distance / 50);
          const more = aCandidate(99, { gtin: 'a', freeStock, ...(coordinates ? { km } : {}) });
          const worse =
            band(coordinates ? km : null) >= band(chosen.distanceKm) + (coordinates ? 1 : 0) &&
            freeStock <= chosen.freeStock;
          fc.pre(worse);
          expect(routeOne({ ...given, candidates: [...candidates, more] }).chosen).toEqual(chosen);
        },
      ),
    );
  });

  it('a line waits only when every shop is ruled out, and every shop is accounted for', () => {
    fc.assert(
      fc.property(anyCandidates, anyLines, (candidates, lines) => {
        for (const line of route({ candidates, lines })) {
          expect(line.chosen === null).toBe(line.candidates.length === 0);
          const ofArticle = candidates.filter(({ variant }) => variant.gtin === line.gtin);
          expect(line.candidates.length + line.ruledOut.length).toBe(ofArticle.length);
        }
      }),
    );
  });
});

function rotated<T>(items: readonly T[], by: number): T[] {
  const at = items.length === 0 ? 0 : Math.abs(by) % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}
