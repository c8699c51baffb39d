import type { Delivery, StoreOrder } from '@hub/store-simulator';
import { describe, expect, it } from '@jest/globals';
import { Journal, type Sale } from '../journal';
import { gatherEvidence, type StoreEvidence } from './evidence';
import { judgeAnswers } from './judge-answers';
import { judgeDeadLetters } from './judge-dead-letters';
import { judgePromises } from './judge-promises';
import { judgeReturns } from './judge-returns';
import { judgeSale } from './judge-sale';

const TITLE = 'sale 1 line 1';

describe('the verdict on a paid order', () => {
  it('is clean where one shop shipped each line and its customer was notified once', () => {
    expect(verdict({ placements: [aPlacement({ shipped: 2 })], tracked: 2 })).toEqual([]);
  });

  it('names a line that no shop shipped, and one of which the customer does not know', () => {
    expect(verdict({ placements: [], tracked: 0 })).toEqual([
      expect.stringContaining('0 of 2 pieces were shipped'),
      expect.stringContaining('the customer knows of 0 of 2'),
    ]);
  });

  it('names a line that two shops shipped, or that is open at two at once', () => {
    const twice = [aPlacement({ shipped: 2 }), aPlacement({ shipped: 2 })];
    expect(verdict({ placements: twice, tracked: 2 }).join()).toContain('was shipped by 2 shops');
    const open = [aPlacement({ shipped: 2 }), aPlacement({ shipped: 0 })];
    expect(verdict({ placements: open, tracked: 2 }).join()).toContain('is at 2 shops at once');
  });

  it('names a stopped order that a shop shipped, or still has open', () => {
    const stopped = aDelivery('order.cancelled', { status: 200, outcome: 'stopped' });
    expect(verdict({ placements: [aPlacement({ shipped: 1 })], cancelled: stopped }).join()).toContain(
      'was shipped by',
    );
    expect(verdict({ placements: [aPlacement({ shipped: 0 })], cancelled: stopped }).join()).toContain(
      'is open at',
    );
    const atRest = aPlacement({ shipped: 0, status: 'cancelled' });
    expect(verdict({ placements: [atRest], cancelled: stopped })).toEqual([]);
  });
});

describe('the verdict on answers', () => {
  it('names events without an answer, and those refused though they were right', () => {
    const open = aDelivery('return.created', null);
    const refused = aDelivery('order.created', { status: 401, code: 'unauthorized' });
    const tooLate = aDelivery('order.cancelled', { status: 409, code: 'order_already_shipped' });
    const evidence = gatherEvidence(new Journal(), [aStore({ deliveries: [open, refused, tooLate] })]);
    expect(judgeAnswers(evidence)).toEqual([
      expect.stringContaining('return.created'),
      expect.stringContaining('401 unauthorized'),
    ]);
  });
});

describe('the verdict on returns', () => {
  it('names what was registered twice, or not at all', () => {
    const journal = new Journal();
    journal.sales.push(aSale());
    journal.returned.push(TITLE);
    const registered = {
      returnId: 'r',
      orderId: 'own',
      externalRef: 'x',
      lines: [{ lineId: 'l', quantity: 2, reason: null }],
    };
    const judged = (times: number) =>
      judgeReturns(
        gatherEvidence(journal, [aStore({ returns: Array.from({ length: times }, () => registered) })]),
      );
    expect(judged(1)).toEqual([]);
    expect(judged(0).join()).toContain('was registered 0 times');
    expect(judged(2).join()).toContain('was registered 2 times');
  });
});

