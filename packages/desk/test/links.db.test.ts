import {
  aGtin,
  aShippingOrder,
  aLinkProposal,
  aShop,
  aVariant,
  createTestDatabase,
  openSession,
  waitForLocks,
  type TestDatabase,
} from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Acting } from '../src/engine/action';
import { LINKS_OF_A_SLICE } from '../src/links/decide-in-slices';
import { decideLinks } from '../src/links/decide-links';
import { LINK_REFUSAL_LABELS } from '../src/links/decide-pairs';
import { describeEvidence } from '../src/links/describe-evidence';
import { listLinkGroups } from '../src/links/list-link-groups';
import { listLinkProposals } from '../src/links/list-link-proposals';
import type { LinkDecision } from '../src/links/next-link-state';

jest.setTimeout(60_000);

const NOW = new Date('2026-11-23T04:00:00Z');
const GONE = 'One of the two variants is no longer offered';
const LEAD = { role: 'lead' } as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.outbox.deleteMany();
});

interface Offered {
  shopId: number;
  variantId: string;
}

/** A variant that no barcode links, unless a number is given. */
async function offered(gtin: string | null = null, shopId?: number): Promise<Offered> {
  const { id } = shopId === undefined ? await aShop(database.db) : { id: shopId };
  return aVariant(database.db, { shopId: id, gtin, onHand: 5 });
}

const named = ({ shopId, variantId }: Offered) => ({
  shopId,
  variantId,
  productId: `product-of-${variantId}`,
});

const proposed = (one: Offered, other: Offered) =>
  aLinkProposal(database.db, [named(one), named(other)], { madeAt: NOW });

/** @returns what became of it, or why nothing did */
async function decide(id: string, decision: LinkDecision, side: Pick<Acting, 'role' | 'shop'>) {
  const acting = { db: database.db, actor: 'lead:eva', now: NOW.getTime(), ...side };
  const end = await decideLinks.act(acting, { decision, proposals: [id] });
  return end.kind === 'done' ? { kind: end.kind, ...end.answer[0] } : end;
}

/** From now on this proposal cannot be written. */
async function failsFor(id: string | null): Promise<void> {
  const session = await openSession(database.url);
  await session.query(`
    CREATE OR REPLACE FUNCTION fails() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.id::text = '${id ?? ''}' THEN RAISE EXCEPTION 'it cannot be written'; END IF; RETURN NEW; END $$;
    CREATE OR REPLACE TRIGGER fails BEFORE UPDATE ON link_proposal FOR EACH ROW EXECUTE FUNCTION fails()`);
  await session.end();
}

const shop = ({ shopId }: Offered) =>
  ({ role: 'shop', shop: { id: shopId, slug: `shop-${shopId}` } }) as const;
const stored = ({ shopId, variantId }: Offered) =>
  database.db.variant.findUniqueOrThrow({ where: { shopId_variantId: { shopId, variantId } } });
const articleOf = async (variant: Offered) => (await stored(variant)).gtin;
const commands = async () => {
  const sent = await database.db.outbox.findMany({ orderBy: { id: 'asc' } });
  return sent.map(({ type, payload }) => [type, payload]);
};

describe('proposals', () => {
  it('show both variants as they are offered, in any order of arrival, and are grouped by product', async () => {
    const [one, other] = [await offered(), await offered(aGtin(9_001))];
    await proposed(other, one);
    const [found] = await listLinkProposals(database.db, {
      shopId: other.shopId,
      states: ['open'],
      limit: 5,
    });
    expect(found).toMatchObject({
      state: 'open',
      score: 0.97,
      confidence: 'sure',
      a: { shopId: one.shopId, brand: 'Nordic', barcode: null, imageUrl: null },
      b: { shopId: other.shopId, barcode: aGtin(9_001) },
    });
    expect(found && describeEvidence(found.evidence).pro).toEqual(['Same words in the titles', 'Same size']);
    const groups = await listLinkGroups(database.db, { shopId: one.shopId, states: ['open'], limit: 5 });
    expect(groups).toMatchObject([{ shopA: one.shopId, shopB: other.shopId, pairs: 1, sure: 1, best: 0.97 }]);
  });
});

