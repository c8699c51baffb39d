import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@hub/testing';
import { createStoreKit } from '../src/create-store-kit';
import { memoryStorage, type MemoryTx } from '../src/storage/memory-storage';
import type { StoreKitOptions } from '../src/store-kit';
import { aKit, type KitWorld } from './a-kit';
import { aSale } from './a-shop';

let world: KitWorld;
afterEach(() => world.stop());

/** A running kit that otherwise polls its outbox only once an hour. */
async function aRunningKit(change: Partial<StoreKitOptions<MemoryTx>> = {}): Promise<KitWorld> {
  const delivery = { pollMs: 3_600_000, delaysMs: [50], ...change.delivery };
  world = await aKit(() => ({ now: Date.now, ...change, delivery }));
  world.kit.start();
  return world;
}

const sent = () => eventually(() => expect(world.service.taken).toHaveLength(1));

describe('an event leaves without waiting for the next look', () => {
  it('once the transaction commits that it was reported in, and not before', async () => {
    const { kit, storage, service } = await aRunningKit();
    await storage.transaction(async (tx) => {
      await kit.events.orderPaid(aSale('7'), tx);
      expect(service.attempts).toEqual([]);
    });
    await expect(sent()).resolves.toBeUndefined();
  });

  it('never of a transaction that is rolled back', async () => {
    const { kit, storage, service } = await aRunningKit();
    const failing = storage.transaction(async (tx) => {
      await kit.events.orderPaid(aSale('7'), tx);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await kit.events.orderPaid(aSale('8'));
    await expect(sent()).resolves.toBeUndefined();
    expect(service.dataOf('order.created')).toMatchObject([{ order_id: '8' }]);
  });

  it('where the platform commits on its own', async () => {
    const { afterCommit: _unknown, ...storage } = memoryStorage();
    const { kit } = await aRunningKit({ storage });
    await storage.transaction((tx) => kit.events.orderPaid(aSale('7'), tx));
    await expect(sent()).resolves.toBeUndefined();
  });

  it('when it is due again', async () => {
    const { kit, service } = await aRunningKit();
    service.mishaps.push(503);
    await kit.events.orderPaid(aSale('7'));
    await expect(sent()).resolves.toBeUndefined();
    expect(service.attempts).toHaveLength(2);
  });
});

it('what another process queued is found by the look in any case', async () => {
  const { shop, storage, service } = await aRunningKit({ delivery: { pollMs: 20 } });
  const other = createStoreKit({
    adapter: shop.transactional,
    storage,
    credentials: () => ({ bearerTokens: ['t'], signingSecrets: ['test-secret'] }),
    eventsUrl: service.url,
    networkLocationId: 'network',
    currency: 'EUR',
  });
  await other.events.orderPaid(aSale('7'));
  await expect(sent()).resolves.toBeUndefined();
});
