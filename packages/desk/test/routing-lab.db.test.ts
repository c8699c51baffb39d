import { randomUUID } from 'node:crypto';
import { createDatabase, inTransaction, rows, type Database } from '@hub/database';
import { criteriaWithBand, writeCriteria, type Criteria, type RoutingPolicy } from '@hub/orders/routing';
import { aGtin, aShop, aVariant, createTestDatabase, type StoredShop, type TestDatabase } from '@hub/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { DESK_REFUSAL_LABELS } from '../src/audit/refusal-labels';
import { advanceLabRuns } from '../src/routing/lab/advance-lab';
import { findLabRun, listLabLines, listLabRuns, startLabRun, stopLabRun } from '../src/routing/lab/lab-runs';
import { aDecidedOrder, type LineToDecide } from './decided-orders';

const actor = 'agent:ada';
const [HAT, COAT] = [aGtin(1), aGtin(2)];
const NARROW: RoutingPolicy = { version: 'narrow', criteria: criteriaWithBand(20) };
const WIDE: RoutingPolicy = { version: 'wide', criteria: criteriaWithBand(1_000) };
const HOUR = 3_600_000;

let database: TestDatabase;
let db: Database;
let other: Database;
let seller: StoredShop;
let slugs: Map<number, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  other = createDatabase(database.url, { poolSize: 2 });
  seller = await aShop(db, { slug: 'seller' });
  slugs = new Map([[seller.id, 'seller']]);
  // Distance from 59° north in kilometres, stock by article, and the share paid.
  for (const [slug, km, hats, coats, rate] of [
    ['near', 11, 5, 0, 0.7],
    ['large', 43, 90, 90, 0.6],
    ['far', 333, 8, 400, 0.65],
  ] as const) {
    const locations = [{ locationId: '1001', latitude: 59 + km / 111.195, longitude: 18 }];
    const { id } = await aShop(db, { slug, locations });
    slugs.set(id, slug);
    await db.splitRate.deleteMany({ where: { shopId: id } });
    await db.splitRate.create({ data: { shopId: id, rate } });
    await aVariant(db, { shopId: id, variantId: `${slug}-hat`, gtin: HAT, onHand: hats });
    await aVariant(db, { shopId: id, variantId: `${slug}-coat`, gtin: COAT, onHand: coats });
  }
}, 60_000);
beforeEach(async () => {
  await db.$executeRaw`TRUNCATE seller_order, routing_decision, shipping_order, routing_lab_run CASCADE`;
});
afterEach(() => db.labRun.deleteMany());
afterAll(async () => {
  await other.$disconnect();
  await database.drop();
}, 60_000);

const hats = (quantity = 1, unitPrice = '40'): LineToDecide => ({ gtin: HAT, quantity, unitPrice });
const coats = (quantity = 1, unitPrice = '99.90'): LineToDecide => ({ gtin: COAT, quantity, unitPrice });

const decided = (policy: RoutingPolicy, ...lines: LineToDecide[]) =>
  aDecidedOrder(db, { shop: seller, lines, policy, totalDiscounts: '3' });

/** A run over all that was decided until now. @returns its id */
async function start(
  { version: name, criteria }: RoutingPolicy,
  against: Criteria | null = null,
): Promise<string> {
  const now = Date.now() + 31_000;
  const at = (ms: number) => new Date(ms).toISOString();
  const period = { from: at(now - HOUR), before: at(now - 30_000) };
  const policies = {
    criteria: writeCriteria(criteria),
    ...(against && { against: writeCriteria(against) }),
  };
  const asked = { name, ...policies, ...period, note: 'a trial' };
  const end = await startLabRun.act({ db, actor, role: 'agent', now }, asked);
  if (end.kind !== 'done') throw new Error(end.says);
  return end.answer.id;
}
const advance = (on = db) => inTransaction(on, (tx) => advanceLabRuns(tx, Date.now() + 32_000));
async function finished(id: string) {
  while ((await advance()) > 0);
  const run = await findLabRun(db, id);
  if (run?.state !== 'finished') throw new Error(`it is ${run?.state}`);
  return run;
}
const tried = async (policy: RoutingPolicy) => finished(await start(policy));

/** The payouts to shops when routing itself decides the orders by a policy. */
function payouts(orders: Awaited<ReturnType<typeof decided>>[], policy: RoutingPolicy) {
  const sums = new Map<string, number>();
  for (const { under } of orders) {
    const { decision, prices } = under(policy);
    for (const { chosen, lineItemId } of decision.lines) {
      const shop = slugs.get(chosen?.shopId ?? 0);
      if (shop) sums.set(shop, (sums.get(shop) ?? 0) + Number(prices.get(lineItemId)?.owed));
    }
  }
  return Object.fromEntries([...sums].map(([shop, sum]) => [shop, sum.toFixed(2)]));
}

const paid = (run: Awaited<ReturnType<typeof finished>>, side: 'was' | 'becomes') =>
  Object.fromEntries(
    run.shops.filter(({ lines }) => lines[side] > 0).map(({ slug, owed }) => [slug, owed[side]]),
  );

