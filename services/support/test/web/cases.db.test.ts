import { inTransaction } from '@hub/database';
import { raiseAlert } from '@hub/alerts';
import { CASE_SHOWS, sweepCases } from '@hub/desk/cases';
import { aShippingOrder, aShop, type StoredShippingOrder, type StoredShop } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aDeadLetter, ARTICLES } from './dead-letters';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';

let desk: DeskWorld;
let nordic: StoredShop;
let viewer: Visitor;
let agent: Visitor;
let lead: Visitor;
beforeAll(async () => {
  desk = await openDesk();
  nordic = await aShop(desk.db, { slug: 'nordic', name: 'Nordic Outdoor' });
  [viewer, agent, lead] = await Promise.all([
    desk.signIn('viewer'),
    desk.signIn('agent'),
    desk.signIn('lead'),
  ]);
}, 60_000);
beforeEach(async () => {
  await desk.db.supportCase.deleteMany();
  await desk.db.shippingOrder.updateMany({ data: { state: 'stopped' } });
  await desk.db.alert.deleteMany();
  await desk.db.deadLetter.deleteMany();
});
afterAll(() => desk.close());

const sweep = () => inTransaction(desk.db, (tx) => sweepCases(tx, desk.clock.now()));
const page = async (path: string, by = viewer) => textOf((await by.get(path)).text);
const act = async (by: Visitor, path: string, form: Record<string, string> = {}) => {
  await by.get('/cases');
  return textOf((await by.postAndFollow(path, form)).text);
};

async function aRefusedOrder(): Promise<StoredShippingOrder> {
  const order = await aShippingOrder(desk.db, {
    shippingShop: nordic,
    state: 'refused',
    storeOrderId: null,
  });
  const lastFailure = 'the store answered 422 unknown_variant';
  await desk.db.shippingOrder.update({ where: { id: order.id }, data: { lastFailure } });
  await raiseAlert(desk.db, {
    kind: 'placing_refused',
    subject: `shipping_order:${order.id}`,
    shopId: nordic.id,
    message: 'Refused: 422.',
  });
  return order;
}

async function aCase(): Promise<{ id: string; path: string; order: StoredShippingOrder }> {
  const order = await aRefusedOrder();
  await sweep();
  const { id } = await desk.db.supportCase.findFirstOrThrow({ where: { closedAt: null } });
  return { id, path: `/cases/${id}`, order };
}

describe('the list of cases', () => {
  it('says when none is open', async () => {
    expect(await page('/cases')).toContain('No case is open.');
    // Within what refreshes itself: it goes when a case comes.
    expect((await viewer.get('/cases')).text).toMatch(
      /<div id="rows" hx-get="\/cases"[^>]*>\s*<p[^>]*><strong>No case/,
    );
  });

  it('shows one failure once, with the number of affected orders, and is filtered by state, owner and shop', async () => {
    await aRefusedOrder();
    const { path } = await aCase();
    const html = (await viewer.get('/cases')).text;
    expect(textOf(html)).toMatch(
      /Nordic Outdoor refused paid lines the store answered 422 unknown_variant 2 items affected O-\S+ of \S+ and 1 more order .* open unassigned/,
    );
    expect(html).toContain(`href="${path}"`);
    const none = 'No case fits.';
    expect(await page('/cases?owner=me', agent)).toContain(none);
    await act(agent, `${path}/take`);
    expect(await page('/cases?owner=me', agent)).toContain('open an-agent');
    expect(await page('/cases?owner=none')).toContain(none);
    expect(await page('/cases?shop=nordic')).toContain('Nordic Outdoor refused paid lines');
    expect(await page('/cases?state=closed')).toContain(none);
    expect((await viewer.get('/cases?state=nonsense')).status).toBe(400);
  });

  it('is paged by the last row of a page', async () => {
    const opened = { causeKind: 'message', about: 'q r', size: 0, reportedSize: 0, reportedAt: new Date() };
    for (let n = 0; n < 60; n += 1)
      await desk.db.supportCase.create({
        data: {
          ...opened,
          id: `00000000-0000-4000-8000-0000000000${10 + n}`,
          key: String(n),
          openedAt: new Date(1e12 + n),
        },
      });
    const first = (await viewer.get('/cases')).text;
    const older = /href="([^"]*)"[^>]*>More</.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const second = (await viewer.get(older)).text;
    const ids = [first, second].map((html) => [...html.matchAll(/href="(\/cases\/[0-9a-f-]{36})"/g)]);
    expect(ids.map(({ length }) => length)).toEqual([50, 10]);
  });
});

