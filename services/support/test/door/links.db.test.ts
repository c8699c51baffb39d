import { randomUUID } from 'node:crypto';
import { aGtin } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aProduct, proposeSizes } from '../proposed-links';
import { textOf, type Visitor } from '../web/visitor';
import { DoorWorld, type DoorShop } from './door-world';

jest.setTimeout(60_000);

const SIZES = ['41', '42', '43'];

let world: DoorWorld;
let nordic: DoorShop;
let alpine: DoorShop;
let visitor: Visitor;
let token: string;
beforeAll(async () => {
  world = await DoorWorld.open();
  nordic = await world.shop({ slug: 'nordic', name: 'Nordic Outdoor' });
  alpine = await world.shop({ slug: 'alpine-bergsport', name: 'Alpine Bergsport' });
  visitor = await world.signIn(nordic);
  token = await world.token(nordic, 'act');
});
afterAll(() => world.close());

/** A product of nordic and one of alpine with proposals for their sizes. @returns ids of the proposals, by size */
async function proposed(title: string, sizes: readonly string[] = SIZES): Promise<Map<string, string>> {
  const side = async ({ id }: DoorShop, imageUrl: string) => ({
    shopId: id,
    productId: await aProduct(world.db, id, { title, sizes, imageUrl }),
  });
  const a = await side(nordic, 'https://images.own.example/1.jpg');
  const b = await side(alpine, 'https://alpine-bergsport.example/1.jpg');
  return proposeSizes(world.db, { a, b }, { sizes });
}

const stateOf = async (id: string) =>
  (await world.db.linkProposal.findUniqueOrThrow({ where: { id } })).state;
const first = (ids: Map<string, string>): string => [...ids.values()][0] ?? '';
const decide = (by: string, body: object) => world.json('/links/decide', { token: by, body });

describe("a shop's proposed links", () => {
  it('are counted and listed by product', async () => {
    await proposed('Trail shoe');
    const { json } = await world.json('/links', { token });
    expect(json).toMatchObject({
      waiting: { sure: 3, likely: 0, possible: 0, other_agrees: 0 },
      groups: [{ yours: { title: 'Trail shoe' }, other: { title: 'Trail shoe' }, pairs: 3, sure: 3 }],
      next: null,
    });
    expect(textOf((await visitor.get('/links')).text)).toContain('Sure 3');
    expect(await (await world.json('/links?list=linked', { token })).json).toMatchObject({ groups: [] });
  });

  it('are side by side, with nothing that reveals the other shop, nor stock and price', async () => {
    const ids = await proposed('Anonymous');
    const [page, answer] = [
      await visitor.get(`/links/${first(ids)}`),
      await world.json(`/links/${first(ids)}`, { token }),
    ];
    expect(answer.json).toMatchObject({
      pairs: [
        {
          yours: { title: 'Anonymous', image_url: 'https://images.own.example/1.jpg' },
          other: { title: 'Anonymous', brand: 'Nordic', barcode: null },
          you_may: ['agree', 'refuse'],
        },
        {},
        {},
      ],
    });
    for (const { text, headers } of [page, answer])
      for (const secret of [/alpine/i, /bergsport/i, /7.?353/])
        expect(`${text} ${headers.get('content-security-policy')}`).not.toMatch(secret);
    expect(page.headers.get('content-security-policy')).toContain(
      "img-src 'self' https://images.own.example;",
    );
  });
});

describe("the image of the other shop's product", () => {
  it('comes through the hub, to the shop of the proposal alone', async () => {
    const ids = await proposed('With image', ['M']);
    const path = `/links/${first(ids)}/image`;
    expect((await visitor.get(`/links/${first(ids)}`)).text).toContain(`src="${path}"`);
    const image = await visitor.get(path);
    expect(image).toMatchObject({ status: 200, text: 'https://alpine-bergsport.example/1.jpg' });
    expect(image.headers.get('content-type')).toBe('image/png');
    expect(image.headers.get('cache-control')).toBe('private, max-age=3600');

    const stranger = await world.signIn(await world.shop({ slug: 'stranger' }));
    expect((await stranger.get(path)).status).toBe(404);
    expect((await visitor.get('/links/no-id/image')).status).toBe(404);
  });
});

