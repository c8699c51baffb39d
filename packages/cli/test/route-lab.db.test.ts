import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import {
  aShippingOrder,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  temporaryFolder,
  type TestDatabase,
} from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { addRouteCommand } from '../src/commands/route';
import { runHub } from './run-hub';

const given = { ...process.env };
const folder = temporaryFolder('lab');
const Started = z.object({ id: z.uuid() });
const PERIOD = ['--from', '3h', '--before', '1h'];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  Object.assign(process.env, { DATABASE_URL: database.url, HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY });
  const { sellerOrderId } = await aShippingOrder(database.db);
  const decidedAt = new Date(Date.now() - 2 * 3_600_000);
  const decision = { id: randomUUID(), sellerOrderId, policyVersion: 'D19-2', detail: {} };
  await database.db.routingDecision.create({ data: { ...decision, decidedAt } });
}, 60_000);
afterAll(async () => {
  process.env = { ...given };
  process.exitCode = undefined;
  folder.remove();
  await database.drop();
}, 60_000);

const lab = (...words: string[]) => runHub([addRouteCommand], ['route', 'lab', ...words]);
const trail = () =>
  database.db.supportAction.findMany({ orderBy: { id: 'asc' }, select: { actor: true, action: true } });

describe('hub route lab', () => {
  it('starts a run and stops it, as the desk does, recorded with who did it; a dry run starts none', async () => {
    const policy = folder.file('wide.yaml');
    writeFileSync(policy, 'version: wide\ncriteria: [distance_band: 80, free_stock]\n');
    const against = folder.file('near.yaml');
    writeFileSync(against, 'version: near\nband_km: 20\n');
    const start = ['start', 'wide', '--policy', policy, '--against', against, ...PERIOD, '--as', 'ada'];
    expect((await lab(...start, '--dry-run')).out).toContain('tried, without effect');
    expect(await database.db.labRun.count()).toBe(0);

    const { id } = Started.parse(JSON.parse((await lab(...start, '--note', 'for spring', '--json')).out));
    expect(await database.db.labRun.findUniqueOrThrow({ where: { id } })).toMatchObject({
      name: 'wide',
      criteria: [{ distance_band: 80 }, 'free_stock'],
      state: 'running',
      startedBy: 'cli:ada',
      note: 'for spring',
    });
    expect((await lab('stop', id, '--as', 'ada')).out).toContain('The run is stopped.');
    await expect(lab('stop', id)).rejects.toThrow('the run does not run any more');
    expect(await trail()).toEqual([
      { actor: 'cli:ada', action: 'routing_lab.start' },
      { actor: 'cli:ada', action: 'routing_lab.stop' },
    ]);
  });

  it('says what is wrong: criteria are missing, or the period has no decision', async () => {
    await expect(lab('start', 'wide', ...PERIOD)).rejects.toThrow('name either criteria or band_km');
    const empty = ['start', 'wide', '--band-km', '80', '--from', '9h', '--before', '8h'];
    await expect(lab(...empty)).rejects.toThrow('Not started');
  });
});
