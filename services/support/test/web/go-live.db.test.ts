import { randomUUID } from 'node:crypto';
import { asKeys } from '@hub/installation';
import { installationFingerprint, issueCertificate, signOff as signOffShop } from '@hub/desk/golive';
import { aConfirmation, ALL_OFF, aRehearsal, aShop, TEST_ENCRYPTION_KEY } from '@hub/testing';
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
  ({ slug } = await aShop(desk.db, { capabilities: ALL_OFF }));
});
afterAll(() => desk.close());

const page = async (by: Visitor) => textOf((await by.get(`/shops/${slug}/golive`)).text);
const rehearsed = (result: 'passed' | 'failed' = 'passed') =>
  aRehearsal(desk.db, { shop: slug, capabilities: ['products'], result });

const confirmedBy = (side: 'store' | 'operator') =>
  aConfirmation(desk.db, { shop: slug, capability: 'products', side });

describe("D32: a shop's way to live at the desk", () => {
  it('shows what is rehearsed, confirmed and missing; an unknown shop is not found', async () => {
    expect(await page(viewer)).toContain('Products not rehearsed Missing for live was not rehearsed');
    await rehearsed('failed');
    expect(await page(viewer)).toContain('check products.check failed: products keep the contract');
    expect((await viewer.get('/shops/nowhere/golive')).status).toBe(404);
    expect((await viewer.get(`/shops/${slug}`)).text).toContain(`/shops/${slug}/golive`);
  });

  it('shows a rehearsal in progress with the code of its sales, until its lease is over', async () => {
    const { id: shopId } = await desk.db.shop.findUniqueOrThrow({ where: { slug } });
    const run = { shopId, id: randomUUID(), startedBy: 'shop:bo', code: 'BCDFGHJK' };
    const until = (ms: number) => ({ leaseUntil: new Date(Date.now() + ms) });
    await desk.db.rehearsalRun.create({ data: { ...run, ...until(60_000) } });
    expect(await page(viewer)).toMatch(/begun by shop:bo\. Its sales carry the code BCDFGHJK/);
    await desk.db.rehearsalRun.update({ where: { shopId }, data: until(-1_000) });
    expect(await page(viewer)).not.toContain('BCDFGHJK');
  });

  it('shows what was observed in a failed check and how to correct it, and has the evidence', async () => {
    const id = await rehearsed('failed');
    expect(await page(viewer)).toContain(`Seen: products of ${slug} seen. Correct it: put products right.`);
    const shown = await viewer.get(`/shops/${slug}/golive/rehearsals/${id}`);
    expect(textOf(shown.text)).toContain(`products of ${slug} played`);
    const other = await aShop(desk.db, {});
    expect((await viewer.get(`/shops/${other.slug}/golive/rehearsals/${id}`)).status).toBe(404);
    expect((await viewer.get(`/shops/${slug}/golive/rehearsals/none`)).status).toBe(404);
  });

  it('an agent confirms for the operator, with a wording; a viewer may not', async () => {
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
    const silent = await agent.postAndFollow(`/shops/${slug}/golive/confirm`, { ...form, words: ' ' });
    expect(textOf(silent.text)).toContain('A confirmation needs a name and words.');
  });

  it('a lead overrules a failed check with a reason, which is shown and in the trail; an agent may not', async () => {
    const rehearsal = await rehearsed('failed');
    const form = { rehearsal, check: 'products.check', note: 'the image host was down' };
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

  it('a check that passed, or was not played, cannot be overruled', async () => {
    const passed = { rehearsal: await rehearsed(), check: 'products.check', note: 'why not' };
    await page(lead);
    const answer = await lead.postAndFollow(`/shops/${slug}/golive/overrule`, passed);
    expect(textOf(answer.text)).toContain('it is no failed check of the latest rehearsal');
  });

  it('a lead signs off test once everything is confirmed, and the certificate is a page for print', async () => {
    expect((await viewer.get(`/shops/${slug}/golive/certificate`)).status).toBe(404);
    const rehearsal = await rehearsed();
    await page(lead);
    const early = await lead.postAndFollow(`/shops/${slug}/golive/sign-off`, { words: 'open it' });
    expect(textOf(early.text)).toContain('It is not on record: it comes after the last capability');
    await agent.post(`/shops/${slug}/golive/confirm`, { capability: 'products', rehearsal, words: 'yes' });
    await confirmedBy('store');
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

describe('D32: production is signed off at the desk with the certificate of test', () => {
  let certificate: string;
  /** Issued before test was signed off. */
  let unsigned: string;
  let key: string;
  const issueOf = async (shop: string) =>
    (await issueCertificate(desk.db, shop, async () => asKeys(TEST_ENCRYPTION_KEY))) ?? '';
  beforeEach(async () => {
    await desk.db.installation.updateMany({ data: { environment: 'test' } });
    await rehearsed();
    await confirmedBy('operator');
    await confirmedBy('store');
    unsigned = await issueOf(slug);
    const by = { db: desk.db, role: 'lead', actor: 'lead:ada', now: Date.now() } as const;
    await signOffShop.act(by, { shop: slug, words: 'open it' });
    certificate = await issueOf(slug);
    key = (await installationFingerprint(desk.db)) ?? '';
    await desk.db.installation.updateMany({ data: { environment: 'production' } });
  });
  afterAll(() => desk.db.installation.updateMany({ data: { environment: 'test' } }));

  const signOff = async (by: Visitor, form: Record<string, string>) => {
    await page(by);
    const path = `/shops/${slug}/golive/sign-off`;
    return textOf((await by.postAndFollow(path, { words: 'open it', ...form })).text);
  };

  it('an invalid file is refused with the reason', async () => {
    const other = await aShop(desk.db, {});
    const ofProduction = certificate.replace('"environment": "test"', '"environment": "production"');
    const refusals: [Record<string, string>, string][] = [
      [{}, 'production is signed off with the certificate of test'],
      [{ certificate: 'a letter' }, 'the file is not JSON'],
      [{ certificate: '{"certificate":{}}' }, 'the file is no certificate'],
      [{ certificate: `{"a":"${'x'.repeat(1_100_000)}"}` }, 'the file is larger than any certificate'],
      [{ certificate: certificate.replace('"agreed"', '"asked"') }, 'some of its bytes were changed'],
      [{ certificate: ofProduction }, 'some of its bytes were changed'],
      [{ certificate: unsigned, issuer: key }, 'issued before test was signed off'],
      [{ certificate, issuer: '0'.repeat(64) }, 'an installation that is not known here'],
    ];
    for (const [form, reason] of refusals) expect(await signOff(lead, form)).toContain(reason);
    slug = other.slug;
    expect(await signOff(lead, { certificate, issuer: key })).toContain('the certificate is of another shop');
    const tooLarge = await lead.post(`/shops/${slug}/golive/sign-off`, {
      certificate: 'x'.repeat(5_000_000),
    });
    expect(tooLarge.status).toBe(413);
    expect(textOf(tooLarge.text)).toContain('too large');
  });

  it('a lead pastes it as a browser sends it; it is on record and in the trail', async () => {
    expect(await page(agent)).not.toContain('Sign off production');
    expect(
      (await agent.post(`/shops/${slug}/golive/sign-off`, { words: 'open it', certificate, issuer: key }))
        .status,
    ).toBe(403);
    expect(await page(lead)).toContain('Sign off production');
    const pasted = certificate.replaceAll('\n', '\r\n').trimEnd();
    expect(await signOff(lead, { certificate: pasted, issuer: key })).toContain('a-lead,');
    const { detail } = await desk.db.goliveEntry.findFirstOrThrow({
      where: { kind: 'signed_off', environment: 'production' },
    });
    expect(detail).toMatchObject({ certificate: { issuer: key, document: certificate } });
    const ofShop = { subject: `shop:${slug}`, action: 'golive.sign_off' };
    expect(
      await desk.db.supportAction.findMany({ where: { ...ofShop, actor: 'lead:a-lead' } }),
    ).toMatchObject([{ detail: { environment: 'production', issuer: key } }]);
  });

  it('a certificate of production is not accepted as one of test', async () => {
    await rehearsed();
    await confirmedBy('operator');
    await confirmedBy('store');
    const own = await issueOf(slug);
    expect(await signOff(lead, { certificate: own, issuer: key })).toContain(
      'the certificate is not of test',
    );
  });
});
