import { inTransaction } from '@hub/database';
import { raiseAlert, type AlertKind } from '@hub/alerts';
import { aShop, type StoredShop } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aDeadOrder, ORDERS } from './dead-letters';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';
import { aTimelineOrder } from './timeline-order';

let desk: DeskWorld;
let nordic: StoredShop;
let viewer: Visitor;
let agent: Visitor;
let lead: Visitor;
beforeAll(async () => {
  desk = await openDesk();
  nordic = await aShop(desk.db, { slug: 'nordic' });
  [viewer, agent, lead] = await Promise.all([
    desk.signIn('viewer'),
    desk.signIn('agent'),
    desk.signIn('lead'),
  ]);
}, 60_000);
beforeEach(async () => {
  await desk.db.alertNotice.deleteMany();
  await desk.db.alert.deleteMany();
});
afterAll(() => desk.close());

let raised = 0;
async function anAlert(
  more: { kind?: AlertKind; shopId?: number; sellerOrderId?: string; detail?: object } = {},
) {
  const subject = `test:${(raised += 1)}`;
  const { kind = 'tracking_failed', detail = {}, ...about } = more;
  const report = { kind, subject, message: `Message of ${subject}.`, detail: { ...detail }, ...about };
  await inTransaction(desk.db, (tx) => raiseAlert(tx, report));
  const { id } = await desk.db.alert.findFirstOrThrow({ where: { subject } });
  return { id, message: report.message };
}

const page = async (path: string, by = viewer) => textOf((await by.get(path)).text);
const act = async (by: Visitor, action: 'take' | 'resolve', ids: readonly string[]) => {
  await by.get('/alerts');
  return textOf((await by.postAndFollow('/alerts/act', { action, ids, back: '/alerts' })).text);
};
const stateOf = (id: string) =>
  desk.db.alert.findUniqueOrThrow({ where: { id }, select: { state: true, takenBy: true } });
const did = (id: string) =>
  desk.db.supportAction.findMany({ where: { subject: `alert:${id}` }, orderBy: { id: 'asc' } });

describe('the list of alerts', () => {
  it('explains an empty list', async () => {
    expect(await page('/alerts')).toContain('No alert waits: nothing asks for an agent now.');
  });

  it('shows what is not resolved, counted by state, with its text and its owner', async () => {
    const [open, taken, resolved] = [await anAlert(), await anAlert(), await anAlert()];
    await act(agent, 'take', [taken.id]);
    await act(agent, 'resolve', [resolved.id]);
    const words = await page('/alerts');
    expect(words).toContain('open 1 taken 1 resolved 1');
    expect(words).toContain(`Tracking was not delivered ${open.message}`);
    expect(words).toContain('taken by agent:an-agent');
    expect(words).not.toContain(resolved.message);
    expect(await page('/alerts?state=resolved')).toContain(resolved.message);
  });

  it('groups the figures of a large count', async () => {
    const { id } = await anAlert();
    await desk.db.alert.update({ where: { id }, data: { count: 80_007 } });
    expect((await viewer.get('/alerts')).text).toContain('80\u00a0007');
    expect((await viewer.get(`/alerts/${id}`)).text).toContain('80\u00a0007 times');
  });

  it('is filtered by kind and shop, each in the address', async () => {
    const tracking = await anAlert({ shopId: nordic.id });
    const line = await anAlert({ kind: 'line_waiting' });
    const byKind = await page('/alerts?kind=line_waiting');
    expect([byKind.includes(line.message), byKind.includes(tracking.message)]).toEqual([true, false]);
    const byShop = await page('/alerts?shop=nordic');
    expect([byShop.includes(line.message), byShop.includes(tracking.message)]).toEqual([false, true]);
    expect(byShop).toContain('open 1 taken 0 resolved 0');
  });

  it('is paged by the last row of a page', async () => {
    for (let n = 0; n < 60; n += 1) await anAlert();
    const first = (await viewer.get('/alerts')).text;
    const older = /href="([^"]*)"[^>]*>More</.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const second = (await viewer.get(older)).text;
    const ids = [first, second].map((html) =>
      [...html.matchAll(/href="\/alerts\/([0-9a-f-]{36})"/g)].map(([, id]) => id),
    );
    expect(ids.map(({ length }) => length)).toEqual([50, 10]);
    expect(new Set(ids.flat()).size).toBe(60);
  });

  it('shows how many are newer, and leaves the list unchanged', async () => {
    const html = (await viewer.get('/alerts')).text;
    const href = /id="newer" hx-get="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(await page(href)).not.toContain('show them');
    await anAlert();
    await desk.db.alert.updateMany({ data: { lastAt: new Date(Date.now() + 1000) } });
    expect(await page(href)).toContain('1 newer alert: show them');
  });
});

