import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { OrderLineState, SellerOrderState, ShippingOrderState, StopState } from '@hub/database';
import { standingsOf } from './standing';
import type { StandingFacts } from './standing-facts';

type Shipping = StandingFacts['shippingOrders'][number];
type Line = StandingFacts['lines'][number];
type ReturnState = StandingFacts['returns'][number]['state'];

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));

const shipping: Shipping = {
  shop: 'suomi',
  shopName: 'Suomi Retki',
  externalRef: 'so-1',
  state: 'placed',
  createdAt: at(2),
  firstSentAt: null,
  lastAttemptAt: null,
  failedAt: null,
  placedAt: at(4),
  endedAt: null,
  restStatedAt: null,
  lines: [{ lineItemId: 'L-1', packaged: 0 }],
  packages: [],
};
const line: Line = {
  lineItemId: 'L-1',
  state: 'allocated',
  waitingReason: null,
  waitsBecause: null,
  closedAt: null,
};
const order: StandingFacts = {
  shop: 'nordic',
  shopName: 'Nordic Outdoor',
  state: 'accepted',
  heldBecause: null,
  receivedAt: at(1),
  lines: [line],
  shippingOrders: [shipping],
  cancellations: [],
  returns: [],
};

const says = (facts: Partial<StandingFacts>) =>
  standingsOf({ ...order, ...facts }).map(
    (one) => `${one.says}, ${one.since.what} ${one.since.at.getUTCHours()} (${one.with})`,
  );
const placed = (facts: Partial<Shipping>) => ({ shippingOrders: [{ ...shipping, ...facts }] });

describe('where an order stands', () => {
  it.each<[string, Partial<StandingFacts>, string]>([
    ['at its shop', {}, 'Waiting for Suomi Retki to ship, accepted 4 (shipping_shop)'],
    ['planned', placed({ state: 'planned' }), 'Sending it to Suomi Retki, chosen 2 (hub)'],
    [
      'sent, unknown whether it arrived',
      placed({ state: 'sending', firstSentAt: at(3) }),
      'Sending it to Suomi Retki, first sent 3 (hub)',
    ],
    [
      'given up',
      placed({ state: 'planned', failedAt: at(5) }),
      'Never sent to Suomi Retki: given up, given up 5 (support)',
    ],
    ['refused', placed({ state: 'refused', endedAt: at(6) }), 'Refused by Suomi Retki, refused 6 (support)'],
    [
      'disputed',
      placed({ state: 'disputed', failedAt: at(6) }),
      'Only Suomi Retki knows whether it has it, disputed 6 (support)',
    ],
    [
      'partly shipped',
      placed({ packages: [{ packageId: 'P-1', createdAt: at(7), tracking: 'done' }] }),
      'Waiting for Suomi Retki to ship the rest, accepted 4 (shipping_shop)',
    ],
    [
      'partly shipped, the rest in doubt',
      placed({ restStatedAt: at(8) }),
      'The rest at Suomi Retki may not ship, stated 8 (support)',
    ],
    ['new', { lines: [{ ...line, state: 'waiting' }] }, 'Looking for a shop, received 1 (hub)'],
    [
      'held',
      { state: 'held', heldBecause: 'it is old', lines: [{ ...line, state: 'waiting' }] },
      'Held until an agent ends the hold: it is old, received 1 (support)',
    ],
    [
      'without a shop',
      {
        lines: [
          { ...line, state: 'waiting', waitingReason: 'no_candidate', waitsBecause: 'no shop can ship it' },
        ],
      },
      'Waiting for a shop: no shop can ship it, received 1 (support)',
    ],
    [
      'closed',
      { lines: [{ ...line, state: 'unfulfillable', closedAt: at(9) }] },
      'Closed: no shop ships it, closed 9 (done)',
    ],
    [
      'its own',
      { lines: [{ ...line, state: 'own' }] },
      'Nordic Outdoor ships it itself, received 1 (selling_shop)',
    ],
  ])('says of an order %s who has it, and since when', (_state, facts, sentence) => {
    expect(says(facts)).toEqual([sentence]);
  });

  it('names a return and a package that the selling shop does not know of besides', () => {
    const found = says({
      lines: [{ ...line, state: 'shipped' }],
      ...placed({ packages: [{ packageId: 'P-1', createdAt: at(7), tracking: 'due' }] }),
      returns: [{ state: 'waiting', reportedByName: 'Suomi Retki', createdAt: at(9), registeredAt: null }],
    });
    expect(found).toEqual([
      'Shipped by Suomi Retki, reported 7 (done)',
      'Notifying Nordic Outdoor of package P-1, reported 7 (hub)',
      'A return reported by Suomi Retki waits for support, reported 9 (support)',
    ]);
  });

  it('puts lines at the same place in one sentence', () => {
    const both = { lines: [line, { ...line, lineItemId: 'L-2' }] };
    const lines = [...shipping.lines, { lineItemId: 'L-2', packaged: 0 }];
    expect(standingsOf({ ...order, ...both, ...placed({ lines }) }).map((one) => one.lines)).toEqual([
      ['L-1', 'L-2'],
    ]);
  });
});

