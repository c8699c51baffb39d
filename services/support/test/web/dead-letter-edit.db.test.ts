import { aShop, type StoredShop, openedBody } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aDeadLetter, aDeadOrder } from './dead-letters';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';

let desk: DeskWorld;
let nordic: StoredShop;
let agent: Visitor;
let lead: Visitor;
let id: string;
beforeAll(async () => {
  desk = await openDesk();
  nordic = await aShop(desk.db, { slug: 'nordic' });
  [agent, lead] = await Promise.all([desk.signIn('agent'), desk.signIn('lead')]);
}, 60_000);
beforeEach(async () => {
  await desk.db.deadLetter.deleteMany();
  id = await aDeadOrder(desk.db, { shopId: nordic.id, orderId: 'O-1' });
});
afterAll(() => desk.close());

const path = (rest = '') => `/dead-letters/${id}${rest}`;
const failedMessage = () => desk.db.deadLetter.findUniqueOrThrow({ where: { id } });
const did = () =>
  desk.db.supportAction.findMany({ where: { subject: `dead_letter:${id}` }, orderBy: { id: 'asc' } });
const unescape = (html: string) =>
  html.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** Opens the form as a lead does. @returns the text to edit, as a browser reads it */
async function open() {
  const { text } = await lead.post(path('/edit'));
  return {
    text,
    body: unescape(/<textarea[^>]*>\n([^<]*)<\/textarea>/.exec(text)?.[1] ?? ''),
    mark: /name="mark" value="([^"]*)"/.exec(text)?.[1] ?? '',
  };
}

describe('edit and replay', () => {
  it('is for a lead: the page says so to an agent, whose request is refused', async () => {
    expect(textOf((await agent.get(path())).text)).toContain('A lead may edit it before it is replayed.');
    for (const step of ['/edit', '/edited', '/revert']) {
      const answer = await agent.post(path(step), { body: '{}', mark: '' });
      expect([step, answer.status]).toEqual([step, 403]);
    }
    expect(await did()).toEqual([]);
  });

  it('the form shows personal data, so opening it is recorded as a view; no address leads there', async () => {
    await lead.get(path());
    const { body, text } = await open();
    expect(body).toContain('"email": "ada.lind@customer.example"');
    expect(textOf(text)).toContain('The original, kept as it is; personal data masked');
    expect(await did()).toMatchObject([{ actor: 'lead:a-lead', action: 'dead_letter.reveal' }]);
    expect((await lead.get(path('/edit'))).status).toBe(404);
  });

  it('keeps the original beside the edit, names what changed, and a replay sends the edit', async () => {
    await lead.get(path());
    const { body, mark } = await open();
    const edited = body.replace('"shipping_cost": 0', '"shipping_cost": 4.50');
    const { text } = await lead.postAndFollow(path('/edited'), {
      body: edited.replaceAll('\n', '\r\n'),
      mark,
    });
    expect(textOf(text)).toContain('Edited: data.shipping_cost.');
    expect(textOf(text)).toContain('As it failed');
    expect(textOf(text)).toContain('What a replay sends instead');
    expect(text).not.toContain('ada.lind@customer.example');
    const kept = await failedMessage();
    const stored = { id: kept.id, body: kept.editedBody, bodyKeyId: kept.editedBodyKeyId };
    expect((await openedBody(desk.db, stored)).toString()).toBe(edited);
    expect(Buffer.from(kept.body).toString()).toContain('"shipping_cost":0');
    expect(await did()).toMatchObject([
      {},
      { action: 'dead_letter.edit', detail: { changed: ['data.shipping_cost'] } },
    ]);
  });

  it('reports a fault by its field, keeps the typed text on the form, and stores nothing', async () => {
    await lead.get(path());
    const { body, mark } = await open();
    const wrong = body.replace('"quantity": 1', '"quantity": -1');
    const answer = await lead.post(path('/edited'), { body: wrong, mark });
    expect(answer.status).toBe(400);
    expect(textOf(answer.text)).toMatch(/This edit is not kept: data\.line_items\[0\]\.quantity/);
    expect(unescape(answer.text)).toContain('"quantity": -1');
    expect((await failedMessage()).editedBody).toBeNull();
  });

  it('an unchanged text is not an edit', async () => {
    await lead.get(path());
    const { body, mark } = await open();
    const { text } = await lead.postAndFollow(path('/edited'), { body: body.replaceAll('\n', '\r\n'), mark });
    expect(textOf(text)).toContain('Not edited: nothing would change.');
    expect((await failedMessage()).editedBody).toBeNull();
  });

  it('a form outdated by a replay says what happened instead', async () => {
    await lead.get(path());
    const { body, mark } = await open();
    await desk.db.deadLetter.update({
      where: { id },
      data: { state: 'replaying', replaySeenAt: new Date(), replayId: id },
    });
    const { text } = await lead.postAndFollow(path('/edited'), { body: body.replace('EUR', 'SEK'), mark });
    expect(textOf(text)).toContain('Not edited: its replay is pending.');
  });

  it('can be withdrawn: a replay then sends the original', async () => {
    await lead.get(path());
    const { body, mark } = await open();
    await lead.postAndFollow(path('/edited'), { body: body.replace('EUR', 'SEK'), mark });
    const { text } = await lead.postAndFollow(path('/revert'));
    expect(textOf(text)).toContain('The edit is taken back: a replay sends the original.');
    expect((await failedMessage()).editedBody).toBeNull();
    expect(textOf((await lead.postAndFollow(path('/revert'))).text)).toContain('it was not edited');
  });

  it('is not offered for what an edit cannot fix, and says why', async () => {
    id = await aDeadLetter(desk.db, { body: Buffer.from('{"gtin":"00000000000017"}') });
    const { text } = await lead.get(path());
    expect(textOf(text)).toContain('It cannot be edited: it names what is to be done and nothing else');
    const answer = await lead.postAndFollow(path('/edit'));
    expect(textOf(answer.text)).toContain('It cannot be edited');
    expect(await did()).toEqual([]);
  });
});
