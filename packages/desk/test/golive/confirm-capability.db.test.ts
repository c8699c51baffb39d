import { ALL_OFF, aRehearsal, aShop, createTestDatabase, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { confirmCapability } from '../../src/golive/confirm-capability';
import { readGoLive } from '../../src/golive/read-go-live';

let database: TestDatabase;
let slug: string;
let shopId: number;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await is('test');
  ({ slug, id: shopId } = await aShop(database.db, { capabilities: ALL_OFF }));
});

const is = (environment: string) => database.db.installation.updateMany({ data: { environment } });

const confirm = (overrides: object = {}) => {
  const by = { db: database.db, actor: 'lead:Ada', role: 'lead', now: Date.now() } as const;
  return confirmCapability.act(by, {
    shop: slug,
    capability: 'products',
    words: 'we saw it pass',
    ...overrides,
  });
};

const confirmAtDoor = (delivery: 'mailed' | 'printed' = 'mailed') => {
  const shop = { id: shopId, slug, delivery };
  const by = { db: database.db, actor: 'shop:bo', role: 'shop', shop, now: Date.now() } as const;
  const said = { capability: 'products', name: 'Bo of the store', words: 'we saw it pass' };
  return confirmCapability.act(by, said);
};

async function products() {
  const goLive = await readGoLive(database.db, slug);
  return goLive?.capabilities.find(({ capability }) => capability === 'products');
}

describe('D32: both sides confirm a rehearsed capability', () => {
  it('who, when, in what words and how the link was delivered is stored, and in the trail', async () => {
    await aRehearsal(database.db, { shop: slug });
    expect(await products()).toMatchObject({ state: 'rehearsed' });
    expect(await confirm()).toMatchObject({ kind: 'done' });
    expect(await confirmAtDoor()).toMatchObject({ kind: 'done' });

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
      { actor: 'lead:Ada', action: 'golive.confirm', detail: { capability: 'products', side: 'operator' } },
      { actor: 'shop:bo', action: 'golive.confirm', detail: { side: 'store', link: 'mailed' } },
    ]);
  });

  it.each([
    ['there is no rehearsal', {}, null],
    ['checks that did not pass', {}, { result: 'failed' }],
    ['checks that did not pass', {}, { result: 'not_run' }],
    ['checks that did not pass', {}, { violations: ['the run left order T-1 open'] }],
    ['needs a name and words', { words: ' ' }, {}],
    ['needs a name and words', { words: undefined }, {}],
    ['only a store gives its name', { name: 'Eve' }, {}],
    ['no such shop', { shop: 'nowhere' }, {}],
    ['look at the latest', { rehearsal: '00000000-0000-4000-8000-000000000000' }, {}],
  ] as const)('%s: is not confirmed %j %j', async (why, overrides, rehearsal) => {
    if (rehearsal)
      await aRehearsal(database.db, {
        shop: slug,
        ...rehearsal,
        violations: 'violations' in rehearsal ? [...rehearsal.violations] : [],
      });
    expect(await confirm(overrides)).toMatchObject({ says: expect.stringContaining(why) });
    expect(await database.db.goliveEntry.count({ where: { kind: 'confirmed', rehearsal: null } })).toBe(0);
  });

  it('is not confirmed if the store moved since', async () => {
    await aRehearsal(database.db, { shop: slug });
    await database.db.shop.update({ where: { slug }, data: { storeApiRoot: 'https://moved.example/api' } });
    expect(await confirm()).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('another store_api_root'),
    });
  });

  it('in production a printed link cannot confirm, a mailed one can', async () => {
    await is('production');
    await aRehearsal(database.db, { shop: slug });
    const refused = { kind: 'refused', why: expect.stringContaining('a link that was mailed') };
    expect(await confirmAtDoor('printed')).toMatchObject(refused);
    expect(await confirmAtDoor()).toMatchObject({ kind: 'done' });
  });

  it('of two at the same moment one counts', async () => {
    await aRehearsal(database.db, { shop: slug });
    const ends = await Promise.all([confirm(), confirm(), confirm()]);
    expect(ends.filter(({ kind }) => kind === 'done')).toHaveLength(1);
    const second = { kind: 'refused', why: 'this side confirmed it already' };
    expect(ends).toContainEqual(expect.objectContaining(second));
  });

  it.each([
    ['failed', 'passed', 'rehearsed', { kind: 'done' }],
    ['passed', 'failed', 'failed', { kind: 'refused' }],
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
      expect(await confirm()).toMatchObject(confirmed);
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