describe('a link', () => {
  it('needs both shops: the variant without an article gets that of the other, and its quantities are recalculated', async () => {
    const [one, other] = [await offered(), await offered(aGtin(9_002))];
    const id = await proposed(one, other);
    expect(await decide(id, 'agree', shop(one))).toMatchObject({ kind: 'done', state: 'agreed' });
    expect(await articleOf(one)).toBeNull();
    expect(await decide(id, 'agree', shop(other))).toMatchObject({ kind: 'done', state: 'confirmed' });
    expect(await articleOf(one)).toBe(aGtin(9_002));
    expect(await commands()).toEqual([['network-quantity.recalculate', { gtin: aGtin(9_002) }]]);
    const trail = await database.db.supportAction.findMany({ where: { subject: `link:${id}` } });
    expect(trail.map(({ actor, action, changes }) => [actor, action, changes])).toEqual([
      ['lead:eva', 'link.decide', [{ field: 'state', before: 'open', after: 'agreed' }]],
      ['lead:eva', 'link.decide', [{ field: 'state', before: 'agreed', after: 'confirmed' }]],
    ]);
  });

  it('of two variants without barcode is an article that no barcode can name', async () => {
    const [one, other] = [await offered(), await offered()];
    const id = await proposed(one, other);
    expect(await decide(id, 'confirm', LEAD)).toMatchObject({ state: 'confirmed' });
    const article = await articleOf(one);
    expect(article).toMatch(/^H[0-9A-Z]{13}$/);
    expect(await articleOf(other)).toBe(article);
  });

  it('is refused if each is another article, if the shop has the article already, and if one is gone', async () => {
    const [one, other] = [await offered(aGtin(9_003)), await offered(aGtin(9_004))];
    expect(await decide(await proposed(one, other), 'confirm', LEAD)).toMatchObject({
      says: expect.stringContaining('Each of the two is linked to an article already'),
    });

    const twin = await offered(null, one.shopId);
    const same = await offered(aGtin(9_003));
    expect(await decide(await proposed(twin, same), 'confirm', LEAD)).toMatchObject({
      kind: 'refused',
      why: 'The shop has another variant that is this article',
    });
    expect(await articleOf(twin)).toBeNull();

    const gone = await offered();
    const id = await proposed(gone, same);
    await database.db.variant.updateMany({ where: gone, data: { state: 'retired' } });
    expect(await decide(id, 'confirm', LEAD)).toMatchObject({ why: GONE });
    expect(await database.db.linkProposal.findUnique({ where: { id } })).toMatchObject({ state: 'open' });
    expect(Object.values(LINK_REFUSAL_LABELS).every((label) => label.endsWith('.'))).toBe(true);
  });

  it('is invisible to a third shop', async () => {
    const [one, other, third] = [await offered(), await offered(), await offered()];
    const id = await proposed(one, other);
    expect(await decide(id, 'refuse', shop(third))).toMatchObject({ kind: 'unknown' });
  });

  it('is decided for many at once: a refused one does not block the others', async () => {
    const [one, other] = [await offered(aGtin(9_005)), await offered(aGtin(9_006))];
    const [two, fellow] = [await offered(), await offered()];
    const ids = [await proposed(one, other), await proposed(two, fellow)];
    const lead = { db: database.db, actor: 'lead:eva', now: NOW.getTime(), ...LEAD };
    const asked = { decision: 'confirm', proposals: ids };
    expect((await decideLinks.ask(lead, asked))?.table?.rows.map((row) => row.at(-1))).toEqual([
      'Not changed. Each of the two is linked to an article already, and not to the same one.',
      'Linked.',
    ]);
    expect(await decideLinks.act(lead, asked)).toMatchObject({
      kind: 'done',
      answer: [{ state: null }, { state: 'confirmed', refusal: null }],
    });
  });

  it('is decided some at a time: after a failure those before it stay decided, and done again the rest is', async () => {
    const [one, other] = [await offered(), await offered()];
    const ids: string[] = [];
    for (let pair = 0; pair <= LINKS_OF_A_SLICE; pair += 1)
      ids.push(await proposed(await offered(null, one.shopId), await offered(null, other.shopId)));
    const last = ids.at(-1) ?? '';
    const lead = { db: database.db, actor: 'lead:eva', now: NOW.getTime(), ...LEAD };
    const refuse = () => decideLinks.act(lead, { decision: 'refuse', proposals: ids });
    const recorded = () =>
      database.db.supportAction.count({ where: { subject: { in: ids.map((id) => `link:${id}`) } } });
    await failsFor(last);

    // When and then
    await expect(refuse()).rejects.toThrow('cannot be written');
    expect(await recorded()).toBe(LINKS_OF_A_SLICE);

    // When and then
    await failsFor(null);
    expect(await refuse()).toMatchObject({ kind: 'done' });
    expect(await recorded()).toBe(LINKS_OF_A_SLICE + 1);
  });

  it('fails as a whole, if its first pairs fail: nothing was decided', async () => {
    const id = await proposed(await offered(), await offered());
    await failsFor(id);
    await expect(decide(id, 'refuse', LEAD)).rejects.toThrow('cannot be written');
    await failsFor(null);
    expect(await decide(id, 'refuse', LEAD)).toMatchObject({ state: 'refused' });
  });

  it('is made once, if both shops agree at the same moment', async () => {
    const [one, other] = [await offered(), await offered()];
    const id = await proposed(one, other);
    const held = await hold('SELECT 1 FROM link_proposal WHERE id = $1 FOR UPDATE', id);
    const both = Promise.all([decide(id, 'agree', shop(one)), decide(id, 'agree', shop(other))]);
    await waitForLocks(database.db, 2);
    await held.end();
    expect((await both).map((outcome) => 'state' in outcome && outcome.state).toSorted()).toEqual([
      'agreed',
      'confirmed',
    ]);
    expect(await articleOf(one)).not.toBeNull();
    expect(await articleOf(other)).toBe(await articleOf(one));
    expect(await database.db.articleLink.count({ where: { proposalId: id } })).toBe(2);
  });

  it('waits for a catalogue run that is being applied to one of the shops', async () => {
    const [one, other] = [await offered(), await offered()];
    const id = await proposed(one, other);
    const run = await hold('SELECT 1 FROM shop WHERE id = $1 FOR NO KEY UPDATE', other.shopId);
    const confirmed = decide(id, 'confirm', LEAD);
    await waitForLocks(database.db);
    // What the run changes is not locked yet.
    await run.query('UPDATE variant SET state = $1 WHERE shop_id = $2', ['retired', other.shopId]);
    await run.query('COMMIT');
    await run.end();
    expect(await confirmed).toMatchObject({ kind: 'refused', why: GONE });
  });
});

