import { aShop, type StoredShop } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aDeadLetter, aDeadOrder, manyDeadLetters } from './dead-letters';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';

let desk: DeskWorld;
let nordic: StoredShop;
let agent: Visitor;
let lead: Visitor;
beforeAll(async () => {
  desk = await openDesk();
  nordic = await aShop(desk.db, { slug: 'nordic' });
  [agent, lead] = await Promise.all([desk.signIn('agent'), desk.signIn('lead')]);
}, 60_000);
beforeEach(() => desk.db.deadLetter.deleteMany());
afterAll(() => desk.close());

const stateOf = async (id: string) => (await desk.db.deadLetter.findUniqueOrThrow({ where: { id } })).state;
/** The recorded actions on the page of a failed message. */
const trailOf = async (id: string) =>
  textOf((await agent.get(`/dead-letters/${id}`)).text).split('What support did')[1];

/** Freezes a set as a form does. @returns the address of the set */
async function freeze(form: Record<string, string | readonly string[]>, by = agent): Promise<string> {
  const { location } = await by.post('/dead-letters/sets', form);
  return location ?? '';
}

describe('failed messages selected together', () => {
  it('are the ticked ones, with what a replay would do, counted, and samples', async () => {
    const order = await aDeadOrder(desk.db, { shopId: nordic.id, orderId: 'O-1' });
    const [figures, gone] = [await aDeadLetter(desk.db), await aDeadLetter(desk.db, { state: 'resolved' })];
    const other = await aDeadLetter(desk.db);
    const { text } = await agent.get(await freeze({ choice: 'ticked', ids: [order, figures, gone] }));
    expect(textOf(text)).toContain('3 failed messages chosen together');
    expect(textOf(text)).toContain('2 has an effect accepted; then: Choosing shops for an order');
    expect(textOf(text)).toContain('1 is not replayed it went through already');
    expect(text).toContain(`href="/dead-letters/${figures}"`);
    expect(text).not.toContain(other);
  });

  it('what was shown is what is replayed: what fails meanwhile is not included', async () => {
    const shown = await aDeadLetter(desk.db);
    const set = await freeze({ choice: 'all', state: 'open' });
    const later = await aDeadLetter(desk.db);
    const { text } = await agent.postAndFollow(`${set}/replay`, { note: 'fixed in 1.2' });
    expect(textOf(text)).toContain('1 message was sent again. Its result shows here.');
    // Its result is not known yet: it is no success.
    expect(text).toContain('class="notice begun"');
    expect(text).not.toContain('class="notice done"');
    expect([await stateOf(shown), await stateOf(later)]).toEqual(['replaying', 'open']);
    expect(await trailOf(shown)).toContain(
      'agent:an-agent: replayed many failed messages “fixed in 1.2” bulk run',
    );
  });

  it('a second click is refused while the replay is pending, with a message, and sends nothing twice', async () => {
    const ids = [await aDeadLetter(desk.db), await aDeadLetter(desk.db)];
    const set = await freeze({ choice: 'ticked', ids });
    await agent.postAndFollow(`${set}/replay`);
    const sent = await desk.db.outbox.count();
    const { text } = await agent.postAndFollow(`${set}/replay`);
    expect(textOf(text)).toContain('2 not replayed: their replay is pending already.');
    expect(await desk.db.outbox.count()).toBe(sent);
  });

  it('shows their progress: in flight, handled, failed again', async () => {
    const ids = [await aDeadLetter(desk.db), await aDeadLetter(desk.db), await aDeadLetter(desk.db)];
    const set = await freeze({ choice: 'ticked', ids });
    await agent.postAndFollow(`${set}/replay`);
    const [through = '', again = ''] = ids;
    await desk.db.deadLetter.update({ where: { id: through }, data: { state: 'resolved', outcome: 'done' } });
    await desk.db.deadLetter.update({ where: { id: again }, data: { state: 'open', replayId: null } });
    const { text } = await agent.get(`${set}/progress`);
    expect(textOf(text)).toContain('open 0 being replayed 1 went through 1 replayed, failed again 1');
    const { text: list } = await agent.get(`${set}/letters?from=0`);
    const states = [...list.matchAll(/class="tag [^"]*">([^<]+)</g)].map(([, state]) => state).toSorted();
    expect(states).toEqual(['being replayed', 'open', 'went through']);
    expect((await agent.get(`${set}/letters?from=x`)).status).toBe(400);
  });

  it('more than 1 000 at once require a lead', async () => {
    await manyDeadLetters(desk.db, 1_001);
    const set = await freeze({ choice: 'all', state: 'open' });
    const { text } = await agent.get(set);
    expect(textOf(text)).toContain('These are more than 1000: that asks for a lead.');
    expect(text).toMatch(/<button[^>]* disabled[^>]*>Replay 1001/);
    const refused = await agent.post(`${set}/replay`);
    expect([refused.status, textOf(refused.text)]).toEqual([403, expect.stringContaining('asks for a lead')]);
    expect(await desk.db.deadLetter.count({ where: { state: 'replaying' } })).toBe(0);
    await lead.get(set);
    const done = await lead.postAndFollow(`${set}/replay`);
    expect(textOf(done.text)).toContain('running 500 of 1 001');
    expect(textOf(done.text)).toContain('501 more messages are sent automatically.');
  });

  it('are discarded with a reason, and restored', async () => {
    const id = await aDeadLetter(desk.db);
    const set = await freeze({ choice: 'ticked', ids: [id] });
    expect(textOf((await agent.postAndFollow(`${set}/discard`)).text)).toContain('Say why, for the record');
    expect(await stateOf(id)).toBe('open');
    await agent.postAndFollow(`${set}/discard`, { note: 'a test order' });
    expect(await stateOf(id)).toBe('discarded');
    const { text } = await agent.postAndFollow(`${set}/restore`);
    expect(textOf(text)).toContain('1 message restored: it is open again.');
    expect(await trailOf(id)).toMatch(/discarded many failed messages .*restored many failed messages/);
  });

  it('asks again if nothing was ticked, under the same filter', async () => {
    expect(await freeze({ choice: 'ticked', shop: 'nordic', state: 'any' })).toBe(
      '/dead-letters?state=any&shop=nordic',
    );
  });

  it('says if the set does not exist, or has expired', async () => {
    const answer = await agent.get('/dead-letters/sets/7f9c24e5-2f0d-4a70-9b6c-5d1f4a7c2b11');
    expect([answer.status, textOf(answer.text)]).toEqual([404, expect.stringContaining('select them again')]);
  });
});

describe('bulk runs', () => {
  /** Starts a run as the form of a set does. @returns its address */
  async function start(set: string, form: Record<string, string> = {}): Promise<string> {
    return (await agent.post(`${set}/replay`, form)).location ?? '';
  }

  it('are listed, with who, why and the progress; the audit has one row for each', async () => {
    await manyDeadLetters(desk.db, 700);
    const set = await freeze({ choice: 'all', state: 'open' });
    const location = await start(set, { note: 'fixed in 1.3', first: 'yes' });
    const list = textOf((await agent.get('/dead-letters/runs')).text);
    expect(list).toContain('Replay of 700 failed messages running 10 of 700');
    expect(list).toContain('agent:an-agent open fixed in 1.3');
    const run = textOf((await agent.get(location)).text);
    expect(run).toContain('First, 10 messages are tried; the others follow if they go through.');
    const [, audit = ''] = textOf((await agent.get('/audit')).text).split('Change Notes');
    expect(audit).toContain('replayed many failed messages');
    expect(audit).not.toContain('replayed a failed message');
  });

  it('say what follows beside how far they are, and nothing of it once they are over', async () => {
    await manyDeadLetters(desk.db, 700);
    const set = await freeze({ choice: 'all', state: 'open' });
    const { text } = await agent.postAndFollow(`${set}/replay`);
    const [, live = ''] = text.split('id="run"');
    expect(textOf(live)).toContain('200 more messages are sent automatically.');
    expect(text).not.toContain('class="notice');
    await desk.db.bulkRun.updateMany({ data: { state: 'finished', next: 700 } });
    const { id } = await desk.db.bulkRun.findFirstOrThrow({ orderBy: { startedAt: 'desc' } });
    const over = textOf((await agent.get(`/dead-letters/runs/${id}`)).text);
    expect(over).toContain('finished 700 of 700');
    expect(over).not.toContain('automatically');
  });

  it('are paused, resumed and stopped; a viewer can do none of it', async () => {
    await manyDeadLetters(desk.db, 700);
    const set = await freeze({ choice: 'all', state: 'open' });
    const location = await start(set);
    expect(textOf((await agent.postAndFollow(`${location}/pause`)).text)).toContain(
      'Paused by agent:an-agent.',
    );
    await agent.postAndFollow(`${location}/resume`);
    const { text } = await agent.postAndFollow(`${location}/stop`);
    expect(textOf(text)).toContain('Stopped by agent:an-agent: the state of 200 messages was not changed.');
    expect(textOf((await agent.postAndFollow(`${location}/resume`)).text)).toContain('Nothing is changed');
    const viewer = await desk.signIn('viewer');
    expect((await viewer.get(location)).text).not.toContain('/stop');
    expect((await viewer.post(`${location}/stop`)).status).toBe(403);
    expect((await agent.get('/dead-letters/runs/none')).status).toBe(404);
    expect((await agent.get('/dead-letters/runs?after=x')).status).toBe(400);
  });

  it('have every effect ticked by default; without one, the run stores the choice and asks about each message', async () => {
    const ids = [await aDeadLetter(desk.db), await aDeadLetter(desk.db)];
    const set = await freeze({ choice: 'ticked', ids });
    const { text } = await agent.get(set);
    expect(text.match(/name="effects"[^>]* checked/g)).toHaveLength(5);
    expect(textOf(text)).toContain('has an effect (2 messages of those looked at)');
    const none = await agent.post(`${set}/replay`, { by_effect: 'yes' });
    expect([none.status, textOf(none.text)]).toEqual([400, expect.stringContaining('Tick one effect')]);
    expect((await agent.post(`${set}/replay`, { by_effect: 'yes', effects: 'unclear' })).status).toBe(400);
    const location =
      (await agent.post(`${set}/replay`, { by_effect: 'yes', effects: ['acts', 'resumes'] })).location ?? '';
    expect(textOf((await agent.get(location)).text)).toContain(
      'Only those of which a replay has an effect, or resumes work',
    );
    expect(await desk.db.bulkRun.findFirst({ orderBy: { startedAt: 'desc' } })).toMatchObject({
      effects: ['acts', 'resumes'],
      next: 0,
    });
    await agent.post(`${set}/replay`, {
      by_effect: 'yes',
      effects: ['acts', 'resumes', 'nothing', 'refused', 'fails'],
    });
    expect(await Promise.all(ids.map(stateOf))).toEqual(['replaying', 'replaying']);
  });

  it('refuse a limit that is not a number, before anything is done', async () => {
    const set = await freeze({ choice: 'ticked', ids: [await aDeadLetter(desk.db)] });
    expect((await agent.post(`${set}/replay`, { per_minute: 'many' })).status).toBe(400);
    expect(await desk.db.deadLetter.count({ where: { state: 'replaying' } })).toBe(0);
  });
});
