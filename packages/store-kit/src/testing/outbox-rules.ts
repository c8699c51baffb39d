import assert from 'node:assert/strict';
import { after, anEvent, AWKWARD, enqueue, idsOf, lease, NOW, park, REFUSED } from './rule-events';
import type { StorageRule } from './storage-rule';

/** The events on their way. */
export const OUTBOX_RULES: readonly StorageRule[] = [
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
    rule: 'gives an event to no other caller while its lease runs, and to the next caller after it',
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
    rule: 'forgets what was delivered and had been queued before, and nothing else',
    async play(storage) {
      const keys = ['old', 'waiting', 'new'];
      const [old, waiting] = [anEvent({ key: 'old' }), anEvent({ key: 'waiting', subject: 'order-1' })];
      const ahead = anEvent({ subject: 'order-1' });
      await enqueue(storage, old, ahead, waiting, anEvent({ key: 'new', queuedAt: after(60_000) }));
      for (const { eventId, token } of await lease(storage, after(60_000)))
        if (eventId !== ahead.eventId)
          await storage.settleEvent({ eventId, token, end: { state: 'delivered' } });
      await storage.forgetDelivered(after(1));
      assert.deepEqual(await enqueue(storage, ...keys.map((key) => anEvent({ key }))), [true, false, false]);
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
    rule: 'lists parked events page by page, the newest first, of one name if one is given, although another event is parked meanwhile',
    async play(storage) {
      const names = ['order.created', 'inventory.updated', 'inventory.updated', 'inventory.updated'];
      const events = names.map((event, at) => anEvent({ event, queuedAt: after(Math.min(at, 2) - 9) }));
      for (const event of events) {
        await enqueue(storage, event);
        await park(storage, event);
      }
      const name = 'inventory.updated';
      const first = await storage.parkedEvents({ limit: 2, event: name });
      const [, last] = first;
      await storage.transaction((tx) =>
        storage.replaceParked({ eventId: last?.eventId ?? '', event: null }, tx),
      );
      const rest = await storage.parkedEvents({ limit: 2, event: name, after: last });
      const [created, oldest, ...newest] = idsOf(events);
      assert.deepEqual(idsOf(first).sort(), newest.sort());
      assert.deepEqual(idsOf(rest), [oldest]);
      const left = await storage.parkedEvents({ limit: 9 });
      assert.deepEqual(idsOf(left), [first[0]?.eventId, oldest, created]);
    },
  },
  {
    rule: 'forgets a parked event in whose place nothing is put',
    async play(storage) {
      const event = anEvent({ key: 'order.created 9' });
      await enqueue(storage, event);
      await park(storage, event);
      const forget = { eventId: event.eventId, event: null };
      assert.equal(await storage.transaction((tx) => storage.replaceParked(forget, tx)), true);
      assert.equal(await storage.transaction((tx) => storage.replaceParked(forget, tx)), false);
      assert.deepEqual(await storage.parkedEvents({ limit: 5 }), []);
      assert.deepEqual(await lease(storage, after(120_000)), []);
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
