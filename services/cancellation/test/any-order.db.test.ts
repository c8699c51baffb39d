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
    fc.asyncProperty(someScenes, fc.array(aStep, { minLength: 3, maxLength: 12 }), async (scenes, steps) => {
      const model = await ModelOrder.begin(world, scenes);
      world.replies.length = 0;
      for (const step of steps) await model.take(step);
      await model.calmDown(steps.flatMap((step) => (step.do === 'cancel' ? step.event : [])));
      await expectSense(model, steps);
    }),
    { numRuns: Number(process.env['HUB_TEST_STORIES'] ?? 40) },
  );
});

async function expectSense({ order, stores, sellerId }: ModelOrder, steps: readonly Step[]): Promise<void> {
  const view = await viewOrder(world.db, order.id);
  const lineStates = view.lines.slice(0, stores.length);
  const entries = await ledgerOf(world.db, sellerId);

  // Nothing is left unfinished, and the order is either stopped or stands.
  expect(await world.db.cancellation.count({ where: { sellerOrderId: order.id, state: 'stopping' } })).toBe(
    0,
  );
  expect(['stopped', 'accepted']).toContain(view.order);
  const isStopped = view.order === 'stopped';
  const asked = steps.some((step) => step.do === 'cancel');
  const shipped = stores.some(({ has }) => has === 'shipped');
  if (!asked) expect(view.order).toBe('accepted');
  if (shipped) expect(view.order).toBe('accepted');
  if (asked && !shipped) expect(view.order).toBe('stopped');

  // Everybody was told the same, and what was told is true.
  for (const entry of entries)
    expect(entry).toMatchObject(isStopped ? { status: 200, outcome: 'stopped' } : { status: 409 });
  for (const [index, store] of stores.entries()) {
    const state = view.shippingOrders[index];
    if (store.has === 'shipped') expect(state).toBe('placed');
    if (store.has === 'created') expect(state).toBe('placed');
    if (store.has === 'stopped') expect(state).toBe('stopped');
    if (isStopped) expect(state).toBe('stopped');

    // Each line in exactly one state, by what holds it; what is reserved is what is open.
    const held = state === 'placed' || state === 'planned' || state === 'refused';
    const line = lineStates[index];
    if (store.has === 'shipped') expect(line).toBe('shipped');
    else expect(line).toBe(held ? 'allocated' : isStopped ? 'stopped' : 'waiting');
    const { committed, reserved, blocked } = await viewStock(world.db, store.part);
    expect(committed).toBe(reserved + blocked);
    if (!held) expect(reserved).toBe(0);
    if (held) expect(reserved + blocked).toBe(2);
  }
  expect(view.lines.slice(stores.length)).toEqual([isStopped ? 'stopped' : 'waiting', 'own']);
}
