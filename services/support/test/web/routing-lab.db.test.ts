import { inTransaction } from '@hub/database';
import { advanceLabRuns } from '@hub/desk/routing/lab';
import { aShippingOrder, aShop } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';

const DAY_MS = 86_400_000;

let desk: DeskWorld;
let viewer: Visitor;
let agent: Visitor;
let lead: Visitor;
let orderId: string;
beforeAll(async () => {
  desk = await openDesk();
  [viewer, agent, lead] = await Promise.all([
    desk.signIn('viewer'),
    desk.signIn('agent'),
    desk.signIn('lead'),
  ]);
  const near = await aShop(desk.db, { slug: 'near', name: 'Near & Dear' });
  const large = await aShop(desk.db, { slug: 'large', name: 'Large Store' });
  await desk.db.shop.updateMany({ data: { injectionVat: 'never' } });
  const order = await aShippingOrder(desk.db, { shippingShop: near, orderId: '1001' });
  orderId = order.sellerOrderId;
  const { decisionId } = await desk.db.shippingOrder.findUniqueOrThrow({ where: { id: order.id } });
  const [line] = order.lines;
  const shop = { alreadyChosen: false, suspended: false };
  const chosen = { shopId: near.id, variantId: line?.variantId ?? '' };
  await desk.db.routingDecision.create({
    data: {
      id: decisionId,
      sellerOrderId: orderId,
      policyVersion: 'D19-2/fine',
      decidedAt: new Date(desk.clock.now() - DAY_MS),
      detail: {
        policy: { version: 'D19-2/fine', bandKm: 20 },
        mode: 'live',
        country: 'SE',
        withCoordinates: true,
        consumerVat: '0.25',
        lines: [
          {
            lineItemId: line?.lineItemId ?? '',
            gtin: '00000000000017',
            quantity: 1,
            chosen,
            waitsFor: null,
            candidates: [
              { ...chosen, ...shop, freeStock: 1, distanceKm: 5 },
              { shopId: large.id, variantId: 'V-9', ...shop, freeStock: 9, distanceKm: 45 },
            ],
            ruledOut: [],
          },
        ],
      },
    },
  });
}, 60_000);
afterAll(() => desk.close());

const minute = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 16);
const form = (more: Record<string, string> = {}) => ({
  name: 'wide',
  band_km: '100',
  since: minute(2),
  until: minute(1 / 24),
  note: 'fewer parcels?',
  ...more,
});

describe('the policy lab', () => {
  it('only agents begin and stop it, by a direct request either', async () => {
    expect((await viewer.get('/routing/lab')).text).not.toContain('Try it');
    expect((await viewer.post('/routing/lab', form())).status).toBe(403);
    expect(await desk.db.labRun.count()).toBe(0);
  });

  it.each([
    ['no band', { band_km: '' }, 'Name either criteria or band_km.'],
    [
      'a period in which nothing was decided',
      { since: minute(9), until: minute(8) },
      'Not started: nothing was routed',
    ],
    ['a period that is not over', { until: minute(-1) }, 'Not started: the period is not over yet'],
  ])('%s is refused, and the form keeps its entries', async (_, wrong, says) => {
    await agent.get('/routing/lab');
    const before = await desk.db.labRun.count();
    const answer = await agent.postAndFollow('/routing/lab', form(wrong));
    expect(textOf(answer.text)).toContain(says);
    expect(answer.text).toContain('value="fewer parcels?"');
    expect(await desk.db.labRun.count()).toBe(before);
  });

  it("proposes a past period, in the form's format", async () => {
    const { text } = await agent.get('/routing/lab');
    const [, since = '', until = ''] =
      /name="since"[^>]* value="([^"]+)"[^]*name="until"[^>]* value="([^"]+)"/.exec(text) ?? [];
    const { location } = await agent.post('/routing/lab', form({ since, until }));
    expect(location).toMatch(/^\/routing\/lab\/./);
    await desk.db.labRun.deleteMany();
  });

  it('shows both policies side by side, who wins and who loses, the lines, and all of it as files', async () => {
    await agent.get('/routing/lab');
    const { location } = await agent.post('/routing/lab', form());
    const page = location ?? '';
    expect(textOf((await viewer.get(page)).text)).toContain('running 0 of 1 decisions');
    while ((await inTransaction(desk.db, (tx) => advanceLabRuns(tx, desk.clock.now()))) > 0);
    const html = (await viewer.get(page)).text;
    const text = textOf(html);
    expect(text).toContain('finished 1 of 1 decisions');
    expect(text).toContain('1 of 1 decisions are compared');
    expect(text).toContain('1 of 1 lines go to another shop');
    expect(text).toContain('Parcels 1 1 0 Kilometres 5 45 +40 (+800.0 %) Shops 1 1 0 Lines that wait 0 0 0');
    expect(text).toContain('Kilometres As decided 5 Under wide 45');
    expect(text).toMatch(/Who would be paid more \(right\), who less \(left\), in EUR .*Near & Dear −\d/);
    const shops = await viewer.get(`${page}/shops.csv`);
    expect(shops.headers.get('content-type')).toContain('text/csv');
    expect(shops.text).toMatch(
      /^\uFEFFShop,Slug,Lines as decided,"?Lines, other policy"?,Currency,.*,Orders as decided,.*\r\n/,
    );
    expect(shops.text).toMatch(/Near & Dear,near,1,0,EUR,/);
    expect((await viewer.get(`${page}/lines.csv`)).text).toMatch(
      /^\uFEFFOrder,.*\r\n1001,.*Near & Dear,5,.*Large Store,45,/,
    );
    expect(html).toContain(`href="/orders/${orderId}/replay"`);
    expect(html).not.toContain('Adopt this policy');
    expect((await lead.get(page)).text).toContain('href="/routing/adopt?name=wide&amp;band_km=100"');
    expect(textOf((await viewer.get('/routing/lab')).text)).toContain('wide, bands of 100 km');
  });

  it('a finished run cannot be stopped; an unknown one is not found', async () => {
    const { id } = await desk.db.labRun.findFirstOrThrow();
    await agent.get(`/routing/lab/${id}`);
    const answer = await agent.postAndFollow(`/routing/lab/${id}/stop`);
    expect(textOf(answer.text)).toContain('Nothing is changed');
    expect((await viewer.get('/routing/lab/nothing')).status).toBe(404);
  });
});

describe('an order under another policy', () => {
  const shown = async (band: string) => textOf((await viewer.get(`/orders/${orderId}/replay${band}`)).text);

  it('shows for each decision what was chosen, what would have been, and the ranking', async () => {
    expect(await shown('?band_km=100')).toContain(
      'Near & Dear Large Store differs: has more free stock Large Store (9 free, 45 km)',
    );
    expect(await shown('?band_km=20')).toContain('Near & Dear Near & Dear same');
    expect(await shown('')).toContain('Then bands of 20 km; here bands of 50 km.');
  });

  it('guesses nothing if the stored data is not enough', async () => {
    await desk.db.$executeRaw`
      UPDATE routing_decision SET detail = jsonb_set(detail, '{lines,0,counted}', '{"candidates":4,"ruledOut":{}}')`;
    const text = await shown('?band_km=100');
    expect(text).toContain('cannot be known');
    expect(text).toContain('and 4 shops whose figures are not kept');
  });

  it('an invalid band is refused with a message', async () => {
    expect((await viewer.get(`/orders/${orderId}/replay?band_km=0`)).status).toBe(400);
    expect((await viewer.get('/orders/nothing/replay')).status).toBe(404);
  });
});
