import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { inTransaction, type CatalogueRunState } from '@hub/database';
import type { Sweep } from '@hub/messaging';
import { wakeRuns } from '../src/sweeps/wake-runs';
import { pruneRuns } from '../src/sweeps/prune-runs';
import { scheduleRuns } from '../src/sweeps/schedule-runs';
import { CatalogueWorld } from './catalogue-world';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const HOUR = 3_600_000;
const ago = (ms: number) => new Date(NOW - ms);

let world: CatalogueWorld;
beforeAll(async () => {
  world = await CatalogueWorld.open();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.catalogueRun.deleteMany();
  await world.db.outbox.deleteMany();
});

const sweep = (one: Sweep, now = NOW) => inTransaction(world.db, (tx) => one.run(tx, now));

async function aRun(
  shopId: number,
  fields: Partial<RunFields> & { state: CatalogueRunState },
): Promise<string> {
  const { id } = await world.db.catalogueRun.create({
    data: { id: crypto.randomUUID(), shopId, requestedAt: ago(HOUR), ...fields },
  });
  return id;
}
type RunFields = Record<
  'requestedAt' | 'finishedAt' | 'leaseUntil' | 'nextAttemptAt' | 'retirementAcceptedAt' | 'readAt',
  Date
>;

describe('the schedule', () => {
  it('begins a run for every shop whose last one is older than the interval', async () => {
    const due = await world.shop();
    const young = await world.shop();
    const never = await world.shop();
    const off = await world.shop({ capabilities: { products: 'off' } });
    const old = { requestedAt: ago(25 * HOUR), finishedAt: ago(25 * HOUR) };
    await aRun(due.id, { state: 'accepted', ...old });
    await aRun(off.id, { state: 'accepted', ...old });
    await aRun(young.id, { state: 'refused', ...old });
    await aRun(young.id, { state: 'refused', requestedAt: ago(23 * HOUR), finishedAt: ago(23 * HOUR) });

    expect(await sweep(scheduleRuns(24 * HOUR))).toBe(1);
    const begun = await world.db.catalogueRun.findFirstOrThrow({ where: { state: 'queued' } });
    expect(begun).toMatchObject({ shopId: due.id, checkImages: false });
    expect(await world.takeByType()).toEqual({ 'catalogue.pull': [{ runId: begun.id }] });
    expect(await world.db.catalogueRun.count({ where: { shopId: never.id } })).toBe(0);
    expect(await sweep(scheduleRuns(24 * HOUR))).toBe(0);
  });

  it('skips a run that waits for its acceptance, however old', async () => {
    const shop = await world.shop();
    await aRun(shop.id, { state: 'waiting', requestedAt: ago(50 * HOUR) });
    expect(await sweep(scheduleRuns(24 * HOUR))).toBe(0);
  });
});

describe('runs that a lost message or a dead worker left unfinished', () => {
  it.each([
    ['queued a minute ago', { state: 'queued', requestedAt: ago(60_000) }, true],
    ['queued just now', { state: 'queued', requestedAt: ago(59_000) }, false],
    ['half read, its next turn overdue', { state: 'reading', nextAttemptAt: ago(0) }, true],
    ['half read, its next turn not due yet', { state: 'reading', nextAttemptAt: ago(-1) }, false],
    ['held by a worker that died', { state: 'reading', leaseUntil: ago(0) }, true],
    ['held by a worker', { state: 'reading', leaseUntil: ago(-1) }, false],
    ['accepted by the operator, not applied', { state: 'waiting', retirementAcceptedAt: ago(60_000) }, true],
    ['waiting for the operator', { state: 'waiting' }, false],
    ['at its end', { state: 'refused' }, false],
  ] as const)('%s', async (_, fields, isDue) => {
    const shop = await world.shop();
    const runId = await aRun(shop.id, fields);
    expect(await sweep(wakeRuns())).toBe(isDue ? 1 : 0);
    expect(await world.takeByType()).toEqual(isDue ? { 'catalogue.pull': [{ runId }] } : {});
  });

  it('get one follow-up command for as long as a message may be retried', async () => {
    const shop = await world.shop();
    await aRun(shop.id, { state: 'queued' });
    expect(await sweep(wakeRuns())).toBe(1);
    expect(await sweep(wakeRuns(), NOW + 14 * 60_000)).toBe(0);
    expect(await sweep(wakeRuns(), NOW + 15 * 60_000)).toBe(1);
  });

  it('after a day the run has failed, so that the next may begin', async () => {
    const shop = await world.shop();
    const runId = await aRun(shop.id, {
      state: 'reading',
      requestedAt: ago(25 * HOUR),
      readAt: ago(25 * HOUR),
      nextAttemptAt: ago(0),
    });
    await sweep(wakeRuns());
    expect(await world.run(runId)).toMatchObject({ state: 'failed', failure: 'it did not end within a day' });
    expect(await world.takeByType()).toEqual({});
    expect(await world.openAlerts(shop.id)).toMatchObject([{ kind: 'catalogue_failed' }]);
  });
});

describe('old reports', () => {
  it("are removed after ninety days with their faults; a shop's latest stays", async () => {
    const shop = await world.shop();
    const [long, lately] = [ago(91 * 24 * HOUR), ago(89 * 24 * HOUR)];
    const old = await aRun(shop.id, { state: 'refused', requestedAt: long, finishedAt: long });
    await world.db.catalogueFault.create({
      data: { runId: old, page: 1, field: 'body', message: 'is required' },
    });
    await aRun(shop.id, { state: 'accepted', requestedAt: lately, finishedAt: lately });
    const other = await world.shop();
    await aRun(other.id, { state: 'accepted', requestedAt: long, finishedAt: long });

    expect(await sweep(pruneRuns())).toBe(1);
    expect(await world.db.catalogueRun.findUnique({ where: { id: old } })).toBeNull();
    expect(await world.db.catalogueFault.count()).toBe(0);
    expect(await world.db.catalogueRun.count()).toBe(2);
  });
});