describe("a shop's decision", () => {
  it("links once both shops agree, and is recorded as the contact's", async () => {
    const ids = await proposed('Both agree', ['M']);
    const id = first(ids);
    await visitor.get(`/links/${id}`);
    const said = await visitor.postAndFollow('/links/decide', { decision: 'agree', ids: id });
    expect(textOf(said.text)).toContain('1 pair: you agree; it is linked once the other shop does.');
    expect(await stateOf(id)).toBe('agreed');
    const other = await world.token(alpine, 'act');
    expect((await world.json(`/links/${id}`, { token: other })).json).toMatchObject({
      pairs: [{ agreed_by: 'other' }],
    });
    expect((await decide(other, { decision: 'agree', ids: [id] })).json).toMatchObject({
      outcomes: [{ state: 'confirmed', why_not: null }],
    });
    const trail = await world.db.supportAction.findMany({ where: { subject: `link:${id}` } });
    expect(trail.map(({ actor }) => actor.split('#')[0])).toEqual([
      'shop:nordic/technical',
      'shop:alpine-bergsport/technical',
    ]);
    expect((await decide(token, { decision: 'undo', ids: [id] })).json).toMatchObject({
      outcomes: [{ state: 'undone' }],
    });
  });

  it('on many pairs first shows what will happen to each, and changes nothing until confirmed', async () => {
    const ids = await proposed('Many at once');
    const all = [...ids.values()];
    await visitor.get(`/links/${first(ids)}`);
    const asks = await visitor.post('/links/decide', { decision: 'refuse', ids: all });
    expect(textOf(asks.text)).toContain('Refuse 3 pairs');
    expect(await stateOf(first(ids))).toBe('open');
    await visitor.postAndFollow('/links/decide', { decision: 'refuse', ids: all, seen: 'yes' });
    expect(await Promise.all(all.map(stateOf))).toEqual(['refused', 'refused', 'refused']);
  });

  it("is refused if it is not the shop's to make, with the reason", async () => {
    const id = first(await proposed('Refused', ['M']));
    expect((await decide(token, { decision: 'undo', ids: [id] })).status).toBe(409);
    expect((await decide(token, { decision: 'confirm', ids: [id] })).status).toBe(422);
    expect((await decide(token, { decision: 'agree', ids: ['x'] })).status).toBe(422);
    expect((await decide(token, { decision: 'agree', ids: [] })).status).toBe(422);
  });

  it('of a third shop finds nothing', async () => {
    const id = first(await proposed('Not theirs', ['M']));
    const third = await world.shop({ slug: 'third', name: 'Third' });
    const theirs = await world.token(third, 'act');
    expect((await world.json(`/links/${id}`, { token: theirs })).status).toBe(404);
    expect((await decide(theirs, { decision: 'refuse', ids: [id] })).status).toBe(404);
    const page = await world.signIn(third);
    expect((await page.get(`/links/${id}`)).status).toBe(404);
    expect(await stateOf(id)).toBe('open');
  });
});

