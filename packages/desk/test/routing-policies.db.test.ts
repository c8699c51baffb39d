import { inTransaction, type Database } from '@hub/database';
import { criteriaWithBand, writeCriteria, type Criteria } from '@hub/orders/routing';
import { createTestDatabase, waitForLocks, type TestDatabase } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DESK_REFUSAL_LABELS } from '../src/audit/refusal-labels';
import type { Acting } from '../src/engine/action';
import { oneAtATime, adoptPolicy, listPolicies, withdrawPolicy } from '../src/routing/policies';

const actor = 'lead:ada';
const NOW = new Date('2026-12-01T06:00:00.000Z').getTime();
const HOUR = 3_600_000;

let database: TestDatabase;
let db: Database;
beforeEach(async () => {
  clock.ms = NOW;
  database = await createTestDatabase();
  db = database.db;
}, 60_000);
afterEach(() => database.drop(), 60_000);

const adopt = (
  name: string,
  more: { bandKm?: number; criteria?: Criteria; in?: number; note?: string } = {},
) => {
  const { bandKm = 80, note } = more;
  const { criteria = criteriaWithBand(bandKm) } = more;
  return adoptPolicy.act(by(), {
    name,
    criteria: writeCriteria(criteria),
    valid_from: new Date(NOW + (more.in ?? HOUR)).toISOString(),
    note,
  });
};
const withdraw = (name: string) => withdrawPolicy.act(by(), { name });
const clock = { ms: NOW, now: () => clock.ms };
const by = (): Acting => ({ db, actor, role: 'lead', now: NOW, clock });
const refusedFor = (why: keyof typeof DESK_REFUSAL_LABELS) =>
  expect.objectContaining({ kind: 'refused', why: DESK_REFUSAL_LABELS[why] });

/** Delays whatever waits for the lock until this moment. */
async function heldUp<T>(until: number, change: () => Promise<T>): Promise<T> {
  const held = await inTransaction(db, async (tx) => {
    await oneAtATime(tx);
    const waiting = change();
    await waitForLocks(db);
    clock.ms = until;
    return { waiting };
  });
  return held.waiting;
}
const states = async (now = NOW) =>
  (await listPolicies(db, now)).policies.map(({ name, state }) => `${name} ${state}`);

