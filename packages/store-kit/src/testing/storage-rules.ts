import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { KitStorage, LeasedEvent, ParkReason, QueuedEvent } from '../storage';

/** A rule that every storage of the kit keeps. `play` rejects where it does not; it wants a storage in which nothing is yet. */
export interface StorageRule {
  rule: string;
  play<Tx>(storage: KitStorage<Tx>): Promise<void>;
}

const NOW = new Date('2026-03-02T08:00:00Z');
const AWKWARD = `{"text":"'; -- \\" \u00e5\u4f60 \ud83d\ude80\\n $1 ?"}`;

const after = (ms: number): Date => new Date(NOW.getTime() + ms);

function anEvent(change: Partial<QueuedEvent> = {}): QueuedEvent {
  const eventId = randomUUID();
  return {
    eventId,
    event: 'order.created',
    key: null,
    subject: null,
    body: `{"event_id":"${eventId}"}`,
    queuedAt: NOW,
    ...change,
  };
}

async function enqueue<Tx>(storage: KitStorage<Tx>, ...events: QueuedEvent[]): Promise<boolean[]> {
  const ends: boolean[] = [];
  for (const event of events) ends.push(await storage.transaction((tx) => storage.enqueue(event, tx)));
  return ends;
}

function lease<Tx>(storage: KitStorage<Tx>, now = NOW, limit = 10): Promise<LeasedEvent[]> {
  return storage.leaseEvents({
    now,
    until: new Date(now.getTime() + 60_000),
    limit,
    token: randomUUID(),
  });
}

const idsOf = (events: readonly { eventId: string }[]): string[] => events.map(({ eventId }) => eventId);

const REFUSED: ParkReason = { at: NOW, status: 422, code: 'invalid_order', field: 'data.currency' };

async function park<Tx>(storage: KitStorage<Tx>, event: QueuedEvent): Promise<void> {
  const [leased] = await lease(storage);
  assert.equal(leased?.eventId, event.eventId);
  const token = leased?.token ?? '';
  const end = { state: 'parked', reason: REFUSED } as const;
  assert.equal(await storage.settleEvent({ eventId: event.eventId, token, end }), true);
}

