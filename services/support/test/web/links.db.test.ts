import { aGtin, aShop, type StoredShop } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aProduct, proposeSizes } from '../proposed-links';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';

jest.setTimeout(60_000);

const SIZES = ['41', '42', '43'];
const UNKNOWN_ID = '7f9c24e5-2f0d-4a70-9b6c-5d1f4a7c2b11';

let desk: DeskWorld;
let lead: Visitor;
let alpine: StoredShop;
let nordic: StoredShop;
beforeAll(async () => {
  desk = await openDesk();
  lead = await desk.signIn('lead');
  alpine = await aShop(desk.db, { slug: 'alpine', name: 'Alpine' });
  nordic = await aShop(desk.db, { slug: 'nordic', name: 'Nordic' });
});
afterAll(() => desk.close());

/** Two products of two shops, whose sizes are proposed. @returns ids of the proposals, by size */
async function proposed(
  title: string,
  of: { sizes?: readonly string[]; score?: number; confidence?: 'sure' | 'likely' } = {},
): Promise<Map<string, string>> {
  const sizes = of.sizes ?? SIZES;
  const a = { shopId: alpine.id, productId: await aProduct(desk.db, alpine.id, { title, sizes }) };
  const b = {
    shopId: nordic.id,
    productId: await aProduct(desk.db, nordic.id, {
      title: `${title} by Nordic`,
      sizes,
      imageUrl: 'https://images.nordic.example/shoe.jpg',
    }),
  };
  return proposeSizes(desk.db, { a, b }, { ...of, sizes });
}

const statesOf = async (ids: Iterable<string>) => {
  const rows = await desk.db.linkProposal.findMany({ where: { id: { in: [...ids] } } });
  return rows.map(({ state }) => state).toSorted();
};
/** The product of the first of the two shops. */
const productsOf = async (ids: Map<string, string>) => {
  const rows = await desk.db.linkProposal.findMany({ where: { id: { in: [...ids.values()] } } });
  return rows.map(({ productA }) => productA);
};
const first = (ids: Map<string, string>): string => [...ids.values()][0] ?? '';

describe('the list of proposed links', () => {
  it('begins with how many wait in each shop', async () => {
    await proposed('Rope', { sizes: ['60 m'] });
    const text = textOf((await lead.get('/links')).text);
    expect(text).toMatch(/Alpine \d+ \d+ \d+ 0/);
  });

  it('has the pairs of two products in one row, and continues after the end of its page', async () => {
    for (let index = 0; index < 51; index += 1)
      await proposed(`Many ${index}`, { sizes: ['M'], score: 0.31 });
    const titles = (html: string) => [...html.matchAll(/>(Many \d+)</g)].map(([, title = '']) => title);
    const page = await lead.get('/links?shop=alpine&confidence=sure');
    expect(page.text).toContain('/shops/nordic');
    const next = /href="([^"]+)" rel="next"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const rest = await lead.get(next);
    const seen = [...titles(page.text), ...titles(rest.text)];
    expect([new Set(seen).size, seen.length]).toEqual([51, 51]);
  });

  it('is filtered by confidence and by decision', async () => {
    await proposed('Only likely', { confidence: 'likely' });
    const of = async (query: string) => textOf((await lead.get(`/links?shop=nordic&${query}`)).text);
    expect(await of('confidence=likely')).toContain('Only likely');
    expect(await of('confidence=sure')).not.toContain('Only likely');
    expect(await of('state=refused')).toContain('No proposal fits.');
  });

  it('is a file as well, of a shop or an article', async () => {
    const ids = await proposed('In the file', { sizes: ['L'] });
    const { text } = await lead.get('/links.csv?shop=alpine');
    const line = text.split('\r\n').find((one) => one.startsWith(first(ids)));
    expect(line).toContain('open,sure,0.974,alpine,In the file,Nordic,');
    expect(line).toContain('Same words in the titles; Same size');
    expect((await lead.get('/links.csv')).status).toBe(400);
  });
});

describe('the place of a list of links', () => {
  it.each(['article=tent', 'shop=alpine&after=1_x', 'shop=alpine&after=9e99_1_2'])(
    'refuses %s',
    async (query) => {
      expect((await lead.get(`/links?${query}`)).status).toBe(400);
    },
  );
});

