import { KeyRing } from '@hub/installation';
import { ALL_OFF, aRehearsal, eventually, TEST_ENCRYPTION_KEY, testAmqpUrl } from '@hub/testing';
import { aNewStore, type NewStore } from '@hub/store-simulator/new-store';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { Rehearsals } from '../../src/door/rehearsals';
import { textOf, type Visitor } from '../web/visitor';
import { DoorWorld } from './door-world';

let world: DoorWorld;
let nordic: NewStore;
let rehearsals: Rehearsals;
let visitor: Visitor;
let token: string;
beforeAll(async () => {
  world = await DoorWorld.open({ rehearse: (asked) => rehearsals.begin(asked) });
  await world.db.installation.updateMany({ data: { environment: 'test' } });
  nordic = await aNewStore({ control: true });
  const shop = await world.shop({ ...nordic.shop, capabilities: ALL_OFF });
  visitor = await world.signIn(shop);
  token = await world.token(shop, 'act');
}, 60_000);
beforeEach(() => {
  rehearsals = new Rehearsals({
    db: world.db,
    keys: new KeyRing([TEST_ENCRYPTION_KEY]),
    config: {
      ALLOW_INSECURE_STORES: true,
      STORE_TIMEOUT_MS: 5_000,
      STORE_RETRY_BASE_MS: 1,
      REHEARSAL_LONGEST_MINUTES: 10,
    },
    broker: { AMQP_URL: testAmqpUrl() },
    logger: world.logger,
    pollMs: 20,
  });
});
afterEach(async () => {
  rehearsals.beginStop();
  await rehearsals.stop();
});
afterAll(async () => {
  await nordic.store.stop();
  await world.close();
});

const Record = z.object({
  under_way: z
    .object({
      by: z.string(),
      played: z.int(),
      checks: z.int(),
      task: z.object({ number: z.int(), text: z.string(), expects: z.string() }).nullable(),
    })
    .nullable(),
  capabilities: z.array(z.looseObject({ state: z.string(), flags: z.array(z.string()) })),
});
const record = async () => Record.parse((await world.json('/golive', { token })).json);

/** The task that the people have now. */
const task = async (text: RegExp) => {
  let number = 0;
  await eventually(async () => {
    const { under_way: run } = await record();
    expect(run?.task?.text).toMatch(text);
    number = run?.task?.number ?? 0;
  });
  return number;
};
const ended = () => eventually(async () => expect((await record()).under_way).toBeNull());

/** An earlier rehearsal counts if it left nothing out. */
const COUNTS = {
  state: 'rehearsed',
  flags: [expect.stringMatching(/^was rehearsed again since, with \d+ checks left out/)],
};

describe("D32, D35: a rehearsal at a shop's door", () => {
  it('shows the next task, step by step, continues with each answer, and its record is complete', async () => {
    expect((await visitor.post('/golive/rehearse', { capability: 'products' })).status).toBe(303);
    const first = await task(/^Take variant (\S+) out of the catalogue/);
    const page = await visitor.get('/golive');
    expect(textOf(page.text)).toMatch(
      /begun by your shop: \d+ of \d+ checks, now products.*Code of this rehearsal: [A-Z]{8} ?\..*Now: Take variant/,
    );
    const [variantId = ''] = nordic.variantIds;
    await fetch(`${nordic.store.apiRoot}/_control/list`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ variantId, listed: false }),
    });
    const answer = { task: String(first), answer: 'done' };
    expect((await visitor.post('/golive/rehearse/answer', answer)).status).toBe(303);
    const second = await task(/^List variant/);
    expect(second).toBeGreaterThan(first);
    const tooLate = await world.json('/golive/rehearse/answer', {
      token,
      body: { task: first, answer: 'done' },
    });
    expect([tooLate.status, tooLate.text]).toEqual([409, expect.stringContaining('this step is over')]);
    const another = await world.json('/golive/rehearse/answer', {
      token,
      body: { task: second, answer: 'yes' },
    });
    expect([another.status, another.text]).toEqual([409, expect.stringContaining('another kind of answer')]);
    await fetch(`${nordic.store.apiRoot}/_control/list`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ variantId, listed: true }),
    });
    const done = await world.json('/golive/rehearse/answer', {
      token,
      body: { task: second, answer: 'done' },
    });
    expect(done.status).toBe(200);
    await ended();
    const kept = await world.db.goliveRehearsal.findFirstOrThrow({ orderBy: { storedAt: 'desc' } });
    expect(kept.ranBy).toBe('shop:nordic/technical');
    const checks = z.array(z.object({ id: z.string(), result: z.string() })).parse(kept.checks);
    expect(checks.filter(({ result }) => result === 'not_run')).toEqual([]);
    expect(checks.find(({ id }) => id === 'products.variant_left_out')?.result).toBe('passed');
  });

  it('skips tasks on request, ends early if the shop says so, and replaces no rehearsal that shows more', async () => {
    await aRehearsal(world.db, { shop: 'nordic', capabilities: ['inventory'] });
    await world.json('/golive/rehearse', { token, body: { capability: 'inventory' } });
    const body = { task: await task(/^Set the stock of variant/), answer: 'skip' };
    expect((await world.json('/golive/rehearse/answer', { token, body })).status).toBe(200);
    await ended();
    expect((await record()).capabilities[1]).toMatchObject(COUNTS);
    await world.json('/golive/rehearse', { token, body: { capability: 'inventory' } });
    await task(/^Set the stock of variant/);
    const again = await world.json('/golive/rehearse', { token, body: {} });
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('a rehearsal is under way')]);
    expect((await visitor.post('/golive/rehearse/end')).status).toBe(303);
    await ended();
    expect((await record()).capabilities[1]).toMatchObject(COUNTS);
    const trail = (await world.trail()).map(({ actor, action }) => `${actor} ${action}`);
    expect(trail).toContain('shop:nordic/technical golive.end_rehearsal');
    expect(trail).toContain('shop:nordic/technical golive.answer_task');
    const none = await world.json('/golive/rehearse/end', { token, body: {} });
    expect([none.status, none.text]).toEqual([409, expect.stringContaining('no rehearsal is under way')]);
  });
});
