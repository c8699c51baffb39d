import fc from 'fast-check';
import { SERVICE_NAMES, type ServiceName } from './worker';

/** What goes wrong with a store's next calls. */
export const FAULTS = [
  'slow',
  'fails',
  'lost before',
  'lost after',
  'refused',
  'lost after, then unauthorized',
  // The store has carried it out, and says that it has not, or that it has something else (D18).
  'lost after, then denied',
  'lost after, then conflict',
  'wrong receipt',
  'already shipped',
] as const;
export const CALLS = [
  'POST /orders',
  'POST /cancel',
  'PUT /orders/{order_id}/tracking',
  'POST /returns',
] as const;

/**
 * What may happen. `pick` chooses among what there is (modulo its number), so that a step stays possible however a
 * sequence is shortened.
 */
export type Step =
  | { do: 'sell'; lines: { article: number; quantity: number }[]; own: boolean }
  | { do: 'ship'; pick: number; part: boolean }
  | {
      do: 'cancel order' | 'cannot ship' | 'goods come back' | 'platform returns' | 'send again';
      pick: number;
    }
  /** A package leaves, and its order is cancelled before the package is reported. */
  | { do: 'ship unseen, cancel'; pick: number }
  | { do: 'stock'; pick: number; article: number; pieces: number }
  | {
      do: 'fault';
      pick: number;
      call: (typeof CALLS)[number];
      fault: (typeof FAULTS)[number];
      times: number;
    }
  | { do: 'support re-routes' | 'support resumes' | 'support settles'; pick: number }
  | { do: 'door'; open: boolean }
  | { do: 'kill a handler'; service: ServiceName; afterPoints: number }
  | { do: 'kill a worker'; service: ServiceName }
  | { do: 'wait'; ms: number };

const pick = fc.nat(5);
/** Stock only follows; deciding handlers are killed more often. */
const service = fc.constantFrom(...SERVICE_NAMES, 'routing' as const, 'cancellation' as const);
const line = fc.record({ article: fc.nat(1), quantity: fc.integer({ min: 1, max: 2 }) });

const aSale: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('sell' as const),
  lines: fc.array(line, { minLength: 2, maxLength: 3 }),
  own: fc.boolean(),
});

const aFault: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('fault' as const),
  pick,
  call: fc.constantFrom(...CALLS, 'POST /orders' as const, 'POST /cancel' as const),
  fault: fc.constantFrom(...FAULTS, 'slow' as const, 'lost after' as const),
  times: fc.integer({ min: 1, max: 5 }),
});

const aStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: aSale },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('ship' as const), pick, part: fc.boolean() }) },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'cancel order' as const,
        'cannot ship' as const,
        'goods come back' as const,
        'goods come back' as const,
        'platform returns' as const,
        'send again' as const,
      ),
      pick,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('ship unseen, cancel' as const), pick }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('stock' as const), pick, article: fc.nat(1), pieces: fc.nat(5) }),
  },
  { weight: 5, arbitrary: aFault },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('door' as const), open: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('kill a handler' as const), service, afterPoints: fc.nat(5) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill a worker' as const), service }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(5, 40, 120, 400) }),
  },
);

const anySteps = fc.array(aStep, { minLength: 8, maxLength: 14 });

const anAction: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('support re-routes' as const, 'support resumes' as const, 'support settles' as const),
  pick,
});

/** A shop refuses permanently, or denies what it has, and support does what can be done about it, whatever else happens. */
const withSupport = fc
  .record({
    refusal: fc.record({
      do: fc.constant('fault' as const),
      pick: fc.nat(2),
      call: fc.constantFrom(...CALLS, 'POST /orders' as const, 'POST /orders' as const),
      fault: fc.constantFrom(
        'refused' as const,
        'lost after, then denied' as const,
        'lost after, then conflict' as const,
      ),
      times: fc.integer({ min: 1, max: 2 }),
    }),
    steps: anySteps,
    acts: fc.array(fc.tuple(anAction, fc.nat(14)), { minLength: 2, maxLength: 4 }),
  })
  .map(({ refusal, steps, acts }) => ({
    scene: [refusal],
    steps: acts.reduce((all, [act, place]) => all.toSpliced(place, 0, act), steps),
  }));

/** Something may be wrong already; then a shop sells, and everything else follows. */
export const aTimeline: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.array(aFault, { maxLength: 3 }),
    aSale,
    fc.oneof(
      anySteps.map((steps) => ({ scene: [], steps })),
      withSupport,
    ),
  )
  .map(([faults, sale, { scene, steps }]) => [...scene, ...faults, sale, ...steps, { do: 'wait', ms: 120 }]);