describe('the verdict on promises', () => {
  it('names a shop that was promised for more than any report handled by then allowed', () => {
    const journal = new Journal();
    journal.sales.push({ ...aSale(), soldAt: 1_000 });
    journal.arrivals.push({ at: 2_000, shop: 'shipping', order: aPlacement({ shipped: 0 }), deductedAt: [] });
    journal.supply.set('v', [{ at: 500, delta: -9, handledAt: 900 }]);
    expect(judgePromises(journal, 10)).toEqual([expect.stringContaining('promised for 2 of v, at most 1')]);
  });

  it('forgives a piece that the shop sold itself just before a deduction that no report has shown yet (D17)', () => {
    const journal = new Journal();
    journal.sales.push({ ...aSale(), soldAt: 1_000 });
    journal.arrivals.push({
      at: 2_000,
      shop: 'shipping',
      order: aPlacement({ shipped: 0 }),
      deductedAt: [600],
    });
    journal.supply.set('v', [{ at: 500, delta: -9, handledAt: 900 }]);
    expect(judgePromises(journal, 10)).toEqual([]);
    journal.supply.get('v')?.push({ at: 700, delta: 0, handledAt: 950 });
    expect(judgePromises(journal, 10)).toEqual([expect.stringContaining('at most 1 were known')]);
  });

  it('forgives what the hub could not know yet', () => {
    const journal = new Journal();
    journal.sales.push({ ...aSale(), soldAt: 1_000 });
    journal.arrivals.push({ at: 2_000, shop: 'shipping', order: aPlacement({ shipped: 0 }), deductedAt: [] });
    journal.supply.set('v', [{ at: 500, delta: -9, handledAt: 1_500 }]);
    expect(judgePromises(journal, 10)).toEqual([]);
  });
});

describe('the verdict on failed messages', () => {
  it('names good messages that failed, and failed messages still open in the end', () => {
    const failedMessages = [
      { type: 'tracking.deliver', reason: 'refused: unknown_order', state: 'resolved' },
      { type: 'tracking.deliver', reason: 'no success in 3 attempts (timeout)', state: 'resolved' },
      { type: 'tracking.deliver', reason: 'connect ECONNREFUSED', state: 'resolved' },
      { type: 'order.created', reason: 'P2039', state: 'resolved' },
      { type: 'shipping-order.stop', reason: 'refused', state: 'open' },
    ];
    expect(judgeDeadLetters(failedMessages)).toEqual([
      'a good tracking.deliver died: connect ECONNREFUSED',
      'a good order.created died: P2039',
      'shipping-order.stop is still dead (open): refused',
    ]);
  });
});

function verdict(given: { placements: StoreOrder[]; tracked?: number; cancelled?: Delivery }): string[] {
  const journal = new Journal();
  const sale = { ...aSale(), cancelled: given.cancelled ?? null };
  const own = anOrder({ kind: 'own', orderId: 'own', shipped: 0, tracked: given.tracked ?? 0 });
  const shops = given.placements.map((order) => aStore({ orders: [order] }));
  return judgeSale(sale, gatherEvidence(journal, [aStore({ slug: 'selling', orders: [own] }), ...shops]));
}

function aSale(): Sale {
  const created = aDelivery('order.created', { status: 200, outcome: 'accepted' });
  const lines = [{ title: TITLE, lineId: 'l', quantity: 2 }];
  return { shop: 'selling', orderId: 'own', soldAt: 0, lines, created, cancelled: null };
}

function aPlacement(given: { shipped: number; status?: 'created' | 'cancelled' }): StoreOrder {
  return { ...anOrder({ kind: 'shipping', orderId: 'shipping', tracked: 0, ...given }), ...given };
}

function anOrder(given: {
  kind: StoreOrder['kind'];
  orderId: string;
  shipped: number;
  tracked: number;
}): StoreOrder {
  const { kind, orderId, shipped, tracked } = given;
  const line = { lineId: 'l', externalRef: null, variantId: 'v', quantity: 2, locationId: null, taken: [] };
  return {
    kind,
    orderId,
    externalRef: null,
    status: 'created',
    paymentStatus: 'paid',
    tags: [],
    lines: [{ ...line, shipped, tracked }],
    document: { line_items: [{ title: TITLE }] },
  };
}

function aStore(given: Partial<StoreEvidence>): StoreEvidence {
  return { slug: 'shipping', orders: [], returns: [], notifications: [], deliveries: [], ...given };
}

function aDelivery(
  event: string,
  answer: { status: number; outcome?: string; code?: string } | null,
): Delivery {
  const state = answer === null ? 'sending' : answer.status === 200 ? 'delivered' : 'rejected';
  const delivery = {
    event,
    eventId: 'e',
    body: Buffer.alloc(0),
    attempts: [],
    state,
    answer: answer && { ...answer, body: null },
  } as const;
  return { ...delivery, done: new Promise<Delivery>(() => undefined) };
}