describe('the page of a pair', () => {
  it('shows both products side by side with the evidence, and neither stock nor price', async () => {
    const ids = await proposed('Side by side');
    const { text: html, headers } = await lead.get(`/links/${ids.get('42')}`);
    const text = textOf(html);
    expect(text).toContain('Side by side by Nordic');
    expect(text).toContain('3 pairs of variants');
    expect(text).toMatch(/For: Same words in the titles For: Same size .*97.% sure/);
    expect(html).not.toMatch(/7.?353/);
    expect(headers.get('content-security-policy')).toContain("img-src 'self' https://images.nordic.example;");
  });

  it('of an unknown pair does not exist', async () => {
    for (const id of [UNKNOWN_ID, 'x']) expect((await lead.get(`/links/${id}`)).status).toBe(404);
  });
});

describe('a decision at the desk', () => {
  it('on one pair applies at once, is recorded, and can be undone', async () => {
    const ids = await proposed('One pair', { sizes: ['S'] });
    const id = first(ids);
    await lead.get(`/links/${id}`);
    const linked = await lead.postAndFollow('/links/decide', { decision: 'confirm', ids: id });
    expect(textOf(linked.text)).toContain('1 pair: linked.');
    expect(await statesOf([id])).toEqual(['confirmed']);
    const trail = await desk.db.supportAction.findMany({ where: { subject: `link:${id}` } });
    expect(trail.map(({ actor, action }) => [actor, action])).toEqual([['lead:a-lead', 'link.decide']]);

    const { gtin } = await desk.db.articleLink.findFirstOrThrow({ where: { proposalId: id } });
    const ofArticle = await lead.get(`/links?article=${gtin}&state=confirmed`);
    expect(textOf(ofArticle.text)).toContain('One pair');

    await lead.postAndFollow('/links/decide', { decision: 'undo', ids: id });
    expect(await statesOf([id])).toEqual(['undone']);
  });

  it('on a group first shows what will happen to each pair, and changes nothing until confirmed', async () => {
    const ids = await proposed('A group');
    await desk.db.variant.updateMany({
      where: { variantId: { in: (await productsOf(ids)).map((productId) => `${productId}-43`) } },
      data: { state: 'retired' },
    });
    await lead.get('/links?shop=alpine');
    const question = await lead.post('/links/decide', {
      decision: 'confirm',
      groups: first(ids),
      shop: 'alpine',
    });
    const asks = textOf(question.text);
    expect(asks).toContain('Link 2 pairs');
    expect(asks).toContain('1 pair of those chosen is not changed');
    expect(asks).toContain('One of the two variants is no longer offered.');
    expect(await statesOf(ids.values())).toEqual(['open', 'open', 'open']);

    const answer = await lead.postAndFollow('/links/decide', {
      decision: 'confirm',
      ids: [...ids.values()],
      seen: 'yes',
    });
    expect(textOf(answer.text)).toContain('2 pairs: linked. 1 pair: not changed.');
    expect(await statesOf(ids.values())).toEqual(['confirmed', 'confirmed', 'open']);
  });

  it('predicts that one pair conflicts with another', async () => {
    const ids = await proposed('In the way', { sizes: ['S', 'M'] });
    const [pair] = await desk.db.linkProposal.findMany({ where: { id: first(ids) } });
    if (!pair) throw new Error('no pair');
    const other = await desk.db.linkProposal.create({
      data: {
        ...pair,
        id: UNKNOWN_ID,
        variantB: pair.variantB.endsWith('-S') ? `${pair.productB}-M` : `${pair.productB}-S`,
        evidence: pair.evidence ?? {},
      },
    });
    await lead.get(`/links/${other.id}`);
    const asks = await lead.post('/links/decide', { decision: 'confirm', ids: [first(ids), other.id] });
    expect(textOf(asks.text)).toContain('The shop has another variant that is this article.');
    await desk.db.linkProposal.delete({ where: { id: other.id } });
  });

  it('is for a lead only', async () => {
    const ids = await proposed('For a lead', { sizes: ['S'] });
    const agent = await desk.signIn('agent');
    expect(textOf((await agent.get(`/links/${first(ids)}`)).text)).toContain('A lead may link');
    expect((await agent.post('/links/decide', { decision: 'confirm', ids: first(ids) })).status).toBe(403);
    expect(await statesOf(ids.values())).toEqual(['open']);
  });

  it('on nothing asks for a selection; malformed input is refused', async () => {
    await lead.get('/links?shop=alpine');
    const none = await lead.postAndFollow('/links/decide', { decision: 'refuse', shop: 'alpine' });
    expect(textOf(none.text)).toContain('Select at least one.');
    expect((await lead.post('/links/decide', { decision: 'refuse', ids: 'x' })).status).toBe(400);
    expect((await lead.post('/links/decide', { decision: 'agree', ids: UNKNOWN_ID })).status).toBe(400);
  });
});

