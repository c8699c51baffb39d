import { ALL_OFF, aRehearsal, aShop, createTestDatabase, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { confirmCapability, readGoLive, type ConfirmRequest } from '../src';

let database: TestDatabase;
let slug: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await is('test');
  ({ slug } = await aShop(database.db, { capabilities: ALL_OFF }));
});

const is = (environment: string) => database.db.installation.updateMany({ data: { environment } });

const confirm = (overrides: Partial<ConfirmRequest> = {}) =>
  confirmCapability(database.db, {
    shop: slug,
    capability: 'products',
    by: { side: 'operator' },
    name: 'Ada',
    words: 'we saw it pass',
    actor: 'lead:ada',
    ...overrides,
  });

const BY_STORE = {
  by: { side: 'store', link: 'mailed' },
  name: 'Bo of the store',
  actor: 'store:bo',
} as const;

async function products() {
  const goLive = await readGoLive(database.db, slug);
  return goLive?.capabilities.find(({ capability }) => capability === 'products');
}

describe('D32: both sides confirm a rehearsed capability', () => {
  it('who, when, in what words and how the link was delivered is stored, and in the trail', async () => {
    await aRehearsal(database.db, { shop: slug });
    expect(await products()).toMatchObject({ state: 'rehearsed' });
    expect(await confirm()).toEqual({ kind: 'confirmed' });
    expect(await confirm(BY_STORE)).toEqual({ kind: 'confirmed' });

    expect(await products()).toMatchObject({
      state: 'confirmed',
      missing: [],
      rehearsal: {
        operator: { name: 'Ada', words: 'we saw it pass', link: null, at: expect.any(Date) },
        store: { name: 'Bo of the store', link: 'mailed' },
      },
    });
    const trail = await database.db.supportAction.findMany({ where: { subject: `shop:${slug}` } });
    expect(trail).toMatchObject([
      { actor: 'lead:ada', action: 'golive.confirm', detail: { capability: 'products', side: 'operator' } },
      { actor: 'store:bo', action: 'golive.confirm', detail: { side: 'store', link: 'mailed' } },
    ]);
  });

  it.each([
    ['not_rehearsed', {}, null],
    ['not_complete', {}, { result: 'failed' }],
    ['not_complete', {}, { result: 'not_run' }],
    ['not_complete', {}, { violations: ['the run left order T-1 open'] }],
    ['no_words', { words: ' ' }, {}],
    ['no_words', { name: '' }, {}],
    ['unknown_shop', { shop: 'nowhere' }, {}],
    ['other_rehearsal', { rehearsalId: '00000000-0000-4000-8000-000000000000' }, {}],
  ] as const)('%s: is not confirmed %j %j', async (why, overrides, rehearsal) => {
    if (rehearsal)
      await aRehearsal(database.db, {
        shop: slug,
        ...rehearsal,
        violations: 'violations' in rehearsal ? [...rehearsal.violations] : [],
      });
    expect(await confirm(overrides)).toEqual({ kind: 'refused', why });
    expect(await database.db.goliveEntry.count({ where: { kind: 'confirmed', rehearsal: null } })).toBe(0);
  });

  it('is not confirmed if the store moved since', async () => {
    await aRehearsal(database.db, { shop: slug });
    await database.db.shop.update({ where: { slug }, data: { storeApiRoot: 'https://moved.example/api' } });
    expect(await confirm()).toEqual({ kind: 'refused', why: 'other_store' });
  });

  it('in production a printed link cannot confirm, a mailed one can', async () => {
    await is('production');
    await aRehearsal(database.db, { shop: slug });
    const printed = { ...BY_STORE, by: { side: 'store', link: 'printed' } } as const;
    expect(await confirm(printed)).toEqual({ kind: 'refused', why: 'printed_link' });
    expect(await confirm(BY_STORE)).toEqual({ kind: 'confirmed' });
  });

  it('of two at the same moment one counts', async () => {
    await aRehearsal(database.db, { shop: slug });
    const ends = await Promise.all([confirm(), confirm(), confirm()]);
    expect(ends.filter(({ kind }) => kind === 'confirmed')).toHaveLength(1);
    expect(ends).toContainEqual({ kind: 'refused', why: 'confirmed_before' });
  });

  it.each([
    ['failed', 'passed', 'rehearsed', { kind: 'confirmed' }],
    ['passed', 'failed', 'failed', { kind: 'refused', why: 'not_complete' }],
  ] as const)(
    'after one that %s, run on a machine an hour ahead, one that %s: the one stored last counts',
    async (first, second, state, confirmed) => {
      const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
      await aRehearsal(database.db, {
        shop: slug,
        result: first,
        at: minutesAgo(-50),
        storedAt: minutesAgo(10),
      });
      await aRehearsal(database.db, { shop: slug, result: second, at: minutesAgo(0) });
      expect(await products()).toMatchObject({ state });
      expect(await confirm()).toEqual(confirmed);
    },
  );

  it('rehearsals and confirmations are never rewritten', async () => {
    await aRehearsal(database.db, { shop: slug });
    await confirm();
    const never = 'are never changed or deleted';
    await expect(database.db.goliveEntry.updateMany({ data: { actor: 'x' } })).rejects.toThrow(never);
    await expect(database.db.goliveEntry.deleteMany()).rejects.toThrow(never);
    await expect(database.db.goliveRehearsal.updateMany({ data: { ranBy: 'x' } })).rejects.toThrow(never);
    await expect(database.db.$executeRaw`TRUNCATE "golive_rehearsal" CASCADE`).rejects.toThrow(never);
  });

  it('records of test do not count in production', async () => {
    await aRehearsal(database.db, { shop: slug });
    await is('production');
    expect(await products()).toMatchObject({ state: 'not_rehearsed' });
  });
});
