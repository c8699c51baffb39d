import { StoreErrorCode } from '@hub/contract';
import type { ShippingOrderState } from '@hub/database';
import type { KnownBefore } from '@hub/orders/placements';
import { mayGo, SHIPPING_ORDER_STATES, statesBefore, type ShippingOrderTransition } from '@hub/orders/states';
import type { ShopCallOutcome } from '@hub/shops';
import { describe, expect, it } from '@jest/globals';
import { decideClaim } from './decide-claim';
import { decidePlacing, type PlacingDecision } from './decide-placing';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const EITHER = [false, true];
const CLAIMS = ['claim', 'claimAgain', 'claimRefused', 'claimDisputed'] as const;
const isState = (name: string): name is ShippingOrderState => name in SHIPPING_ORDER_STATES;
const STATES = Object.keys(SHIPPING_ORDER_STATES).filter(isState);

describe('routing makes only the transitions of the state table (D18, D21)', () => {
  const rest = { orderState: 'accepted', hasPackage: false, gaveUp: false, shopIs: 'callable' } as const;
  const everyOne = STATES.flatMap((state) =>
    EITHER.flatMap((underWay) =>
      EITHER.flatMap((stopRequested) =>
        EITHER.flatMap((holdsItsLines) =>
          EITHER.map((stopSettled) => ({ state, underWay, stopRequested, holdsItsLines, stopSettled })),
        ),
      ),
    ),
  );

  it('claims only where the table allows it', () => {
    const claimed = everyOne.filter((facts) => {
      const leaseUntil = facts.underWay ? new Date(NOW + 1) : null;
      return decideClaim({ ...facts, leaseUntil, blanked: false }, NOW).kind === 'claim';
    });
    const allowed = everyOne.filter((facts) => CLAIMS.some((claim) => mayGo(claim, { ...facts, ...rest })));
    expect(claimed).toEqual(allowed);
  });

  const answer = { message: '', attempts: 1 };
  const outcomes = EITHER.flatMap((maybeActed): ShopCallOutcome<never>[] => [
    ...[302, 400, 404, 409, 422].flatMap((status) =>
      [null, ...StoreErrorCode.options].map((code): ShopCallOutcome<never> => ({
        kind: 'refused',
        status,
        code,
        maybeActed,
        ...answer,
      })),
    ),
    {
      kind: 'unavailable',
      reason: 'status',
      status: 503,
      code: null,
      retryAfterMs: null,
      maybeActed,
      attempts: 3,
    },
    { kind: 'unauthorized', status: 401, code: null, maybeActed, ...answer },
    { kind: 'postponed', reason: 'bulkhead_full', afterMs: 1, attemptsMade: 1, maybeActed },
    { kind: 'invalid_receipt', status: 200, field: 'order_id', problem: 'is none', faults: [], attempts: 1 },
    { kind: 'held', afterMs: 1 },
    { kind: 'capability_off', capability: 'orders' },
  ]);

  it.each<KnownBefore>(['nothing_done', 'unknown', 'disputed'])(
    'ends every call from the state it was claimed in: %s',
    (known) => {
      const claimed = known === 'disputed' ? 'disputed' : 'sending';
      for (const outcome of outcomes)
        for (const passes of [0, 100]) {
          const decision = decidePlacing(outcome, {
            known,
            passes,
            callAttempts: 0,
            waitsMs: [1],
            now: NOW,
          });
          expect(statesBefore(wayOf(decision, known))).toContain(claimed);
        }
    },
  );
});

function wayOf(decision: PlacingDecision, known: KnownBefore): ShippingOrderTransition {
  switch (decision.kind) {
    case 'placed':
      return 'place';
    case 'refused':
      return 'refuse';
    case 'disputed':
      return 'dispute';
    case 'given_up':
    case 'switched_off':
      return 'recordNeverSent';
    case 'later':
    case 'postponed':
      if (known === 'disputed') return 'dispute';
      return decision.neverSent ? 'recordNeverSent' : 'recordUnknown';
  }
}