describe('a file of decisions', () => {
  const header = 'Proposal,Decision';
  const file = (...lines: string[]) => [header, ...lines].join('\r\n');

  it('does nothing if it is unchanged since the export', async () => {
    await proposed('Round trip');
    const { text: csv } = await lead.get('/links.csv?shop=alpine');
    await lead.get('/links/import');
    const asks = await lead.post('/links/import', { csv });
    expect(textOf(asks.text)).toContain('The file decides on nothing');
    const before = await desk.trail();
    await lead.post('/links/import', { csv, seen: 'yes' });
    expect(await desk.trail()).toEqual(before);
  });

  it('that was edited after the export is shown first, then applied, and recorded with who decided', async () => {
    const ids = await proposed('Edited', { sizes: ['S', 'M'] });
    const [one = '', two = ''] = ids.values();
    const { text } = await lead.get('/links.csv?shop=nordic');
    const csv = text.replace(`${one},,`, `${one},confirm,`).replace(`${two},,`, `${two},refuse,`);
    await lead.get('/links/import');
    const asks = await lead.post('/links/import', { csv });
    expect(textOf(asks.text)).toContain('1 pair: linked. 1 pair: refused.');
    expect(await statesOf([one, two])).toEqual(['open', 'open']);
    const said = await lead.postAndFollow('/links/import', { csv, seen: 'yes' });
    expect(textOf(said.text)).toContain('1 pair: linked. 1 pair: refused.');
    expect(await statesOf([one, two])).toEqual(['confirmed', 'refused']);
    const trail = await desk.db.supportAction.findMany({ where: { subject: `link:${two}` } });
    expect(trail).toMatchObject([{ actor: 'lead:a-lead', action: 'link.decide' }]);
  });

  it('with faults is not applied at all, and all faults are reported at once', async () => {
    const ids = await proposed('Faulty', { sizes: ['S', 'M'] });
    const [one = '', two = ''] = ids.values();
    await lead.get(`/links/${two}`);
    await lead.postAndFollow('/links/decide', { decision: 'refuse', ids: two });
    await lead.get('/links/import');
    const form = await lead.post('/links/import', {
      csv: file('x,confirm', `${one},perhaps`),
      seen: 'yes',
    });
    expect(form.status).toBe(400);
    expect(textOf(form.text)).toMatch(/2 Proposal This is no id.* 3 Decision One of confirm/);
    const rules = await lead.post('/links/import', {
      csv: file(`${one},confirm`, `${two},confirm`, `${UNKNOWN_ID},undo`),
      seen: 'yes',
    });
    expect(textOf(rules.text)).toMatch(
      /3 Proposal It has been decided already\. 4 Proposal There is no proposal of this id\./,
    );
    expect(await statesOf([one, two])).toEqual(['open', 'refused']);
  });

  it('is for a lead only', async () => {
    const agent = await desk.signIn('agent');
    expect((await agent.get('/links/import')).status).toBe(403);
    expect((await agent.post('/links/import', { csv: file() })).status).toBe(403);
  });
});

describe('the links to proposed links', () => {
  it('are on the pages of shops and of unlinked variants', async () => {
    for (const [page, href] of [
      ['/shops', '/links'],
      ['/shops/alpine', '/links?shop=alpine'],
      ['/unlinked?shop=alpine', '/links?shop=alpine'],
    ] as const)
      expect([page, (await lead.get(page)).text.includes(`href="${href}"`)]).toEqual([page, true]);
  });

  it('are on the page of an article, and of an alert about a link', async () => {
    const ids = await proposed('Found again', { sizes: ['S'] });
    const gtin = aGtin(8_123);
    await desk.db.variant.updateMany({ where: { productId: { in: await productsOf(ids) } }, data: { gtin } });
    expect((await lead.get(`/articles/${gtin}`)).text).toContain(
      `/links?article=${gtin}&amp;state=confirmed`,
    );
    const { id } = await desk.db.alert.create({
      data: {
        id: UNKNOWN_ID,
        kind: 'link_disputed',
        subject: `link:${first(ids)}`,
        message: 'A barcode does not agree.',
      },
    });
    expect((await lead.get(`/alerts/${id}`)).text).toContain(`/links/${first(ids)}`);
  });
});
