import { afterEach, describe, expect, it } from '@jest/globals';
import { createStoreKit } from '../src/create-store-kit';
import { DELIVERY } from '../src/delivery/sender';
import { decideOutcome } from '../src/delivery/decide-outcome';
import { aKit, type KitWorld } from './a-kit';
import { anOrderNow, aSale } from './a-shop';

let world: KitWorld;
afterEach(() => world.stop());

const MINUTE = 60_000;

describe('delivery', () => {
  it('"Delivery rules" 1: the usual attempts are at least three over at least fifteen minutes', async () => {
    world = await aKit();
    const { delaysMs } = DELIVERY;
    expect(delaysMs.length + 1).toBeGreaterThanOrEqual(3);
    expect(delaysMs.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThanOrEqual(15 * MINUTE);
  });

  it.each([503, 429, 302, 'cut_before', 'cut_after'] as const)(
    'sends identical bytes again after %s, and its effect is one',
    async (mishap) => {
      world = await aKit();
      const { kit, service, clock } = world;
      service.mishaps.push(mishap);
      await kit.events.orderPaid(aSale('7'));
      await kit.sendDue();
      await kit.sendDue();
      expect(service.attempts).toHaveLength(1);
      clock.ms += 2_000;
      await kit.sendDue();
      const [first, again] = service.attempts;
      expect(again).toEqual(first);
      expect(service.taken).toHaveLength(1);
      expect(await kit.health()).toMatchObject({ ok: true, waiting: 0, parked: 0 });
    },
  );

  it('signs with the secret of now what was frozen before it was changed', async () => {
    let secret = 'secret-of-before';
    world = await aKit(() => ({
      credentials: () => ({ bearerTokens: ['test-token'], signingSecrets: [secret] }),
    }));
    await world.kit.events.orderPaid(aSale('7'));
    secret = 'test-secret';
    await world.kit.sendDue();
    expect(world.service.taken).toHaveLength(1);
  });

  it('"Delivery rules" 3: parks what is refused permanently, reports it, and sends it as a new event when asked', async () => {
    world = await aKit();
    const { kit, service, parked } = world;
    await kit.events.orderPaid(aSale('7'));
    service.mishaps.push(422);
    await kit.sendDue();
    expect(parked).toMatchObject([{ event: 'order.created', status: 422, code: 'temporary_failure' }]);
    const [refused] = parked;
    expect(await kit.health()).toMatchObject({ ok: false, parked: 1, latestParked: [{ status: 422 }] });
    const again = await kit.sendAgain(refused?.eventId ?? '');
    expect(again).not.toBe(refused?.eventId);
    await kit.sendDue();
    expect(service.taken).toMatchObject([{ eventId: again, data: { order_id: '7' } }]);
    expect(await kit.sendAgain(refused?.eventId ?? '')).toBeNull();
    expect(await kit.health()).toMatchObject({ ok: true, parked: 0 });
  });

  it('parks what was never answered to the end', async () => {
    world = await aKit(() => ({ delivery: { delaysMs: [0, 0] } }));
    const { kit, service, parked } = world;
    service.mishaps.push(503, 'cut_before', 503);
    await kit.events.orderPaid(aSale('7'));
    await kit.sendDue();
    expect(service.attempts).toHaveLength(3);
    expect(parked).toMatchObject([{ status: 503, attempts: 3 }]);
  });

  it('lets several processes send the same outbox, each event once', async () => {
    world = await aKit();
    const { kit, service, storage, shop, clock } = world;
    const others = [1, 2, 3].map(() =>
      createStoreKit({
        adapter: shop.transactional,
        storage,
        credentials: () => ({ bearerTokens: ['t'], signingSecrets: ['test-secret'] }),
        eventsUrl: service.url,
        networkLocationId: 'network',
        currency: 'EUR',
        now: () => clock.ms,
      }),
    );
    for (let order = 0; order < 30; order += 1) await kit.events.orderPaid(aSale(String(order)));
    await Promise.all([kit, ...others].map((one) => one.sendDue()));
    expect(service.attempts).toHaveLength(30);
    expect(new Set(service.taken.map(({ data }) => data['order_id'])).size).toBe(30);
  });

  it('continues when a shop is started again after it was stopped', async () => {
    world = await aKit();
    const { kit, service } = world;
    kit.start();
    await kit.stop();
    await kit.events.orderPaid(aSale('7'));
    await kit.sendDue();
    expect(service.taken).toEqual([]);
    kit.start();
    await kit.sendDue();
    expect(service.taken).toHaveLength(1);
  });

  it('one event that hangs holds up no other', async () => {
    let release = (): void => {};
    const hung = new Promise<void>((resolve) => (release = resolve));
    let isFirst = true;
    world = await aKit(() => ({
      delivery: {
        fetch: async (...request) => {
          if (isFirst) {
            isFirst = false;
            await hung;
          }
          return fetch(...request);
        },
        atOnce: 2,
      },
    }));
    const { kit, service } = world;
    for (let order = 0; order < 5; order += 1) await kit.events.orderPaid(aSale(String(order)));
    const sending = kit.sendDue();
    while ((await kit.health()).waiting > 1) await new Promise(setImmediate);
    await new Promise(setImmediate);
    await kit.events.orderPaid(aSale('reported meanwhile'));
    void kit.sendDue();
    while (service.taken.length < 5) await new Promise(setImmediate);
    release();
    await sending;
    expect(service.taken).toHaveLength(6);
  });
});

describe('what ends a delivery', () => {
  const facts = { attempts: 0, nowMs: 0, delaysMs: [1_000] };

  it('is the answer of the service, not a page of a proxy with any status', async () => {
    world = await aKit(() => ({
      delivery: { fetch: async () => new Response('<html>', { status: 200 }) },
    }));
    await world.kit.events.orderPaid(aSale('7'));
    await world.kit.sendDue();
    expect(await world.kit.health()).toMatchObject({ waiting: 1, parked: 0 });
  });

  it('comes no sooner than Retry-After, and no sooner than planned', async () => {
    world = await aKit();
    const later = { kind: 'later', status: 503, code: null } as const;
    const after = (retryAfterMs: number) => decideOutcome({ ...facts, answer: { ...later, retryAfterMs } });
    expect(after(5_000)).toEqual({ state: 'retry', dueAt: new Date(5_000) });
    expect(after(500)).toEqual({ state: 'retry', dueAt: new Date(1_000) });
  });
});

describe('the sweep', () => {
  it('reports stock that a hook lost, once, and what the platform reports itself not again', async () => {
    world = await aKit();
    const { kit, shop, service } = world;
    expect(await kit.sweep()).toMatchObject({ reported: 0, failed: false });
    shop.stock.set('V-1', 4);
    shop.stock.set('V-2', 3);
    await kit.events.stockChanged({ variantId: 'V-2', locationId: '1001', quantity: 3 });
    expect(await kit.sweep()).toMatchObject({ reported: 1 });
    expect(await kit.sweep()).toMatchObject({ reported: 0 });
    await kit.sendDue();
    expect(service.dataOf('inventory.updated')).toMatchObject([
      { variant_id: 'V-2', quantity: 3 },
      { variant_id: 'V-1', quantity: 4 },
    ]);
  });

  it('is one at a time in a process, however long it takes', async () => {
    let readings = 0;
    world = await aKit(({ remote }) => {
      const ordersSince = (since: Date): Promise<readonly string[]> => {
        readings += 1;
        return remote.ordersSince(since, null);
      };
      return { adapter: { ...remote, ordersSince } };
    });
    await world.kit.sweep();
    const [one, other] = await Promise.all([world.kit.sweep(), world.kit.sweep()]);
    expect(other).toBe(one);
    await world.kit.sweep();
    expect(readings).toBe(2);
  });

  it('reads the catalogue for the stock of every variant, if the platform reports it nowhere else', async () => {
    world = await aKit(({ transactional: { stockNow: _, ...calls } }) => ({
      adapter: {
        ...calls,
        products: async (page: { limit: number; cursor: string | null }) => {
          const { products } = await calls.products(page);
          const quantity = world.shop.stock.get('V-1') ?? 0;
          const variants = [{ variantId: 'V-1', inventory: [{ locationId: '1001', quantity }] }];
          const isFirst = page.cursor === null;
          return isFirst
            ? { products: [], nextCursor: 'the second page' }
            : { products: products.map((product) => ({ ...product, variants })), nextCursor: null };
        },
      },
    }));
    const { kit, shop, service } = world;
    await kit.sweep();
    shop.stock.set('V-1', 3);
    shop.stock.set('V-2', 3);
    expect(await kit.sweep()).toMatchObject({ reported: 1 });
    expect(await kit.sweep()).toMatchObject({ reported: 0 });
    await kit.sendDue();
    expect(service.dataOf('inventory.updated')).toMatchObject([{ variant_id: 'V-1', quantity: 3 }]);
  });

  it('reads a platform behind an API outside of any transaction: what is reported meanwhile waits for nothing, and holds', async () => {
    world = await aKit((test) => {
      const platform = test.remote;
      const stockOf = async (variantId: string) => {
        const read = await platform.stockOf(variantId, null);
        if (test.stock.get('V-1') === 4) {
          test.stock.set('V-1', 3);
          await world.kit.events.stockChanged({ variantId: 'V-1', locationId: '1001', quantity: 3 });
        }
        return read;
      };
      return { adapter: { ...platform, stockOf } };
    });
    const { kit, shop, service } = world;
    await kit.sweep();
    shop.stock.set('V-1', 4);
    expect(await kit.sweep()).toMatchObject({ reported: 0, failed: false });
    await kit.sendDue();
    expect(service.dataOf('inventory.updated')).toMatchObject([{ variant_id: 'V-1', quantity: 3 }]);
  });

  it('finds orders whose hooks were lost, and sends each once', async () => {
    world = await aKit();
    const { kit, shop, service } = world;
    shop.happened.set('before', anOrderNow('before', { sale: aSale('before') }));
    await kit.sweep();
    shop.happened.clear();
    shop.happened.set('7', anOrderNow('7', { sale: aSale('7'), cancellation: {} }));
    await kit.events.orderPaid(aSale('7'));
    expect(await kit.sweep()).toMatchObject({ reported: 1 });
    expect(await kit.sweep()).toMatchObject({ reported: 0 });
    await kit.sendDue();
    expect(service.taken.map(({ event, data }) => [event, data['order_id']])).toEqual([
      ['order.created', '7'],
      ['order.cancelled', '7'],
    ]);
  });

  it('reports that it failed, and reads the same period again', async () => {
    world = await aKit();
    const { kit, shop, errors } = world;
    await kit.sweep();
    shop.happened.set('7', anOrderNow('7', { sale: aSale('7') }));
    const broken = aSale('8', { createdAt: new Date(Number.NaN) });
    shop.happened.set('8', anOrderNow('8', { sale: broken }));
    expect(await kit.sweep()).toMatchObject({ failed: true });
    expect(errors).toHaveLength(1);
    expect(await kit.health()).toMatchObject({ ok: false });
    shop.happened.delete('8');
    expect(await kit.sweep()).toMatchObject({ failed: false });
  });
});
