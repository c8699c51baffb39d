import { InventoryUpdated } from '@hub/contract';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decideStockChanges } from './decide-stock-changes';
import { placeText, variantText, type PlaceFacts, type StockEvent, type StockFacts } from './stock-facts';

const MINUTE_NS = 60_000_000_000n;
const START = BigInt(Date.parse('2026-11-21T09:00:00Z')) * 1_000_000n;
const NOW = Date.parse('2026-11-21T12:00:00Z');

/** Two variants of one shop, at two of its locations and at its `HUB_Network`. */
function facts(): StockFacts {
  const variants = ['V-1', 'V-2'].map((variantId) => ({
    shopId: 1,
    variantId,
    gtin: '00000000000017',
    state: 'active' as const,
    onHand: 20,
    hasCommitted: false,
  }));
  const counting = { knownAt: 0n, counting: { from: 0n, fromNs: 0n } };
  const empty = { shopId: 1, latest: null, hasRefusals: false, ...counting };
  const places = variants.flatMap(({ variantId }): PlaceFacts[] => [
    { ...empty, variantId, locationId: '1001', place: 'own', quantity: 10 },
    { ...empty, variantId, locationId: '1002', place: 'own', quantity: 10 },
    { ...empty, variantId, locationId: '9000', place: 'network', quantity: 0 },
  ]);
  return {
    variants: new Map(variants.map((variant) => [variantText(variant), variant])),
    places: new Map(places.map((place) => [placeText(place), place])),
  };
}

function anEvent(change: {
  variantId?: string;
  locationId?: string;
  quantity: number;
  minute: number;
}): StockEvent {
  const { variantId = 'V-1', locationId = '1001', quantity, minute } = change;
  const at = new Date(Number((START + BigInt(minute) * MINUTE_NS) / 1_000_000n)).toISOString();
  const data = InventoryUpdated.parse({
    variant_id: variantId,
    location_id: locationId,
    quantity,
    changed_at: at,
  });
  return {
    shopId: 1,
    eventId: `${variantId}-${minute}`,
    occurredAt: data.changed_at,
    data,
    dropped: [],
    correlation: `C-${minute}`,
    replyTo: null,
    receivedAt: NOW,
    now: NOW,
    latestNow: NOW,
  };
}

const outcomes = (events: StockEvent[]) =>
  decideStockChanges(facts(), events).verdicts.map((verdict) =>
    verdict.status === 200 ? verdict.outcome : verdict.code,
  );

describe('events that arrived together', () => {
  it('are decided one after the other: each finds what those before it left', () => {
    const later = anEvent({ quantity: 7, minute: 2 });
    const events = [later, later, anEvent({ quantity: 9, minute: 1 }), anEvent({ quantity: 6, minute: 2 })];
    expect(outcomes(events)).toEqual(['accepted', 'duplicate', 'stale', 'timestamp_conflict']);
  });

  it('of one location are written once, with the latest figure, and of two raise one total', () => {
    const changes = decideStockChanges(facts(), [
      anEvent({ quantity: 12, minute: 1 }),
      anEvent({ quantity: 3, minute: 2 }),
      anEvent({ locationId: '1002', quantity: 15, minute: 1 }),
    ]);
    expect(changes.levels).toEqual([
      expect.objectContaining({ locationId: '1001', quantity: 3, changedAt: START + 2n * MINUTE_NS }),
      expect.objectContaining({ locationId: '1002', quantity: 15 }),
    ]);
    expect(changes.variants).toEqual([expect.objectContaining({ delta: -2, correlation: 'C-1' })]);
  });

  it("D17: each accepted one is a stock report of the decrease of the shop's total", () => {
    const { stockReports } = decideStockChanges(facts(), [
      anEvent({ quantity: 8, minute: 1 }),
      anEvent({ quantity: 8, minute: 1 }),
      anEvent({ quantity: 9, minute: 2 }),
      anEvent({ locationId: '9000', quantity: 1, minute: 3 }),
    ]);
    expect(stockReports).toEqual([
      { shopId: 1, variantId: 'V-1', decrease: 2, changedAtNs: START + MINUTE_NS },
      { shopId: 1, variantId: 'V-1', decrease: -1, changedAtNs: START + 2n * MINUTE_NS },
    ]);
  });

  it('D10: of HUB_Network the report of the latest changed_at is kept', () => {
    const { networkReports } = decideStockChanges(facts(), [
      anEvent({ locationId: '9000', quantity: 4, minute: 2 }),
      anEvent({ locationId: '9000', quantity: 5, minute: 1 }),
    ]);
    expect(networkReports).toMatchObject([
      { shopId: 1, variantId: 'V-1', quantity: 4, changedAt: START + 2n * MINUTE_NS },
    ]);
  });

  it('of a variant whose total is out of range change nothing', () => {
    const changes = decideStockChanges(facts(), [anEvent({ quantity: 2_147_483_647, minute: 1 })]);
    expect(changes.verdicts).toEqual([expect.objectContaining({ code: 'aggregate_out_of_range' })]);
    expect([changes.levels, changes.variants, changes.stockReports]).toEqual([[], [], []]);
  });

  it('end in the same stock and the same reports in any order and however often each comes', () => {
    const change = fc.record({
      variantId: fc.constantFrom('V-1', 'V-2'),
      locationId: fc.constantFrom('1001', '1002', '9000'),
      quantity: fc.nat(50),
      minute: fc.nat(20),
    });
    const distinct = fc.uniqueArray(change, {
      minLength: 1,
      maxLength: 12,
      selector: ({ variantId, locationId, minute }) => `${variantId} ${locationId} ${minute}`,
    });
    const arrivals = distinct.chain((changes) =>
      fc.tuple(
        fc.constant(changes),
        fc.array(fc.nat(changes.length - 1), { maxLength: 12 }).chain((again) =>
          fc.shuffledSubarray([...changes, ...again.flatMap((index) => changes[index] ?? [])], {
            minLength: changes.length + again.length,
          }),
        ),
      ),
    );
    fc.assert(
      fc.property(arrivals, ([inOrder, shuffled]) => {
        expect(written(shuffled.map(anEvent))).toEqual(written(inOrder.map(anEvent)));
      }),
      { numRuns: 300 },
    );
  });
});

function written(events: StockEvent[]) {
  const { levels, variants, networkReports } = decideStockChanges(facts(), events);
  return {
    levels: new Map(levels.map((level) => [placeText(level), [level.quantity, level.changedAt]])),
    totals: new Map(variants.map((variant) => [variantText(variant), variant.delta])),
    reports: new Map(networkReports.map((report) => [report.variantId, report])),
  };
}
