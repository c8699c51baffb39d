import { confirmCapability } from '@hub/go-live';
import { aRehearsal, aShop } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';

let desk: DeskWorld;
let slug: string;
let viewer: Visitor;
let agent: Visitor;
let lead: Visitor;
beforeAll(async () => {
  desk = await openDesk();
  await desk.db.installation.updateMany({ data: { environment: 'test' } });
  viewer = await desk.signIn('viewer');
  agent = await desk.signIn('agent');
  lead = await desk.signIn('lead');
}, 60_000);
beforeEach(async () => {
  const capabilities = {
    products: 'off',
    inventory: 'off',
    orders: 'off',
    cancellation: 'off',
    returns: 'off',
  } as const;
  ({ slug } = await aShop(desk.db, { capabilities }));
});
afterAll(() => desk.close());

const page = async (by: Visitor) => textOf((await by.get(`/shops/${slug}/golive`)).text);
const rehearsed = (result: 'passed' | 'failed' = 'passed') =>
  aRehearsal(desk.db, { shop: slug, capabilities: ['products'], result });

function confirmedByStore(rehearsalId: string) {
  const said = { shop: slug, capability: 'products', rehearsalId, name: 'Bo', words: 'agreed' } as const;
  return confirmCapability(desk.db, { ...said, by: { side: 'store', link: 'mailed' }, actor: 'store:bo' });
}

describe("D32: a shop's way to live at the desk", () => {
  it('says what is rehearsed, confirmed and missing; nobody is told of a shop that is none', async () => {
    expect(await page(viewer)).toContain('Products not rehearsed Missing for live was not rehearsed');
    await rehearsed('failed');
    expect(await page(viewer)).toContain('check products.check failed: products keep the contract');
    expect((await viewer.get('/shops/nowhere/golive')).status).toBe(404);
    expect((await viewer.get(`/shops/${slug}`)).text).toContain(`/shops/${slug}/golive`);
  });

  it('an agent confirms for the operator, in words; a viewer may not', async () => {
    const rehearsal = await rehearsed();
    const form = { capability: 'products', rehearsal, words: 'we saw it pass' };
    expect(await page(viewer)).not.toContain('Confirm products');
    expect((await viewer.post(`/shops/${slug}/golive/confirm`, form)).status).toBe(403);
    await page(agent);
    const answer = await agent.postAndFollow(`/shops/${slug}/golive/confirm`, form);
    expect(textOf(answer.text)).toContain('The operator: an-agent,');
    expect(textOf(answer.text)).toContain('is not confirmed by the store');
    const twice = await agent.postAndFollow(`/shops/${slug}/golive/confirm`, form);
    expect(textOf(twice.text)).toContain('It is not on record: this side confirmed it already.');
    expect((await agent.post(`/shops/${slug}/golive/confirm`, { ...form, words: ' ' })).status).toBe(400);
  });

  it('a lead overrules a failed check with a reason, which is shown and in the trail; an agent may not', async () => {
    const rehearsal = await rehearsed('failed');
    const form = { rehearsal, check: 'products.check', reason: 'the image host was down' };
    await page(agent);
    expect((await agent.post(`/shops/${slug}/golive/overrule`, form)).status).toBe(403);
    await page(lead);
    const answer = await lead.postAndFollow(`/shops/${slug}/golive/overrule`, form);
    expect(textOf(answer.text)).toContain('Overruled by lead:a-lead');
    expect(textOf(answer.text)).toContain('“the image host was down”');
    expect(textOf(answer.text)).toContain('is not confirmed by the store');
    expect(await desk.db.supportAction.findMany({ where: { subject: `shop:${slug}` } })).toMatchObject([
      { actor: 'lead:a-lead', action: 'golive.overrule', detail: { check: 'products.check' } },
    ]);
    const again = await lead.postAndFollow(`/shops/${slug}/golive/overrule`, form);
    expect(textOf(again.text)).toContain('It is not on record: it was overruled already.');
  });

  it('what passed, or what was not played, is not overruled', async () => {
    const passed = { rehearsal: await rehearsed(), check: 'products.check', reason: 'why not' };
    await page(lead);
    const answer = await lead.postAndFollow(`/shops/${slug}/golive/overrule`, passed);
    expect(textOf(answer.text)).toContain('it is no failed check of the latest rehearsal');
  });

  it('a lead signs test off once all is confirmed, and the certificate is a page for the printer', async () => {
    expect((await viewer.get(`/shops/${slug}/golive/certificate`)).status).toBe(404);
    const rehearsal = await rehearsed();
    await page(lead);
    const early = await lead.postAndFollow(`/shops/${slug}/golive/sign-off`, { words: 'open it' });
    expect(textOf(early.text)).toContain('It is not on record: it comes after the last capability');
    await agent.post(`/shops/${slug}/golive/confirm`, { capability: 'products', rehearsal, words: 'yes' });
    await confirmedByStore(rehearsal);
    const signed = await lead.postAndFollow(`/shops/${slug}/golive/sign-off`, { words: 'open it' });
    expect(textOf(signed.text)).toContain('a-lead,');

    const certificate = await viewer.get(`/shops/${slug}/golive/certificate`);
    expect(certificate.text).toContain('href="/assets/certificate.css"');
    const text = textOf(certificate.text);
    expect(text).toContain('products.check products keep the contract passed');
    expect(text).toContain('Confirmed by the store: Bo');
    expect(text).toMatch(/Sign-off a-lead, .*“open it”/);
    expect((await viewer.get('/assets/certificate.css')).text).toContain('@page');
  });
});