/** A transaction that locks a row and stays open until it is ended. */
async function hold(lock: string, id: string | number) {
  const session = await openSession(database.url);
  await session.query('BEGIN');
  await session.query(lock, [id]);
  return session;
}

describe('a variant that a restricted number linked before (D14)', () => {
  it('is linked by people to an article that no barcode names', async () => {
    const [one, other] = [await offered('02000000000015'), await offered()];
    const id = await proposed(one, other);
    expect(await decide(id, 'confirm', LEAD)).toMatchObject({ kind: 'done' });
    expect(await articleOf(one)).toMatch(/^H/);
    expect(await articleOf(other)).toBe(await articleOf(one));
    await decide(id, 'undo', LEAD);
    expect(await stored(one)).toMatchObject({ gtin: null, linkProblem: 'restricted_barcode' });
  });
});

describe('a link of a recreated variant (D14)', () => {
  it('takes the reservations of the retired one along, and undoing it gives them back', async () => {
    const shipping = await aShop(database.db);
    const { lines } = await aShippingOrder(database.db, { shippingShop: shipping, quantities: [3] });
    const key = { shopId: shipping.id, variantId: lines[0]?.variantId ?? '' };
    const retired = await database.db.variant.update({
      where: { shopId_variantId: key },
      data: { state: 'retired' },
    });
    const [recreated, other] = [await offered(null, shipping.id), await offered(retired.gtin)];
    const committed = async () => [(await stored(key))?.committed, (await stored(recreated))?.committed];
    const id = await proposed(recreated, other);
    await decide(id, 'confirm', LEAD);
    expect(await committed()).toEqual([0n, 3n]);
    await decide(id, 'undo', LEAD);
    expect(await committed()).toEqual([3n, 0n]);
  });
});