describe('the page of an alert', () => {
  it('says what it means and what to do, and links to its order and shop', async () => {
    const timelineOrder = await aTimelineOrder(desk.db);
    const { id, message } = await anAlert({ shopId: nordic.id, sellerOrderId: timelineOrder.id });
    const html = (await viewer.get(`/alerts/${id}`)).text;
    const words = textOf(html);
    expect(words).toContain(message);
    expect(words).toContain('What it means The selling shop did not get the tracking of a package');
    expect(words).toContain('Runbook: Tracking');
    expect(html).toContain(`href="/orders/${timelineOrder.id}"`);
    expect(html).toContain('href="/shops/nordic"');
  });

  it('of failed messages links to those of its cause', async () => {
    await aDeadOrder(desk.db, { shopId: nordic.id, orderId: 'O-1' });
    const { id } = await anAlert({ kind: 'dead_letter', detail: { origin: ORDERS, reason: 'TypeError' } });
    const html = (await viewer.get(`/alerts/${id}`)).text;
    const href = /href="(\/dead-letters\?[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(await page(href)).toContain('1 failed message fits');
  });
});

describe('taking and resolving alerts', () => {
  it('a viewer may not', async () => {
    const { id } = await anAlert();
    await viewer.get('/alerts');
    const answer = await viewer.post('/alerts/act', { action: 'take', ids: id, back: '/alerts' });
    expect(answer.status).toBe(403);
    expect(await stateOf(id)).toEqual({ state: 'open', takenBy: null });
  });

  it('several at once; each is recorded', async () => {
    const ids = [(await anAlert()).id, (await anAlert()).id];
    expect(await act(agent, 'take', ids)).toContain('You have taken 2 alerts.');
    for (const id of ids)
      expect(await did(id)).toMatchObject([{ actor: 'agent:an-agent', action: 'alert.take' }]);
  });

  it('taking one that another agent has says from whom it is taken over', async () => {
    const { id } = await anAlert();
    await act(agent, 'take', [id]);
    expect(await page(`/alerts/${id}`, lead)).toContain('Take it over from agent:an-agent');
    expect(await act(lead, 'take', [id])).toContain(
      'You have taken 1 alert; taken over from agent:an-agent: 1.',
    );
    expect(await stateOf(id)).toEqual({ state: 'taken', takenBy: 'lead:a-lead' });
  });

  it('an outdated form says what happened instead', async () => {
    const { id } = await anAlert();
    await act(lead, 'resolve', [id]);
    expect(await act(agent, 'take', [id])).toMatch(
      /1 alert not taken: it is resolved already \(lead:a-lead resolved an alert at [\d-]+ [\d:]+ UTC \)/,
    );
  });

  it('redirects to the list or the alert, and nowhere else', async () => {
    const { id } = await anAlert();
    await agent.get('/alerts');
    for (const [back, leads] of [
      [`/alerts/${id}`, `/alerts/${id}`],
      ['/alerts?shop=nordic', '/alerts?shop=nordic'],
      ['https://elsewhere.example/', '/alerts'],
      ['/alerts//elsewhere.example', '/alerts'],
    ] as const)
      expect((await agent.post('/alerts/act', { action: 'take', ids: id, back })).location).toBe(leads);
  });
});