const lines = fc
  .array(fc.constantFrom(...Object.values(OrderLineState)), { minLength: 1, maxLength: 5 })
  .map((states) =>
    states.map((state, index): Line => ({
      ...line,
      lineItemId: `L-${index}`,
      state,
      waitingReason: index % 2 === 0 ? null : 'no_candidate',
    })),
  );
const moment = fc.option(fc.integer({ min: 3, max: 20 }).map(at));
const placements = fc.array(
  fc.record({
    state: fc.constantFrom(...Object.values(ShippingOrderState)),
    of: fc.subarray([0, 1, 2, 3, 4], { minLength: 1 }),
    stop: fc.option(fc.constantFrom(...Object.values(StopState))),
    failedAt: moment,
    placedAt: moment,
    endedAt: moment,
    restStatedAt: moment,
  }),
  { maxLength: 4 },
);
const orders = fc
  .record({
    state: fc.constantFrom(...Object.values(SellerOrderState)),
    lines,
    placements,
    returned: fc.array(
      fc.constantFrom<ReturnState>('due', 'sending', 'registered', 'recorded', 'waiting', 'failed'),
      {
        maxLength: 2,
      },
    ),
  })
  .map(({ state, lines: ofOrder, placements: given, returned }): StandingFacts => ({
    ...order,
    state,
    lines: ofOrder,
    shippingOrders: given.map(({ of, stop: _stop, ...facts }, index) => ({
      ...shipping,
      ...facts,
      shopName: `Shop ${index}`,
      externalRef: `so-${index}`,
      lines: of.map((one) => ({ lineItemId: `L-${one}`, packaged: 0 })),
    })),
    cancellations: [
      {
        id: 'c',
        eventId: 'E-stop',
        kind: 'whole_order',
        requestedBy: 'nordic',
        requestedByName: 'Nordic Outdoor',
        state: 'stopping',
        requestedAt: at(8),
        finishedAt: null,
        stops: given.flatMap(({ stop }, index) =>
          stop === null
            ? []
            : [
                {
                  id: String(index),
                  shippingOrder: `so-${index}`,
                  reference: 'ca',
                  state: stop,
                  attempts: 0,
                  nextAttemptAt: null,
                  lastFailure: null,
                  finishedAt: null,
                },
              ],
        ),
      },
    ],
    returns: returned.map((one) => ({
      state: one,
      reportedByName: 'Suomi Retki',
      createdAt: at(9),
      registeredAt: null,
    })),
  }));

describe('in every state that is stored', () => {
  it('each line is in exactly one sentence', () => {
    fc.assert(
      fc.property(orders, (facts) => {
        const named = standingsOf(facts).flatMap((one) => one.lines);
        expect(named.toSorted()).toEqual(facts.lines.map(({ lineItemId }) => lineItemId).toSorted());
      }),
    );
  });

  it('a sentence names the latest shop of its lines, and a moment after the order came', () => {
    fc.assert(
      fc.property(orders, (facts) => {
        const standings = standingsOf(facts);
        const early = standings.filter(({ since }) => since.at < facts.receivedAt);
        expect(early).toEqual([]);
        const wrong = facts.lines.filter(({ lineItemId, state }) => {
          const given = facts.shippingOrders.filter((one) =>
            one.lines.some((part) => part.lineItemId === lineItemId),
          );
          const last = state === 'allocated' || state === 'shipped' ? given.at(-1) : undefined;
          const sentence = standings.find((one) => one.lines.includes(lineItemId))?.says ?? '';
          return last !== undefined && !sentence.includes(last.shopName);
        });
        expect(wrong).toEqual([]);
      }),
    );
  });

  it('only what has ended is with no one', () => {
    fc.assert(
      fc.property(orders, (facts) => {
        const open = standingsOf(facts).filter(({ with: who }) => who !== 'done');
        const waiting = facts.lines.filter(({ state }) => state === 'waiting' || state === 'own');
        for (const { lineItemId } of waiting)
          expect(open.some((one) => one.lines.includes(lineItemId))).toBe(true);
      }),
    );
  });
});
