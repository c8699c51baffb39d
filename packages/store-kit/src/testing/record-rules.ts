import assert from 'node:assert/strict';
import { AWKWARD, anEvent, enqueue, idsOf, lease } from './rule-events';
import type { StorageRule } from './storage-rule';

/** Records, and what a transaction does to them. */
export const RECORD_RULES: readonly StorageRule[] = [
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
        assert.equal(await storage.peekRecord(key, tx), '4');
        await storage.deleteRecord(key, tx);
        assert.equal(await storage.peekRecord(key, tx), null);
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
    rule: 'lists the records of a kind page by page',
    async play(storage) {
      const ids = ['place_order\nr-1', 'place_order\nr-2', 'register_return\nr-1'];
      await storage.transaction(async (tx) => {
        for (const id of ids) await storage.insertRecord({ kind: 'call', id, value: `"${id.length}"` }, tx);
        await storage.insertRecord({ kind: 'stock', id: 'place_order\nr-1', value: '0' }, tx);
      });
      const first = await storage.recordsOf({ kind: 'call', after: '', limit: 2 });
      const last = first.at(-1)?.id ?? '';
      const rest = await storage.recordsOf({ kind: 'call', after: last, limit: 2 });
      const records = ids.map((id) => ({ kind: 'call', id, value: `"${id.length}"` }));
      assert.deepEqual([...first, ...rest], records);
    },
  },
  {
    rule: 'reports a commit after it, and nothing that is rolled back, if it supports afterCommit',
    async play(storage) {
      if (!storage.afterCommit) return;
      const heard: string[] = [];
      await storage.transaction(async (tx) => {
        assert.equal(
          storage.afterCommit?.(tx, () => heard.push('committed')),
          true,
        );
        assert.deepEqual(heard, []);
      });
      const failing = storage.transaction(async (tx) => {
        storage.afterCommit?.(tx, () => heard.push('rolled back'));
        throw new Error('rolled back');
      });
      await assert.rejects(failing, /rolled back/);
      assert.deepEqual(heard, ['committed']);
    },
  },
];
