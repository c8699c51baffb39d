import type { ShippingOrderState } from '@hub/database';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { CancellationWorld } from './cancellation-world';
import {
  ModelOrder,
  type FirstScene,
  type ModelStore,
  type Placement,
  type Step,
  type Weather,
} from './model-order';
import { ledgerOf, viewOrder, viewStock } from './views';

jest.setTimeout(240_000);

let world: CancellationWorld;
beforeAll(async () => {
  world = await CancellationWorld.open();
});
afterAll(() => world.close());

const at = fc.nat(2);
const aWeather = fc.constantFrom<Weather>('fair', 'answer lost', 'down', 'worker killed');
const aStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel' as const), event: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cannot ship' as const), at }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('ship' as const, 'report package' as const, 'settle placing' as const),
      at,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('weather' as const),
      at,
      weather: aWeather,
    }),
  },
  { weight: 4, arbitrary: fc.constant<Step>({ do: 'commands' }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('later' as const), minutes: fc.constantFrom(1, 5, 120) }),
  },
);
const someScenes = fc.array(
  fc.record<FirstScene>({
    placement: fc.constantFrom<Placement>(
      'placed',
      'placed',
      'placed',
      'planned',
      'sending, placed',
      'sending, refused',
      'sending, never sent',
    ),
    weather: aWeather,
    ships: fc.boolean(),
  }),
  { minLength: 1, maxLength: 3 },
);

it('whatever happens to an order in any sequence, it is stopped everywhere or stands, and every shop gets the same answer', async () => {
  await fc.assert(
    fc.asyncProperty(someScenes, fc.array(aStep, { minLength: 3, maxLength: 12 }), async (scenes, steps) => {
      const model = await ModelOrder.begin(world, scenes);
      for (const step of steps) await model.take(step);
      await model.calmDown(steps.flatMap((step) => (step.do === 'cancel' ? step.event : [])));
      const wasAsked = steps.some((step) => step.do === 'cancel');
      const is = await whatIs(model);
      expect(is).toEqual(whatMustBe(model, wasAsked, is.parts));
    }),
    { numRuns: Number(process.env['HUB_TEST_SEQUENCES'] ?? 40) },
  );
});

/** The final state, by the database. */
async function whatIs({ order, stores, sellerId }: ModelOrder) {
  const view = await viewOrder(world.db, order.id);
  const entries = await ledgerOf(world.db, sellerId);
  const parts = [];
  for (const [index, { part }] of stores.entries()) {
    const { committed, reserved, blocked } = await viewStock(world.db, part);
    parts.push({
      shippingOrder: view.shippingOrders[index],
      line: view.lines[index],
      reserved,
      unaccounted: committed - reserved - blocked,
    });
  }
  return {
    order: view.order,
    unfinished: await world.db.cancellation.count({ where: { sellerOrderId: order.id, state: 'stopping' } }),
    answers: [...new Set(entries.map(({ status, outcome, code }) => `${status} ${outcome ?? code}`))],
    parts,
    furtherLines: view.lines.slice(stores.length),
  };
}

/**
 * The final state, by what the stores did: the order is stopped unless a parcel left, each line is in the state of the
 * shipping order that holds it, and the reservations are those of open lines.
 */
function whatMustBe(
  { stores }: ModelOrder,
  wasAsked: boolean,
  parts: readonly { shippingOrder: ShippingOrderState | undefined }[],
) {
  const isStopped = wasAsked && !stores.some(({ has }) => has === 'shipped');
  const answer = isStopped ? '200 stopped' : '409 order_already_shipped';
  return {
    order: isStopped ? 'stopped' : 'accepted',
    unfinished: 0,
    answers: wasAsked ? [answer] : [],
    parts: stores.map((store, index) => partMustBe(store, { isStopped, found: parts[index]?.shippingOrder })),
    furtherLines: [isStopped ? 'stopped' : 'waiting', 'own'],
  };
}

function partMustBe(
  { has }: ModelStore,
  { isStopped, found }: { isStopped: boolean; found: ShippingOrderState | undefined },
) {
  const ended = {
    shippingOrder: 'stopped',
    line: isStopped ? 'stopped' : 'waiting',
    reserved: 0,
    unaccounted: 0,
  };
  const open = { line: 'allocated', reserved: 2, unaccounted: 0 };
  switch (has) {
    case 'shipped':
      return { ...open, shippingOrder: 'placed', line: 'shipped' };
    case 'created':
      return { ...open, shippingOrder: 'placed' };
    case 'stopped':
      return ended;
    case 'nothing':
      // Never sent, or refused: stopped if a cancellation came in time, whatever its result.
      return isStopped || found === 'stopped' ? ended : { ...open, shippingOrder: found };
  }
}