describe('adopting a routing policy (D19)', () => {
  it('is recorded with the policies in force before and after it, who did it and why', async () => {
    expect(await adopt('wide', { note: 'fewer parcels in the lab' })).toMatchObject({ kind: 'done' });
    expect(await adopt('wider', { bandKm: 200, in: 2 * HOUR })).toMatchObject({ kind: 'done' });
    expect(await db.supportAction.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
      {
        actor,
        action: 'routing_policy.adopt',
        subject: 'routing_policy:wide',
        detail: {
          valid_from: '2026-12-01T07:00:00.000Z',
          note: 'fewer parcels in the lab',
        },
        changes: [
          { field: 'version', before: 'D19-2', after: 'D19-2/wide' },
          { field: 'band_km', before: 50, after: 80 },
        ],
      },
      {
        changes: [
          { field: 'version', before: 'D19-2/wide', after: 'D19-2/wider' },
          { field: 'band_km', before: 80, after: 200 },
        ],
      },
    ]);
  });

  it('lists what is in force, to come and over, at the requested moment', async () => {
    await adopt('wide');
    await adopt('wider', { in: 2 * HOUR });
    expect(await states()).toEqual(['wider to_come', 'wide to_come']);
    expect((await listPolicies(db, NOW)).inForce).toEqual({
      version: 'D19-2',
      criteria: criteriaWithBand(50),
    });
    expect(await states(NOW + HOUR)).toEqual(['wider to_come', 'wide in_force']);
    expect(await states(NOW + 2 * HOUR)).toEqual(['wider in_force', 'wide over']);
    expect((await listPolicies(db, NOW + HOUR)).inForce).toEqual({
      version: 'D19-2/wide',
      criteria: criteriaWithBand(80),
    });
  });

  it('of other criteria keeps them in their order; the record has both lists', async () => {
    const criteria: Criteria = [{ by: 'same_country' }, { by: 'free_stock' }];
    await adopt('at-home', { criteria });
    expect(await db.adoptedPolicy.findMany()).toMatchObject([
      { bandKm: 20_037, criteria: ['same_country', 'free_stock'] },
    ]);
    expect((await listPolicies(db, NOW + HOUR)).inForce).toEqual({ version: 'D19-2/at-home', criteria });
    const [{ changes } = {}] = await db.supportAction.findMany();
    expect(changes).toContainEqual({
      field: 'criteria',
      before: 'distance_band: 50, same_parcel, free_stock, distance',
      after: 'same_country, free_stock',
    });
  });

  it('is refused for a moment past or too near, a name used before, a moment taken', async () => {
    await adopt('wide');
    expect(await adopt('old', { in: -HOUR })).toEqual(refusedFor('too_soon'));
    expect(await adopt('now', { in: 4_999 })).toEqual(refusedFor('too_soon'));
    expect(await adopt('wide', { in: 3 * HOUR })).toEqual(refusedFor('name_taken'));
    expect(await adopt('same', { in: HOUR })).toEqual(refusedFor('moment_taken'));
    expect(await db.adoptedPolicy.count()).toBe(1);
    expect(await db.supportAction.count()).toBe(1);
  });

  it('is refused if its start came too near while it waited for the lock', async () => {
    expect(await heldUp(NOW + HOUR - 4_999, () => adopt('wide'))).toEqual(refusedFor('too_soon'));
    expect(await db.adoptedPolicy.count()).toBe(0);
  });

  it('two that adopt at the same moment: one does, the other is refused', async () => {
    const ends = await Promise.all(['a', 'b', 'c', 'd'].map((name) => adopt(name)));
    expect(ends.filter(({ kind }) => kind === 'done')).toHaveLength(1);
    expect(
      ends.filter((end) => end.kind === 'refused' && end.why === DESK_REFUSAL_LABELS.moment_taken),
    ).toHaveLength(3);
  });
});

describe('withdrawing a routing policy', () => {
  it('is possible only before its start; what has been in force stays unchanged', async () => {
    await adopt('wide');
    await adopt('wider', { in: 2 * HOUR });
    for (const late of [HOUR - 4_999, 24 * HOUR]) {
      clock.ms = NOW + late;
      expect(await withdraw('wide')).toEqual(refusedFor('holds_already'));
    }
    clock.ms = NOW;
    expect(await withdraw('unheard-of')).toEqual({
      kind: 'unknown',
      says: 'not withdrawn: there is nothing of this id',
    });
    expect(await withdraw('wider')).toMatchObject({ kind: 'done' });
    expect(await withdraw('wider')).toEqual(refusedFor('withdrawn'));
    expect(await states(NOW + 2 * HOUR)).toEqual(['wider withdrawn', 'wide in_force']);
    expect(await db.supportAction.findMany({ where: { action: 'routing_policy.withdraw' } })).toMatchObject([
      {
        changes: [
          { field: 'version', before: 'D19-2/wider', after: 'D19-2/wide' },
          { field: 'band_km', before: 80, after: 80 },
        ],
      },
    ]);
  });

  it('is refused if it would be in force by now, after a wait for the lock', async () => {
    await adopt('wide');
    const end = await heldUp(NOW + HOUR, () => withdraw('wide'));
    expect(end).toEqual(refusedFor('holds_already'));
    expect(await states(NOW + HOUR)).toEqual(['wide in_force']);
  });

  it('frees its moment, not its name', async () => {
    await adopt('wide');
    await withdraw('wide');
    expect(await adopt('wide', { in: 2 * HOUR })).toEqual(refusedFor('name_taken'));
    expect(await adopt('again')).toMatchObject({ kind: 'done' });
  });
});
