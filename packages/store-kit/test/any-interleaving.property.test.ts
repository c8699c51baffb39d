import { describe, expect, it } from '@jest/globals';
import { successBody } from '@hub/contract';
import fc from 'fast-check';
import { createStoreKit } from '../src/create-store-kit';
import { memoryStorage, type MemoryTx } from '../src/storage/memory-storage';
import type { KitStorage } from '../src/storage';
import type { StoreKit } from '../src/store-kit';
import { aSale, TestShop } from './a-shop';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 2, 2, 8);

/** Where a process can be killed, counted over all of its sending. */
type Line = 'before_lease' | 'after_lease' | 'before_post' | 'after_post' | 'before_settle' | 'after_settle';

const step = fc.oneof(
  fc.record({ kind: fc.constant('stock' as const), quantity: fc.integer({ min: 0, max: 9 }) }),
  fc.record({ kind: fc.constant('sale' as const), order: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('cancel' as const), order: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('clock' as const), ms: fc.integer({ min: -2 * HOUR, max: 2 * HOUR }) }),
  fc.record({ kind: fc.constant('rolled_back' as const), order: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    kind: fc.constant('send' as const),
    dies: fc.option(
      fc.constantFrom<Line>(
        'before_lease',
        'after_lease',
        'before_post',
        'after_post',
        'before_settle',
        'after_settle',
      ),
    ),
  }),
  fc.record({ kind: fc.constant('send_twice_at_once' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A shop whose processes are killed, and a service that knows what it has taken. */
class World {
  readonly storage = memoryStorage();
  readonly taken = new Map<string, { event: string; body: string; data: Record<string, unknown> }>();
  readonly bytesChanged: string[] = [];
  readonly sold = new Set<number>();
  readonly cancelled = new Set<number>();
  /** Event ids, in the order in which the shop reported. */
  readonly reports: string[] = [];
  ms = START;

  async play(played: Step): Promise<void> {
    switch (played.kind) {
      case 'clock':
        this.ms += played.ms;
        return;
      case 'stock':
        return this.#report(played.quantity);
      case 'sale':
        await this.#kit().events.orderPaid(aSale(String(played.order)));
        this.sold.add(played.order);
        return;
      case 'cancel':
        await this.#kit().events.orderCancelled({ orderId: String(played.order) });
        if (this.sold.has(played.order)) this.cancelled.add(played.order);
        return;
      case 'rolled_back':
        return this.#rollBack(played.order);
      case 'send':
        return this.#send(played.dies);
      case 'send_twice_at_once':
        await Promise.all([this.#send(null), this.#send(null)]);
    }
  }

  async end(): Promise<void> {
    this.ms += 100 * 24 * HOUR;
    await this.#send(null);
  }

  async #report(quantity: number): Promise<void> {
    const change = { variantId: 'V-1', locationId: '1001', quantity };
    const reported = await this.#kit().events.stockChanged(change);
    if ('queued' in reported) this.reports.push(reported.queued);
  }

  async #rollBack(order: number): Promise<void> {
    const kit = this.#kit();
    const work = this.storage.transaction(async (tx) => {
      await kit.events.orderPaid(aSale(String(order)), tx);
      await kit.events.stockChanged({ variantId: 'V-1', locationId: '1001', quantity: 1 }, tx);
      throw new Error('rolled back');
    });
    const isRolledBack = await work.then(
      () => false,
      () => true,
    );
    if (!isRolledBack) throw new Error('the transaction was not rolled back');
  }

  /** A killed process does nothing more: what it had begun stays as it is. */
  async #send(dies: Line | null): Promise<void> {
    let isDead = false;
    let die = (): void => {};
    const dead = new Promise<void>((resolve) => (die = resolve));
    const passing = async (line: Line): Promise<void> => {
      if (line === dies) isDead = true;
      if (!isDead) return;
      die();
      await new Promise(() => {});
    };
    const storage: KitStorage<MemoryTx> = {
      ...this.storage,
      leaseEvents: async (lease) => {
        await passing('before_lease');
        const leased = await this.storage.leaseEvents(lease);
        if (leased.length > 0) await passing('after_lease');
        return leased;
      },
      settleEvent: async (end) => {
        await passing('before_settle');
        const isSettled = await this.storage.settleEvent(end);
        await passing('after_settle');
        return isSettled;
      },
    };
    const kit = this.#kit(storage, async (_url, request) => {
      await passing('before_post');
      const body = request?.body;
      if (typeof body !== 'string') throw new Error('the bytes of an event are frozen text');
      const answer = this.#take(body);
      await passing('after_post');
      return answer;
    });
    await Promise.race([kit.sendDue(), dead]);
  }

  #take(body: string): Response {
    const {
      event,
      event_id: id,
      data,
    }: { event: string; event_id: string; data: Record<string, unknown> } = JSON.parse(body);
    const known = this.taken.get(id);
    if (known && known.body !== body) this.bytesChanged.push(id);
    if (!known) this.taken.set(id, { event, body, data });
    return Response.json(successBody(id, known ? 'duplicate' : 'accepted'));
  }

  #kit(storage: KitStorage<MemoryTx> = this.storage, post: typeof fetch = fetch): StoreKit<MemoryTx> {
    return createStoreKit({
      adapter: new TestShop().transactional,
      storage,
      credentials: () => ({ bearerTokens: ['t'], signingSecrets: ['s'] }),
      eventsUrl: 'http://service.example',
      networkLocationId: 'network',
      currency: 'EUR',
      delivery: { fetch: post, atOnce: 2 },
      now: () => this.ms,
    });
  }
}

describe('any interleaving of repeats, kills and clocks', () => {
  it('ends with each event in effect once, under the same bytes, and changed_at strictly later each time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const world = new World();
        for (const played of steps) await world.play(played);
        await world.end();
        const effects = [...world.taken.values()];
        const ordersOf = (name: string) =>
          effects.filter(({ event }) => event === name).map(({ data }) => Number(data['order_id']));
        expect(world.bytesChanged).toEqual([]);
        expect(ordersOf('order.created').sort()).toEqual([...world.sold].sort());
        expect(ordersOf('order.cancelled').sort()).toEqual([...world.cancelled].sort());
        // Nine digits each: as texts they sort as times do.
        const changes = world.reports.map((id) => String(world.taken.get(id)?.data['changed_at']));
        expect(effects).toHaveLength(world.sold.size + world.cancelled.size + changes.length);
        expect(changes).toEqual([...new Set(changes)].sort());
        expect(await world.storage.outboxFigures()).toMatchObject({ waiting: 0, parked: 0 });
      }),
      { numRuns: 60 },
    );
  });
});