describe('undo', () => {
  it('has each variant go by its barcode again, and zeroes those without', async () => {
    const [one, other] = [await offered(), await offered(aGtin(9_007))];
    const id = await proposed(one, other);
    await decide(id, 'confirm', LEAD);
    await database.db.articleLink.updateMany({
      where: { proposalId: id },
      data: { linkProblem: 'invalid_barcode' },
    });
    await database.db.outbox.deleteMany();
    expect(await decide(id, 'undo', shop(one))).toMatchObject({
      kind: 'done',
      state: 'undone',
      order_lines_that_stay: 0,
    });
    expect(await stored(one)).toMatchObject({ gtin: null, linkProblem: 'invalid_barcode' });
    expect(await articleOf(other)).toBe(aGtin(9_007));
    expect(await commands()).toEqual([
      ['network-quantity.recalculate', { gtin: aGtin(9_007) }],
      ['network-quantity.recalculate-shop', { shopId: one.shopId }],
    ]);
  });

  it('leaves allocations at the other shop unchanged, and reports how many lines they are', async () => {
    const [seller, shipper] = [await aShop(database.db), await aShop(database.db)];
    const order = await aShippingOrder(database.db, { sellingShop: seller, shippingShop: shipper });
    const line = await database.db.orderLine.findFirstOrThrow({
      where: { sellerOrderId: order.sellerOrderId },
    });
    const shipped = { shopId: shipper.id, variantId: order.lines[0]?.variantId ?? '' };
    await database.db.variant.updateMany({ where: shipped, data: { gtin: aGtin(9_008) } });
    const sold = await aVariant(database.db, {
      shopId: seller.id,
      variantId: line.variantId,
      gtin: null,
    });
    const id = await proposed(sold, shipped);
    await decide(id, 'confirm', LEAD);
    const reserved = await database.db.reservation.findMany({ where: { shopId: shipper.id } });

    expect(await decide(id, 'undo', LEAD)).toMatchObject({ kind: 'done', order_lines_that_stay: 1 });

    expect(await database.db.reservation.findMany({ where: { shopId: shipper.id } })).toEqual(reserved);
    expect(await database.db.orderLine.findUnique({ where: { id: line.id } })).toEqual(line);
    expect(await database.db.shippingOrder.findUnique({ where: { id: order.id } })).toMatchObject({
      state: 'placed',
    });
  });

  it('waits for links that depend on it', async () => {
    const [one, middle, last] = [await offered(), await offered(), await offered()];
    const first = await proposed(one, middle);
    await decide(first, 'confirm', LEAD);
    const second = await proposed(last, middle);
    await decide(second, 'confirm', LEAD);
    expect(await articleOf(last)).toBe(await articleOf(one));
    expect(await decide(first, 'undo', LEAD)).toMatchObject({
      why: expect.stringContaining('Undo those first'),
    });
    expect(await decide(second, 'undo', LEAD)).toMatchObject({ state: 'undone' });
    expect(await decide(first, 'undo', LEAD)).toMatchObject({ state: 'undone' });
    expect([await articleOf(one), await articleOf(middle), await articleOf(last)]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
