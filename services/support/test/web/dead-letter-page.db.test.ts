import { aShop, type StoredShop } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aDeadLetter, aDeadOrder, ORDERS } from './dead-letters';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';

let desk: DeskWorld;
let nordic: StoredShop;
let viewer: Visitor;
let agent: Visitor;
let lead: Visitor;
let id: string;
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
  await desk.db.deadLetter.deleteMany();
  id = await aDeadOrder(desk.db, { shopId: nordic.id, orderId: 'O-1' });
});
afterAll(() => desk.close());

const PERSONAL = ['Ada Lind', 'Storgatan 1', '111 22', 'ada.lind@customer.example'];
const WILL = 'accepted; then: Choosing shops for an order';
const path = (rest = '') => `/dead-letters/${id}${rest}`;
const failedMessage = () => desk.db.deadLetter.findUniqueOrThrow({ where: { id } });
const did = () =>
  desk.db.supportAction.findMany({ where: { subject: `dead_letter:${id}` }, orderBy: { id: 'asc' } });
/** The value that the confirmation sends back: the forecast that was shown. */
const shownOf = (html: string) => /name="shown" value="([^"]*)"/.exec(html)?.[1] ?? '';

describe('the page of a failed message', () => {
  it('says what it is, why it failed, and what a replay would do now; nothing personal', async () => {
    const { text } = await viewer.get(path());
    const words = textOf(text);
    expect(words).toContain('An order could not be recorded: nordic open');
    expect(words).toContain('The worker failed each time it handled the message (TypeError)');
    expect(words).toContain(`has an effect ${WILL}`);
    expect(words).toContain('once, last after 6 attempts');
    expect(words).toContain('E-O-1');
    expect(text).toContain('href="/orders?q=O-1"');
    expect(text).toMatch(/<details id="stack">/);
    for (const personal of PERSONAL) expect(text).not.toContain(personal);
  });

  it('shows nothing of bytes that are not JSON, since personal data in them cannot be recognised', async () => {
    id = await aDeadLetter(desk.db, {
      origin: ORDERS,
      shopId: nordic.id,
      body: Buffer.from('{"name":"Ada Lind"'),
    });
    const { text } = await viewer.get(path());
    expect(text).not.toContain('Ada Lind');
    expect(textOf(text)).toContain('It is not valid JSON');
  });

  it('says if the message does not exist (any more)', async () => {
    for (const unknown of ['7f9c24e5-2f0d-4a70-9b6c-5d1f4a7c2b11', 'nonsense'])
      expect((await viewer.get(`/dead-letters/${unknown}`)).status).toBe(404);
  });
});

describe('viewing personal data', () => {
  it('is possible by the form alone, recorded, and not cached', async () => {
    await agent.get(path());
    const answer = await agent.post(path('/reveal'), { which: 'original' });
    for (const personal of PERSONAL) expect(answer.text).toContain(personal);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await did()).toMatchObject([{ actor: 'agent:an-agent', action: 'dead_letter.reveal' }]);
    expect((await agent.get(path('/reveal'))).status).toBe(404);
  });

  it('is refused to a viewer, and nothing is shown', async () => {
    await viewer.get(path());
    const answer = await viewer.post(path('/reveal'));
    expect(answer.status).toBe(403);
    expect(answer.text).not.toContain('Ada Lind');
    expect(await did()).toEqual([]);
  });
});

describe('replaying one', () => {
  it('asks first, with the forecast, and goes through the outbox', async () => {
    const question = await agent.get(path('/replay'));
    expect(textOf(question.text)).toContain(WILL);
    expect((await failedMessage()).state).toBe('open');
    const { text } = await agent.postAndFollow(path('/replay'), {
      shown: shownOf(question.text),
      note: 'mended',
    });
    expect(textOf(text)).toContain('1 message was sent again. Its result shows here.');
    expect(textOf(text)).toContain('Its replay is under way');
    const { replayId } = await failedMessage();
    expect(await desk.db.outbox.findMany({ select: { messageId: true, queue: true } })).toEqual([
      { messageId: replayId, queue: ORDERS },
    ]);
    expect(await did()).toMatchObject([{ action: 'dead_letter.replay', detail: { note: 'mended' } }]);
  });

  it('asks again if it would no longer do what was shown', async () => {
    const shown = shownOf((await agent.get(path('/replay'))).text);
    const { forecast } = desk;
    const verdict = {
      status: 422,
      code: 'invalid_order',
      message: 'm',
      field: 'data.payment_status',
    } as const;
    desk.forecast = { end: { kind: 'answered', verdict }, commands: {}, rows: {} };
    const { location } = await agent.post(path('/replay'), { shown });
    const { text } = await agent.get(location ?? '');
    desk.forecast = forecast;
    expect(location).toBe(path('/replay'));
    expect(textOf(text)).toContain('a replay would not do what you were shown');
    expect(textOf(text)).toContain(
      'would be refused answered 422: an order cannot be like this (invalid_order), field data.payment_status',
    );
    expect((await failedMessage()).state).toBe('open');
  });

  it("a form outdated by another agent's action says what happened instead, and by whom", async () => {
    const shown = shownOf((await agent.get(path('/replay'))).text);
    await lead.get(path());
    await lead.postAndFollow(path('/discard'), { note: 'a test order' });
    const { text } = await agent.postAndFollow(path('/replay'), { shown });
    expect(textOf(text)).toMatch(
      /It is not replayed: it is discarded: restore it first \(lead:a-lead discarded a failed message at [-\d]+ \d\d:\d\d:\d\d UTC \)/,
    );
    expect((await failedMessage()).state).toBe('discarded');
  });
});

describe('discarding and restoring one', () => {
  it('discarding asks for a reason; both are recorded', async () => {
    await agent.get(path('/discard'));
    expect((await agent.post(path('/discard'), { note: ' ' })).location).toBe(path('/discard'));
    expect((await failedMessage()).state).toBe('open');
    await agent.postAndFollow(path('/discard'), { note: 'a test order' });
    const { text } = await agent.postAndFollow(path('/restore'));
    expect(textOf(text)).toContain('agent:an-agent: discarded a failed message “a test order”');
    expect((await did()).map(({ action }) => action)).toEqual(['dead_letter.discard', 'dead_letter.restore']);
    expect((await failedMessage()).state).toBe('open');
  });

  it('a question that came too late says so instead of asking', async () => {
    await desk.db.deadLetter.update({ where: { id }, data: { state: 'resolved' } });
    expect(textOf((await agent.get(path('/replay'))).text)).toContain(
      'This cannot be done: it went through already.',
    );
  });
});
