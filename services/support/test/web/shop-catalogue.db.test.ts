import { randomUUID } from 'node:crypto';
import { aShop, type StoredShop } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';

let desk: DeskWorld;
let viewer: Visitor;
let agent: Visitor;
let shop: StoredShop;
beforeAll(async () => {
  desk = await openDesk();
  [viewer, agent] = await Promise.all([desk.signIn('viewer'), desk.signIn('agent')]);
  shop = await aShop(desk.db, { slug: 'nordic', name: 'Nordic Outdoor' });
}, 60_000);
beforeEach(async () => {
  await desk.db.catalogueRun.deleteMany();
  await desk.db.outbox.deleteMany();
});
afterAll(() => desk.close());

const PAGE = '/shops/nordic/catalogue';
const pageOf = async (by = viewer) => (await by.get(PAGE)).text;
const messages = () => desk.db.outbox.findMany({ select: { type: true, payload: true } });
const actions = async () =>
  (await desk.trail()).map(({ action, subject, detail }) => ({ action, subject, detail }));

async function aWaitingRun(): Promise<string> {
  const id = randomUUID();
  const counts = { products: 40, variants: 90, retired: 210 };
  await desk.db.catalogueRun.create({ data: { id, shopId: shop.id, state: 'waiting', ...counts } });
  return id;
}

describe("a shop's catalogue at the desk (D14)", () => {
  it('an agent starts a run, optionally with every image; its progress is shown, and it is recorded', async () => {
    expect(textOf(await pageOf())).toContain('It was never read');
    await agent.get(PAGE);
    const answer = await agent.postAndFollow(PAGE, { check_images: 'yes' });
    expect(textOf(answer.text)).toContain('Its catalogue is being read.');
    const [run] = await desk.db.catalogueRun.findMany();
    expect(run).toMatchObject({ shopId: shop.id, state: 'queued', checkImages: true });
    expect(await messages()).toEqual([{ type: 'catalogue.pull', payload: { runId: run?.id } }]);
    expect(textOf(await pageOf())).toContain('about to be read');
    expect(await actions()).toContainEqual({
      action: 'catalogue.pull',
      subject: 'shop:nordic',
      detail: { run: run?.id, check_images: true },
    });
  });

  it.each([
    ['refused', { faultCount: 2 }, 'Its catalogue was refused, for 2 faults. Nothing of it was applied.'],
    ['failed', { failure: 'the store answered 503' }, 'was not read to its end: the store answered 503.'],
    ['accepted', {}, 'Its catalogue was read and accepted.'],
    ['waiting', { retired: 210 }, 'It is not applied yet: it would retire 210 variants.'],
  ] as const)(
    'a reading that is %s a second later is no longer said to be read',
    async (state, more, says) => {
      await agent.get(PAGE);
      const page = (await agent.post(PAGE)).location ?? '';
      expect(textOf((await agent.get(page)).text)).toContain('Its catalogue is being read.');
      await desk.db.catalogueRun.updateMany({ data: { state, finishedAt: new Date(), ...more } });
      const text = textOf((await agent.get(page)).text);
      expect(text).toContain(says);
      expect(text).not.toContain('Its catalogue is being read');
    },
  );

  it('two simultaneous requests have one run', async () => {
    await agent.get(PAGE);
    await Promise.all([agent.post(PAGE), agent.post(PAGE)]);
    expect(await desk.db.catalogueRun.count()).toBe(1);
  });

  it('a run that would retire most of the shop is accepted after a question that says how many', async () => {
    const id = await aWaitingRun();
    expect(textOf(await pageOf())).toContain('A reading waits: it is right, but would retire 210 variants');
    expect(await pageOf(agent)).toContain(`href="${PAGE}/accept?run=${id}"`);
    const question = await agent.get(`${PAGE}/accept?run=${id}`);
    expect(textOf(question.text)).toContain('210 of its variants are retired');
    expect(await messages()).toEqual([]);
    const answer = await agent.postAndFollow(`${PAGE}/accept?run=${id}`, { note: 'Kim of the shop says so' });
    expect(textOf(answer.text)).toContain('It is accepted, and being applied.');
    expect(
      (await desk.db.catalogueRun.findUniqueOrThrow({ where: { id } })).retirementAcceptedAt,
    ).not.toBeNull();
    expect(await messages()).toEqual([{ type: 'catalogue.pull', payload: { runId: id } }]);
    expect(await actions()).toContainEqual({
      action: 'catalogue.accept',
      subject: 'shop:nordic',
      detail: { run: id, retires: 210, note: 'Kim of the shop says so' },
    });
    const again = await agent.postAndFollow(`${PAGE}/accept?run=${id}`);
    expect(textOf(again.text)).toContain('It is not accepted: this reading does not wait');
  });

  it('only the run that was viewed is accepted', async () => {
    const seen = await aWaitingRun();
    await agent.get(`${PAGE}/accept?run=${seen}`);
    await desk.db.catalogueRun.deleteMany();
    const newer = await aWaitingRun();
    const answer = await agent.postAndFollow(`${PAGE}/accept?run=${seen}`);
    expect(textOf(answer.text)).toContain('It is not accepted');
    const run = await desk.db.catalogueRun.findUniqueOrThrow({ where: { id: newer } });
    expect(run.retirementAcceptedAt).toBeNull();
    expect((await agent.get(`${PAGE}/accept?run=${seen}`)).status).toBe(404);
  });

  it('viewers start nothing and accept nothing, by a direct request either', async () => {
    const id = await aWaitingRun();
    expect((await viewer.post(PAGE)).status).toBe(403);
    expect((await viewer.post(`${PAGE}/accept?run=${id}`)).status).toBe(403);
    expect((await viewer.get(`${PAGE}/accept?run=${id}`)).status).toBe(403);
    expect(await pageOf()).not.toContain('Read it now');
    expect(await messages()).toEqual([]);
  });

  it('with products off no run starts', async () => {
    await aShop(desk.db, { slug: 'off', capabilities: { products: 'off' } });
    await agent.get('/shops/off/catalogue');
    const answer = await agent.postAndFollow('/shops/off/catalogue');
    expect(textOf(answer.text)).toContain('It is not read: the capability products of the shop is off');
  });
});
