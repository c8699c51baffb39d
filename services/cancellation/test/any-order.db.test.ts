import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { CancellationWorld } from './cancellation-world';
import { ModelOrder, type FirstScene, type Placement, type Step, type Weather } from './model-order';
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

it('whatever happens to an order in whatever order, it is stopped everywhere or stands, and everybody is told the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      someScenes,
      fc.array(aStep, { minLength: 3, maxLength: 12 }),
      async (scenes, steps) => {
        const model = await ModelOrder.begin(world, scenes);
        for (const step of steps) await model.take(step);
        await model.calmDown(steps.flatMap((step) => (step.do === 'cancel' ? step.event : [])));
        const wasAsked = steps.some((step) => step.do === 'cancel');
        expect(await whatIs(model)).toEqual(whatMustBe(model, wasAsked));
      },
    ),
    { numRuns: Number(process.env['HUB_TEST_STORIES'] ?? 40) },
  );
});

/** In the end, by the database. */
async function whatIs({ order, stores, sellerId }: ModelOrder) {
  const view = await viewOrder(world.db, order.id);
  const entries = await ledgerOf(world.db, sellerId);
  const parts = [];
  for (const [index, { part }] of stores.entries()) {
    const { committed, reserved, blocked } = await viewStock(world.db, part);
    const shippingOrder = view.shippingOrders[index];
    const line = view.lines[index];
    parts.push({ shippingOrder, line, committed, promised: reserved + blocked, reserved: reserved > 0 });
  }
  return {
    order: view.order,
    unfinished: await world.db.cancellation.count({ where: { sellerOrderId: order.id, state: 'stopping' } }),
    told: [...new Set(entries.map(({ status, outcome, code }) => `${status} ${outcome ?? code}`))],
    parts,
    furtherLines: view.lines.slice(stores.length),
  };
}

/**
 * In the end, by what the stores truly did: the order is stopped unless a parcel left, each line is in the one state
 * that what holds it says, and what is promised of a stock is what is open.
 */
function whatMustBe({ stores }: ModelOrder, wasAsked: boolean) {
  const isStopped = wasAsked && !stores.some(({ has }) => has === 'shipped');
  const told = isStopped ? '200 stopped' : '409 order_already_shipped';
  return {
    order: isStopped ? 'stopped' : 'accepted',
    unfinished: 0,
    told: wasAsked ? [told] : [],
    parts: stores.map((store) => partMustBe(store, isStopped)),
    furtherLines: [isStopped ? 'stopped' : 'waiting', 'own'],
  };
}

function partMustBe({ has, placement, cannotShip }: ModelStore, isStopped: boolean) {
  const ended = { shippingOrder: 'stopped', line: isStopped ? 'stopped' : 'waiting' };
  const open = { committed: 2, promised: 2 };
  switch (has) {
    case 'shipped':
      return { shippingOrder: 'placed', line: 'shipped', ...open, reserved: true };
    case 'created':
      return { shippingOrder: 'placed', line: 'allocated', ...open, reserved: true };
    case 'stopped':
      return cannotShip
        ? { ...ended, ...open, reserved: false }
        : { ...ended, committed: 0, promised: 0, reserved: false };
    case 'nothing':
      return 0;
  }
}