describe('the page of a case', () => {
  it('shows the cause, the affected orders, what is at stake, its messages and alerts', async () => {
    const { path, order } = await aCase();
    const words = await page(path);
    expect(words).toContain('Nordic Outdoor refused paid lines open');
    expect(words).toContain('Why: the store answered 422 unknown_variant');
    expect(words).toContain('At stake 100.00 EUR');
    expect(words).toContain('Promise A paid line is at a shop within an hour.');
    expect(words).toContain(order.orderId);
    expect(words).toContain('Alerts A shop refused a shipping order Refused: 422.');
    expect(words).toContain('It was opened');
    expect(words).toContain('What to do: A shop refused a shipping order');
    expect(words).toContain("The shop's store refused permanently");
  });

  it('shows runbooks, which link to each other', async () => {
    const html = (await viewer.get('/runbooks')).text;
    expect(html).toContain('href="/runbooks/placing-refused"');
    expect(await page('/runbooks/placing-refused')).toContain('A shop refused a shipping order');
    expect((await viewer.get('/runbooks/nonsense')).status).toBe(404);
  });

  it('links to the documentation from its help, and nowhere while its address is not set', async () => {
    expect((await viewer.get('/runbooks')).text).not.toContain('Documentation');
    desk.docsUrl = 'https://docs.example/hub/';
    const reader = await desk.signIn('viewer', await desk.serve());
    for (const path of ['/cases', '/runbooks', '/runbooks/placing-refused'])
      expect((await reader.get(path)).text).toContain(
        '<a href="https://docs.example/hub/" target="_blank" rel="noopener noreferrer">Documentation</a>',
      );
  });

  it('is linked from its alerts, and so is their runbook', async () => {
    const { path } = await aCase();
    const alert = await desk.db.alert.findFirstOrThrow();
    const html = (await viewer.get(`/alerts/${alert.id}`)).text;
    expect(html).toContain(`href="${path}"`);
    expect(html).toContain('href="/runbooks/placing-refused"');
  });

  it('replays its failed messages, singly and together', async () => {
    for (const reason of ['TypeError', 'TypeError']) await aDeadLetter(desk.db, { reason });
    await sweep();
    const { id } = await desk.db.supportCase.findFirstOrThrow();
    const html = (await agent.get(`/cases/${id}`)).text;
    const [failedMessage] = await desk.db.deadLetter.findMany();
    expect(html).toContain(`href="/dead-letters/${failedMessage?.id}/replay"`);
    const ids = [...html.matchAll(/name="ids" value="([^"]+)"/g)].map(([, one]) => one ?? '');
    const set = await agent.postAndFollow('/dead-letters/sets', { choice: 'ticked', ids });
    expect(textOf(set.text)).toContain('2 failed messages chosen together');
    expect((await viewer.get(`/cases/${id}`)).text).not.toContain('/replay');
  });

  it('says if it does not show all of its failed messages, and links to all of them', async () => {
    for (let n = 0; n <= CASE_SHOWS; n += 1) await aDeadLetter(desk.db);
    await sweep();
    const { id } = await desk.db.supportCase.findFirstOrThrow();
    const { text } = await viewer.get(`/cases/${id}`);
    expect(textOf(text)).toContain(`These are the ${CASE_SHOWS} that have waited longest.`);
    const list = `/dead-letters?origin=${ARTICLES}&reason=TypeError`;
    expect(text).toContain(`href="${list.replace('&', '&amp;')}"`);
    expect(await page(list)).toContain(`${CASE_SHOWS + 1} failed`);
  });

  it('is 404 if there is none', async () => {
    for (const id of ['7f9c24e5-2f0d-4a70-9b6c-5d1f4a7c2b11', 'nonsense'])
      expect((await viewer.get(`/cases/${id}`)).status).toBe(404);
  });
});