/** Every table with a checksum of its content. */
async function contents(): Promise<Map<string, string>> {
  const found = await rows(
    z.object({ name: z.string(), mark: z.string() }),
    db.$queryRaw`
    SELECT tablename AS name,
      md5(query_to_xml(format('SELECT * FROM %I t ORDER BY t::text', tablename), true, false, '')::text) AS mark
    FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
  );
  return new Map(found.map(({ name, mark }) => [name, mark]));
}

describe('the routing lab (D19)', () => {
  it('shows what routing itself would have chosen under the other policy, and paid', async () => {
    const orders = [
      await decided(NARROW, hats()),
      await decided(NARROW, hats(3), coats(2)),
      await decided(NARROW, hats(7)),
      await decided(NARROW, coats(500), hats(2)),
    ];
    const run = await tried(WIDE);
    expect(run.figures).toMatchObject({ compared: 4, untold: 0, lines: 6, unpriced: 0, withKm: 4 });
    expect(paid(run, 'was')).toEqual(payouts(orders, NARROW));
    expect(paid(run, 'becomes')).toEqual(payouts(orders, WIDE));
    // As decided the nearest that has enough; then the one with most in stock, and the other lines it takes.
    expect(run.figures).toMatchObject({
      moved: 4,
      was: { parcels: 5, waiting: 1 },
      becomes: { parcels: 4, waiting: 1 },
    });
    expect(run.figures.was.km).toBeCloseTo(11 + 11 + 43 + 43 + 11, 0);
    expect(run.figures.becomes.km).toBeCloseTo(43 + 333 + 43 + 43, 0);
  });

  it('under the policy that decided, nothing changes', async () => {
    for (const lines of [[hats()], [hats(2), coats()], [coats(500)], [hats(6), coats(2), hats(1)]])
      await decided(NARROW, ...lines);
    const { figures, shops } = await tried(NARROW);
    expect(figures).toMatchObject({ compared: 4, untold: 0, moved: 0 });
    expect(figures.becomes).toEqual(figures.was);
    expect(shops.map(({ more }) => more)).toEqual(shops.map(() => '0.00'));
  });

  it('stores the re-routed lines, with both shops, distances and payouts', async () => {
    const { under } = await decided(NARROW, hats(2));
    const run = await tried(WIDE);
    const owed = (policy: RoutingPolicy) => Number(under(policy).prices.get('L-1')?.owed);
    expect(await listLabLines(db, { runId: run.id, after: 0, limit: 10 })).toMatchObject([
      {
        number: 1,
        lineItemId: 'L-1',
        was: { slug: 'near' },
        wasKm: 11,
        becomes: { slug: 'large' },
        becomesKm: 43,
      },
    ]);
    const [line] = await listLabLines(db, { runId: run.id, after: 0, limit: 10 });
    expect([Number(line?.wasOwed), Number(line?.becomesOwed)]).toEqual([owed(NARROW), owed(WIDE)]);
    expect(await listLabLines(db, { runId: run.id, after: 1, limit: 10 })).toEqual([]);
  });

  it('says why lines go elsewhere, of how many orders, and how many orders each shop gets', async () => {
    await decided(NARROW, hats(2), coats());
    await decided(NARROW, hats(2));
    const run = await tried(WIDE);
    expect(run.figures).toMatchObject({ lines: 3, moved: 3, movedOrders: 2 });
    expect(run.figures.why).toEqual({ same_parcel: 1, free_stock: 2 });
    const orders = Object.fromEntries(run.shops.map(({ slug, orders: of }) => [slug, of]));
    expect(orders).toMatchObject({ near: { was: 2, becomes: 0 } });
    const lines = await listLabLines(db, { runId: run.id, after: 0, limit: 10 });
    expect(lines.map(({ why }) => why).toSorted()).toEqual(['free_stock', 'free_stock', 'same_parcel']);
  });

  it('compares two policies with each other, whatever was decided', async () => {
    await decided(NARROW, hats());
    const byStock: RoutingPolicy = { version: 'stock', criteria: [{ by: 'free_stock' }] };
    const same = await finished(await start(byStock, WIDE.criteria));
    expect(same.figures).toMatchObject({ compared: 1, moved: 0 });
    expect(paid(same, 'was')).toEqual(paid(same, 'becomes'));
    expect((await tried(byStock)).figures).toMatchObject({ compared: 1, moved: 1, why: { free_stock: 1 } });
  });

  it('guesses nothing: what is unknown, of a dry run or unreadable is in neither column', async () => {
    const crowd = await decided(NARROW, hats());
    await db.$executeRaw`
      UPDATE routing_decision SET detail = jsonb_set(detail, '{lines,0,counted,candidates}', '3')
      WHERE id = ${crowd.decisionId}::uuid`;
    const broken = await decided(NARROW, hats());
    await db.$executeRaw`UPDATE routing_decision SET detail = '{}' WHERE id = ${broken.decisionId}::uuid`;
    const dry = await decided(NARROW, hats());
    await db.$executeRaw`
      UPDATE seller_order SET mode = 'dry_run'
      WHERE id = (SELECT seller_order_id FROM routing_decision WHERE id = ${dry.decisionId}::uuid)`;
    const { figures, shops } = await tried(WIDE);
    expect(figures).toMatchObject({ compared: 0, untold: 1, unreadable: 1, dryRuns: 1, lines: 0 });
    expect(shops).toEqual([]);
    expect((await tried(NARROW)).figures).toMatchObject({ compared: 1, untold: 0, moved: 0 });
  });

  it('a payout whose rate is unknown is in neither sum, and counted', async () => {
    await decided(NARROW, hats());
    const large = [...slugs].find(([, slug]) => slug === 'large')?.[0] ?? 0;
    const agreed = await db.splitRate.findMany({ where: { shopId: large } });
    await db.splitRate.deleteMany({ where: { shopId: large } });
    const run = await tried(WIDE);
    await db.splitRate.createMany({ data: agreed });
    expect(run.figures).toMatchObject({ compared: 1, moved: 1, unpriced: 1 });
    expect(paid(run, 'was')).toEqual({ near: '0.00' });
    expect(paid(run, 'becomes')).toEqual({ large: '0.00' });
  });
});

describe('a run of the lab', () => {
  /** Copies of one decision, a millisecond apart. */
  async function many(count: number): Promise<void> {
    const { decisionId } = await decided(NARROW, hats());
    await db.$executeRaw`
      INSERT INTO routing_decision (id, seller_order_id, policy_version, decided_at, detail)
      SELECT gen_random_uuid(), seller_order_id, policy_version, decided_at - (n / 3) * interval '1 ms', detail
      FROM routing_decision, generate_series(1, ${count - 1}) n WHERE id = ${decisionId}::uuid`;
  }

  it('continues batch by batch; one that died is repeated, and nothing is counted twice or skipped', async () => {
    await many(1_203);
    const id = await start(WIDE);
    await advance();
    expect(await findLabRun(db, id)).toMatchObject({ state: 'running', next: 500, size: 1_203 });
    const dying = inTransaction(db, async (tx) => {
      await advanceLabRuns(tx, Date.now() + 32_000);
      throw new Error('died');
    });
    await expect(dying).rejects.toThrow('died');
    while ((await Promise.all([advance(), advance(other), advance()])).some((done) => done > 0));
    const run = await findLabRun(db, id);
    expect(run).toMatchObject({ state: 'finished', next: 1_203, size: 1_203 });
    expect(run?.figures).toMatchObject({ compared: 1_203, moved: 1_203, was: { parcels: 1_203 } });
    expect(await db.labLine.count()).toBe(1_203);
  });

  it('writes only its own tables and the trail', async () => {
    await decided(NARROW, hats(2), coats());
    const before = await contents();
    await tried(WIDE);
    const changed = [...(await contents())].filter(([name, mark]) => before.get(name) !== mark);
    expect(changed.map(([name]) => name)).toEqual(['routing_lab_line', 'routing_lab_run', 'support_action']);
  });

  it('is recorded, listed, and stopped by an agent; its results stay', async () => {
    await many(700);
    const id = await start(WIDE);
    await advance();
    const now = Date.now();
    const stop = async (run: string) =>
      (await stopLabRun.act({ db, actor, role: 'agent', now }, { run })).kind;
    expect(await stop(id)).toBe('done');
    expect(await stop(id)).toBe('refused');
    expect(await stop(randomUUID())).toBe('refused');
    expect(await advance()).toBe(0);
    expect(await listLabRuns(db, 5)).toMatchObject([
      { id, state: 'stopped', next: 500, startedBy: actor, note: 'a trial', changedBy: actor },
    ]);
    expect((await findLabRun(db, id))?.figures.compared).toBe(500);
    expect(
      await db.supportAction.findMany({ where: { subject: `routing_lab:${id}` }, orderBy: { id: 'asc' } }),
    ).toMatchObject([
      {
        action: 'routing_lab.start',
        detail: { policy: 'wide', band_km: 1_000, decisions: 700, note: 'a trial' },
      },
      { action: 'routing_lab.stop' },
    ]);
  });

  it('is not started for a period that is empty, not over, or in which nothing was decided', async () => {
    const now = Date.now();
    const run = (from: number, before: number) =>
      startLabRun.act(
        { db, actor, role: 'agent', now },
        {
          name: 'wide',
          band_km: 80,
          from: new Date(from).toISOString(),
          before: new Date(before).toISOString(),
        },
      );
    const refusedFor = (why: keyof typeof DESK_REFUSAL_LABELS) =>
      expect.objectContaining({ kind: 'refused', why: DESK_REFUSAL_LABELS[why] });
    expect(await run(now, now)).toEqual(refusedFor('period_empty'));
    expect(await run(now - HOUR, now + HOUR)).toEqual(refusedFor('period_not_over'));
    // Decisions in it may not be committed yet.
    expect(await run(now - HOUR, now - 29_999)).toEqual(refusedFor('period_not_over'));
    expect(await run(now - HOUR, now - 30_000)).toEqual(refusedFor('no_decisions'));
    expect(await run(now - 2 * HOUR, now - HOUR)).toEqual(refusedFor('no_decisions'));
    expect(await db.labRun.count()).toBe(0);
  });
});