describe("a shop's file of decisions", () => {
  const send = (body: object) => world.json('/links/import', { token, body });

  it('does nothing if it is unchanged since the export, and reveals nothing about the other shop', async () => {
    await proposed('In a file', ['M']);
    const page = await visitor.get('/links/file');
    const { json } = await world.json('/links/file', { token });
    expect(json).toEqual({ csv: page.text });
    expect(page.text).toContain('In a file');
    expect(page.text).not.toMatch(/alpine|bergsport/i);
    expect((await send({ csv: page.text })).json).toEqual({ applied: true, decisions: 0, faults: [] });
  });

  it('is checked, first shown to a person, and applied as a whole', async () => {
    const id = first(await proposed('By file', ['M']));
    const csv = `Proposal,Decision\n${id},agree`;
    expect((await send({ csv, dry_run: true })).json).toEqual({ applied: false, decisions: 1, faults: [] });
    await visitor.get('/links');
    const asks = await visitor.post('/links/import', { csv });
    expect(textOf(asks.text)).toContain('1 pair: you agree; it is linked once the other shop does.');
    expect(await stateOf(id)).toBe('open');
    await visitor.postAndFollow('/links/import', { csv, seen: 'yes' });
    expect(await stateOf(id)).toBe('agreed');
  });

  it('with a faulty line is not applied, nor is one about proposals of others', async () => {
    const id = first(await proposed('Wrong', ['M']));
    const third = await world.shop({ slug: 'fourth', name: 'Fourth' });
    const csv = `Proposal,Decision\n${id},refuse\n${id.slice(0, -4)}0000,agree\n${id},confirm`;
    expect((await send({ csv })).json).toMatchObject({
      applied: false,
      faults: [
        { line: 4, column: 'Decision' },
        { line: 4, column: 'Proposal' },
      ],
    });
    const theirs = await world.json('/links/import', {
      token: await world.token(third, 'act'),
      body: { csv: `Proposal,Decision\n${id},refuse` },
    });
    expect(theirs.json).toEqual({
      applied: false,
      decisions: 0,
      faults: [{ line: 2, column: 'Proposal', message: 'There is no proposal of this id.' }],
    });
    await visitor.get('/links');
    const page = await visitor.post('/links/import', { csv, seen: 'yes' });
    expect(textOf(page.text)).toContain('Nothing is applied: 2 faults in the file.');
    expect(await stateOf(id)).toBe('open');
  });

  it('may be larger than other requests', async () => {
    const csv = `Proposal,Decision,${'x'.repeat(200_000)}`;
    expect((await send({ csv })).status).toBe(200);
    expect((await visitor.post('/links/import', { csv })).status).toBe(200);
  });
});

describe('the corrections that a shop has to make', () => {
  it('are listed for each unlinked variant, and those that share a barcode name each other', async () => {
    const shop = await world.shop({ slug: 'faulty', name: 'Faulty' });
    const gtin = aGtin(7_001);
    const shared = await aProduct(world.db, shop.id, { title: 'Shared', sizes: ['S', 'M'], barcode: gtin });
    await aProduct(world.db, shop.id, { title: 'Invalid', sizes: ['S'], barcode: '123' });
    await aProduct(world.db, shop.id, { title: 'Fine', sizes: ['S'], gtin: aGtin(7_002) });
    for (const [barcode, linkProblem] of [
      [gtin, 'duplicate_barcode'],
      ['123', 'invalid_barcode'],
    ] as const)
      await world.db.variant.updateMany({ where: { shopId: shop.id, barcode }, data: { linkProblem } });
    const theirs = await world.token(shop, 'read');
    const { json } = await world.json('/unlinked?why=duplicate_barcode', { token: theirs });
    expect(json).toMatchObject({
      counts: { linked: 1, not_linked: 3, missing_barcode: 0, invalid_barcode: 1, duplicate_barcode: 2 },
      variants: [
        { variant_id: `${shared}-M`, why: 'duplicate_barcode', same_barcode: [`${shared}-S`] },
        { variant_id: `${shared}-S`, same_barcode: [`${shared}-M`] },
      ],
    });
    for (const [day, linked] of [
      ['2026-11-20', 1],
      ['2026-11-21', 3],
    ] as const)
      await world.db.catalogueRun.create({
        data: {
          id: randomUUID(),
          shopId: shop.id,
          state: 'accepted',
          finishedAt: new Date(`${day}T10:00:00Z`),
          linked,
          unlinked: 4 - linked,
          invalidBarcodes: 1,
        },
      });
    expect((await world.json('/unlinked', { token: theirs })).json).toMatchObject({
      days: [
        { day: '2026-11-20', linked: 1, missing_barcode: 2, invalid_barcode: 1, duplicate_barcode: 0 },
        { day: '2026-11-21', linked: 3, missing_barcode: 0 },
      ],
    });
    const page = textOf((await (await world.signIn(shop)).get('/unlinked')).text).replaceAll('\u00a0', ' ');
    expect(page).toContain('Linked 1 of 4 variants (25 %)');
    expect(page).toContain('Correct the barcode: it is no GTIN');
    expect(page).toContain('25 % of variants linked on 2026-11-20, 75 % on 2026-11-21.');
  });
});