describe('actions on a case', () => {
  it('are undone by a button beside their result, each by an action of its own', async () => {
    const { id, path } = await aCase();
    const undo = async (kind: string, form: Record<string, string>, label: string) => {
      await lead.get('/cases');
      const { text } = await lead.postAndFollow(`${path}/${kind}`, form);
      const [, notice = ''] = text.split('class="notice');
      expect(textOf(`<p class="notice${notice}`)).toContain(label);
      const [, action = ''] = /action="([^"]+)"/.exec(notice) ?? [];
      const fields = [...(notice.split('</form>')[0]?.matchAll(/name="([a-z]+)" value="([^"]*)"/g) ?? [])];
      await lead.postAndFollow(
        action,
        Object.fromEntries(fields.map(([, name, value]) => [name, value ?? ''])),
      );
      return desk.db.supportCase.findUniqueOrThrow({ where: { id } });
    };
    expect(await undo('take', {}, 'Undo: give it back')).toMatchObject({ owner: null });
    const until = new Date(desk.clock.now() + 3_600_000).toISOString();
    expect(await undo('snooze', { until }, 'Undo: end the snooze')).toMatchObject({ snoozedUntil: null });
    expect(await undo('close', { anyway: 'yes', note: 'by mistake' }, 'Undo: open it again')).toMatchObject({
      closedAt: null,
      closedBy: null,
    });
    const trail = (await desk.trail()).filter(({ subject }) => subject === `case:${id}`);
    expect(trail.map(({ action }) => action)).toEqual([
      'case.take',
      'case.release',
      'case.snooze',
      'case.wake',
      'case.close',
      'case.reopen',
    ]);
    expect(await page(path)).toContain('a-lead opened it again');
  });

  it('opening a closed case again opens the alerts that closing it resolved; not one that closed automatically', async () => {
    await raiseAlert(desk.db, { kind: 'link_disputed', subject: 'link:1', message: 'Which is right?' });
    await sweep();
    const { id } = await desk.db.supportCase.findFirstOrThrow({ where: { closedAt: null } });
    await act(agent, `/cases/${id}/close`);
    expect(await desk.db.alert.findFirst()).toMatchObject({ state: 'resolved' });
    expect(await page(`/cases/${id}`, agent)).toContain('Open it again');
    await act(agent, `/cases/${id}/reopen`);
    expect(await desk.db.alert.findFirst()).toMatchObject({ state: 'open', resolvedAt: null });
    await sweep();
    expect(await desk.db.supportCase.findUnique({ where: { id } })).toMatchObject({ closedAt: null });
    await desk.db.alert.updateMany({ data: { state: 'resolved' } });
    await sweep();
    expect(await act(agent, `/cases/${id}/reopen`)).toContain(
      'Nothing is changed: it closed automatically, or goes on in another case.',
    );
  });

  it('asking a lead is a mail with a ready text; a lead is not offered it', async () => {
    const { path } = await aCase();
    const { text } = await agent.get(path);
    expect(text).toContain('href="mailto:?subject=Nordic%20Outdoor%20refused%20paid%20lines');
    expect(textOf(text)).toContain('please look at this case: Nordic Outdoor refused paid lines');
    expect((await lead.get(path)).text).not.toContain('Ask a lead');
  });

  it('take, hand over to a colleague, give back: each in its history and in the audit', async () => {
    const { id, path } = await aCase();
    expect(await act(agent, `${path}/take`)).toContain('It is yours.');
    expect(await act(agent, `${path}/take`)).toContain('Nothing is changed: it is yours already.');
    const handed = await act(agent, `${path}/hand-over`, { to: 'a-lead', note: 'needs a lead' });
    expect(handed).toContain('It is handed over.');
    expect(handed).toContain('an-agent handed it over to a-lead, until then with an-agent: “needs a lead”');
    expect(await act(agent, `${path}/hand-over`, { to: 'nobody' })).toContain('Nothing is changed');
    expect(await act(lead, `${path}/release`)).toContain('No one has it now.');
    expect((await desk.trail()).filter(({ subject }) => subject === `case:${id}`)).toMatchObject([
      { actor: 'agent:an-agent', action: 'case.take' },
      {
        action: 'case.hand_over',
        detail: { to: 'a-lead', note: 'needs a lead' },
        changes: [{ field: 'owner', before: 'an-agent', after: 'a-lead' }],
      },
      { actor: 'lead:a-lead', action: 'case.release' },
    ]);
  });

  it('a note mentions colleagues, and is text whatever it contains', async () => {
    const { id, path } = await aCase();
    const note = '@a-lead see <script>alert(1)</script>';
    await act(agent, `${path}/note`, { note });
    expect((await lead.get(path)).text).toContain('@a-lead see &lt;script>');
    expect(await page('/cases?owner=calls_me', lead)).toContain('Nordic Outdoor refused paid lines');
    expect(await page('/cases?owner=calls_me', agent)).toContain('No case fits.');
    expect(await desk.db.supportCaseEntry.findFirst({ where: { caseId: id, kind: 'noted' } })).toMatchObject({
      mentions: ['a-lead'],
      reported: true,
    });
  });

  it('text that the database cannot hold is refused, and nothing is done', async () => {
    const { id, path } = await aCase();
    await agent.get(path);
    const answers = [
      await agent.post(`${path}/note`, { note: 'a\0' }),
      await agent.post(`${path}/hand-over`, { to: 'a\0' }),
      await agent.post(`${path}/snooze`, {
        until: new Date(desk.clock.now() + 60_000).toISOString(),
        note: '\0a',
      }),
      await agent.post(`${path}/link`, { url: 'https://tickets.example/\0' }),
      await agent.post(`${path}/close`, { anyway: 'yes', note: 'a\0b' }),
      await agent.post('/tokens', { name: 'a\0', role: 'viewer', days: '1' }),
      await agent.post('/views', { page: '/events', name: 'a\0', query: '' }),
      await agent.post('/views', { page: '/events', name: 'a', query: 'shop=%00\0' }),
      await agent.get('/shops/%00'),
      await agent.get('/cases?shop=%00'),
    ];
    // What is wrong with a case's action is said on its page.
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303, 400, 400, 400, 404, 400]);
    expect(await desk.db.supportCaseEntry.count({ where: { caseId: id } })).toBe(1);
  });

  it('snooze, and end the snooze; a link to a ticket', async () => {
    const { path } = await aCase();
    const until = new Date(desk.clock.now() + 3_600_000).toISOString();
    expect(await act(agent, `${path}/snooze`, { until })).toContain('It is snoozed.');
    expect(await page('/cases')).toContain('No case is open.');
    expect(await page('/cases?state=snoozed')).toContain('Nordic Outdoor refused paid lines');
    expect(await act(agent, `${path}/wake`)).toContain('It is open again.');
    await act(agent, `${path}/link`, { url: 'https://tickets.example/T-1' });
    expect((await viewer.get(path)).text).toContain('href="https://tickets.example/T-1"');
    expect(await act(agent, `${path}/link`, { url: 'javascript:alert(1)' })).toContain('Nothing is changed');
  });

  it('D18: closing one with orders in difficulty asks and says so', async () => {
    const { path, order } = await aCase();
    const asked = await act(agent, `${path}/close`);
    expect(asked).toContain('Still at risk.');
    expect(asked).toContain(order.orderId);
    expect(await act(agent, `${path}/close`, { anyway: 'yes', note: 'agreed with the shop' })).toContain(
      'closed by an-agent',
    );
    expect(await page('/cases?state=left')).toContain('1 item affected');
    expect(await page('/at-risk')).toContain(order.orderId);
  });

  it('a viewer may not, by direct requests either', async () => {
    const { id, path } = await aCase();
    await viewer.get(path);
    const until = new Date(desk.clock.now() + 3_600_000).toISOString();
    const forms = { to: 'a-lead', note: 'x', url: 'https://t.example', until, anyway: 'yes' };
    for (const action of ['take', 'hand-over', 'release', 'note', 'snooze', 'wake', 'link', 'close'])
      expect([action, (await viewer.post(`${path}/${action}`, forms)).status]).toEqual([action, 403]);
    expect(await desk.db.supportCase.findUniqueOrThrow({ where: { id } })).toMatchObject({
      owner: null,
      closedAt: null,
      snoozedUntil: null,
      ticketUrl: null,
    });
    expect(await page(path)).toContain('An agent may take it');
  });
});