/** What any storage has to keep, whatever is behind it: one test for each. */
export const STORAGE_RULES: readonly StorageRule[] = [
  {
    rule: 'keeps a record as it is written, once under a key, until it is deleted',
    async play(storage) {
      const key = { kind: 'call', id: 'place_order\nref-1' };
      await storage.transaction(async (tx) => {
        assert.equal(await storage.readRecord(key, tx), null);
        assert.equal(await storage.insertRecord({ ...key, value: AWKWARD }, tx), true);
        assert.equal(await storage.insertRecord({ ...key, value: '2' }, tx), false);
        assert.equal(await storage.insertRecord({ ...key, id: 'another', value: '3' }, tx), true);
      });
      await storage.transaction(async (tx) => {
        assert.equal(await storage.readRecord(key, tx), AWKWARD);
        await storage.updateRecord({ ...key, value: '4' }, tx);
        assert.equal(await storage.readRecord(key, tx), '4');
        await storage.deleteRecord(key, tx);
        assert.equal(await storage.readRecord(key, tx), null);
        assert.equal(await storage.readRecord({ ...key, id: 'another' }, tx), '3');
      });
    },
  },
  {
    rule: 'leaves nothing of a transaction that is rolled back',
    async play(storage) {
      const [kept, gone] = [anEvent({ key: 'kept' }), anEvent({ key: 'gone' })];
      await storage.transaction(async (tx) => {
        await storage.insertRecord({ kind: 'call', id: 'kept', value: '1' }, tx);
      });
      await enqueue(storage, kept);
      const failing = storage.transaction(async (tx) => {
        await storage.insertRecord({ kind: 'call', id: 'new', value: '1' }, tx);
        await storage.updateRecord({ kind: 'call', id: 'kept', value: '2' }, tx);
        await storage.enqueue(gone, tx);
        throw new Error('rolled back');
      });
      await assert.rejects(failing, /rolled back/);
      await storage.transaction(async (tx) => {
        assert.equal(await storage.readRecord({ kind: 'call', id: 'new' }, tx), null);
        assert.equal(await storage.readRecord({ kind: 'call', id: 'kept' }, tx), '1');
      });
      assert.deepEqual(idsOf(await lease(storage)), [kept.eventId]);
      assert.deepEqual(await enqueue(storage, gone), [true]);
    },
  },
  {
    rule: 'lets one of many that insert a key at the same moment have it',
    async play(storage) {
      const key = { kind: 'call', id: 'at once' };
      const insert = (value: number): Promise<boolean> =>
        storage.transaction((tx) => storage.insertRecord({ ...key, value: String(value) }, tx));
      const inserted = await Promise.all(Array.from({ length: 8 }, (_, value) => insert(value)));
      assert.equal(inserted.filter(Boolean).length, 1);
    },
  },
  {
    rule: 'gives a key to the next where the one that inserted it rolls back',
    async play(storage) {
      const record = { kind: 'call', id: 'rolled back', value: '1' };
      let begun: () => void = () => {};
      const isBegun = new Promise<void>((resolve) => (begun = resolve));
      let fail: () => void = () => {};
      const mayFail = new Promise<void>((resolve) => (fail = resolve));
      const first = storage.transaction(async (tx) => {
        await storage.insertRecord(record, tx);
        begun();
        await mayFail;
        throw new Error('rolled back');
      });
      await isBegun;
      const second = storage.transaction((tx) => storage.insertRecord(record, tx));
      fail();
      await assert.rejects(first, /rolled back/);
      assert.equal(await second, true);
    },
  },
  {
    rule: 'loses no change where many read and write a record at the same moment',
    async play(storage) {
      const key = { kind: 'stock', id: '1001\nV-1' };
      await storage.transaction((tx) => storage.insertRecord({ ...key, value: '0' }, tx));
      const addOne = (): Promise<void> =>
        storage.transaction(async (tx) => {
          const value = Number(await storage.readRecord(key, tx));
          await storage.updateRecord({ ...key, value: String(value + 1) }, tx);
        });
      await Promise.all(Array.from({ length: 12 }, addOne));
      assert.equal(await storage.transaction((tx) => storage.readRecord(key, tx)), '12');
    },
  },
  {
    rule: 'gives events out as they were queued, oldest first, so many at most',
    async play(storage) {
      const events = [anEvent({ body: AWKWARD }), anEvent({ subject: 'order-1' }), anEvent()];
      await enqueue(storage, ...events);
      const leased = await lease(storage, NOW, 2);
      assert.deepEqual(
        leased.map(({ token: _token, ...event }) => event),
        events.slice(0, 2).map((event) => ({ ...event, attempts: 0 })),
      );
    },
  },
  {
    rule: 'gives an event to nobody else while its lease runs, and to the next after it',
    async play(storage) {
      const event = anEvent();
      await enqueue(storage, event);
      assert.deepEqual(idsOf(await lease(storage, NOW)), [event.eventId]);
      assert.deepEqual(await lease(storage, after(59_999)), []);
      assert.deepEqual(idsOf(await lease(storage, after(60_000))), [event.eventId]);
    },
  },
  {
    rule: 'gives no event to two that look at the same moment',
    async play(storage) {
      const events = Array.from({ length: 20 }, () => anEvent());
      await enqueue(storage, ...events);
      const leased = (await Promise.all(Array.from({ length: 6 }, () => lease(storage, NOW, 5)))).flat();
      assert.equal(new Set(idsOf(leased)).size, leased.length);
      leased.push(...(await lease(storage, NOW, 20)));
      assert.deepEqual(idsOf(leased).sort(), idsOf(events).sort());
    },
  },
  {
    rule: 'gives out an event only once those before it of its subject have ended',
    async play(storage) {
      const [created, cancelled] = [anEvent({ subject: 'order-1' }), anEvent({ subject: 'order-1' })];
      const other = anEvent({ subject: 'order-2' });
      await enqueue(storage, created, cancelled, other);
      const [first] = await lease(storage);
      assert.deepEqual(await lease(storage), []);
      const dueAt = after(10_000);
      const settle = { eventId: created.eventId, token: first?.token ?? '' };
      await storage.settleEvent({ ...settle, end: { state: 'retry', dueAt } });
      assert.deepEqual(await lease(storage), []);
      const [again] = await lease(storage, dueAt);
      await storage.settleEvent({ ...settle, token: again?.token ?? '', end: { state: 'delivered' } });
      assert.deepEqual(idsOf(await lease(storage, dueAt)), [cancelled.eventId]);
    },
  },
  {
    rule: 'settles an attempt under its own lease alone, and counts it',
    async play(storage) {
      const event = anEvent();
      await enqueue(storage, event);
      const [old] = await lease(storage, NOW);
      const [taken] = await lease(storage, after(60_000));
      const { eventId } = event;
      const delivered = { state: 'delivered' } as const;
      assert.equal(await storage.settleEvent({ eventId, token: old?.token ?? '', end: delivered }), false);
      const dueAt = after(90_000);
      const token = taken?.token ?? '';
      assert.equal(await storage.settleEvent({ eventId, token, end: { state: 'retry', dueAt } }), true);
      assert.deepEqual(await lease(storage, after(89_999)), []);
      const [again] = await lease(storage, dueAt);
      assert.equal(again?.attempts, 1);
      assert.equal(again?.body, event.body);
    },
  },
  {
    rule: 'takes an event of a key once, delivered or not',
    async play(storage) {
      const event = anEvent({ key: 'order.created 7' });
      assert.deepEqual(await enqueue(storage, event, anEvent({ key: 'order.created 7' })), [true, false]);
      const [leased] = await lease(storage);
      const end = { state: 'delivered' } as const;
      await storage.settleEvent({ eventId: event.eventId, token: leased?.token ?? '', end });
      assert.deepEqual(await enqueue(storage, anEvent({ key: 'order.created 7' })), [false]);
      assert.deepEqual(await lease(storage, after(120_000)), []);
    },
  },
  {
    rule: 'parks an event with why, and puts another in its place',
    async play(storage) {
      const event = anEvent({ key: 'order.created 8', subject: 'order-8' });
      await enqueue(storage, event);
      await park(storage, event);
      assert.deepEqual(await lease(storage, after(120_000)), []);
      assert.deepEqual(await storage.parkedEvents({ limit: 5 }), [{ ...event, ...REFUSED, attempts: 1 }]);
      assert.deepEqual(await storage.parkedEvents({ limit: 5, eventId: 'another' }), []);
      const again = anEvent({ key: event.key, subject: event.subject });
      const replace = (eventId: string): Promise<boolean> =>
        storage.transaction((tx) => storage.replaceParked({ eventId, event: again }, tx));
      assert.equal(await replace('another'), false);
      assert.equal(await replace(event.eventId), true);
      assert.equal(await replace(event.eventId), false);
      assert.deepEqual(idsOf(await lease(storage)), [again.eventId]);
    },
  },
  {
    rule: 'counts what waits and what is parked, and says since when',
    async play(storage) {
      assert.deepEqual(await storage.outboxFigures(), { waiting: 0, oldestQueuedAt: null, parked: 0 });
      const parked = anEvent();
      await enqueue(storage, parked);
      await park(storage, parked);
      await enqueue(storage, anEvent({ queuedAt: after(1) }), anEvent({ queuedAt: after(2) }));
      assert.deepEqual(await storage.outboxFigures(), {
        waiting: 2,
        oldestQueuedAt: after(1),
        parked: 1,
      });
    },
  },
];
