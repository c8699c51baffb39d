import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';

let desk: DeskWorld;
let viewer: Visitor;
let agent: Visitor;
let lead: Visitor;
beforeAll(async () => {
  desk = await openDesk();
  [viewer, agent, lead] = await Promise.all([
    desk.signIn('viewer'),
    desk.signIn('agent'),
    desk.signIn('lead'),
  ]);
}, 60_000);
afterAll(() => desk.close());

const inDays = (days: number) => new Date(desk.clock.now() + days * 86_400_000).toISOString().slice(0, 16);
const form = (more: Record<string, string> = {}) => ({
  name: 'wide',
  band_km: '80',
  valid_from: inDays(1),
  note: 'fewer parcels',
  ...more,
});

describe('the routing policy at the desk (D19)', () => {
  it('shows the policies; only leads are offered to change them', async () => {
    const text = textOf((await viewer.get('/routing')).text);
    expect(text).toContain('D19-2 : bands of 50 km');
    expect(text).toContain('None yet: the built-in policy has always held.');
    expect(text).toContain('A lead may adopt another policy.');
    expect((await lead.get('/routing')).text).toContain('href="/routing/adopt"');
  });

  it('viewers and agents can neither adopt nor withdraw, by a direct request either', async () => {
    for (const visitor of [viewer, agent]) {
      expect((await visitor.post('/routing/adopt', form())).status).toBe(403);
      expect((await visitor.post('/routing/policies/wide/withdraw')).status).toBe(403);
    }
    expect((await agent.get('/routing/adopt')).status).toBe(403);
    expect(await desk.db.adoptedPolicy.count()).toBe(0);
  });

  it.each([
    ['a name that cannot stand in an address', { name: 'Wide bands' }, 'Small letters, digits'],
    ['no band', { band_km: '0' }, 'Whole kilometres'],
    ['no criterion', { criteria: 'cheapest' }, 'Criterion 1: a criterion: distance_band'],
    [
      'a criterion without its figure',
      { criteria: 'free_stock, distance_band' },
      'Criterion 2: distance_band',
    ],
    ['no moment', { valid_from: '' }, 'Must be a time'],
    ['a moment that is past', { valid_from: '2026-01-01T00:00' }, 'Not adopted: its moment is past'],
  ])('%s is refused, and the form keeps its entries', async (_, wrong, says) => {
    await lead.get('/routing/adopt');
    const answer = await lead.postAndFollow('/routing/adopt', form(wrong));
    expect(textOf(answer.text)).toContain(says);
    expect(answer.text).toContain('value="fewer parcels"');
    expect(await desk.db.adoptedPolicy.count()).toBe(0);
  });

  it('a lead adopts one with a date and withdraws it before that, both in the trail', async () => {
    await lead.get('/routing/adopt');
    expect(textOf((await lead.postAndFollow('/routing/adopt', form())).text)).toContain(
      'Policy wide is adopted.',
    );
    const listed = textOf((await viewer.get('/routing')).text);
    expect(listed).toContain('D19-2 : bands of 50 km');
    expect(listed).toMatch(/wide bands of 80 km .* to come lead:a-lead fewer parcels/);
    expect((await viewer.get('/routing/policies/wide')).text).not.toContain('/withdraw"');
    expect((await lead.get('/routing/policies/wide')).text).toContain(
      'href="/routing/policies/wide/withdraw"',
    );
    await lead.get('/routing/policies/wide/withdraw');
    const withdrawn = await lead.postAndFollow('/routing/policies/wide/withdraw', { note: 'not yet' });
    expect(textOf(withdrawn.text)).toContain('Policy wide is withdrawn.');
    const actions = (await desk.trail()).map(({ actor, action, subject }) => ({ actor, action, subject }));
    const of = { actor: 'lead:a-lead', subject: 'routing_policy:wide' };
    expect(actions).toContainEqual({ ...of, action: 'routing_policy.adopt' });
    expect(actions).toContainEqual({ ...of, action: 'routing_policy.withdraw' });
    expect((await viewer.get('/audit?subject=routing_policy:wide')).text).toContain(
      'href="/routing/policies/wide"',
    );
  });

  it('one of other criteria is adopted as they are written, which outrank the band', async () => {
    await lead.get('/routing/adopt');
    const written = 'same_country, distance_band: 80, free_stock';
    await lead.postAndFollow(
      '/routing/adopt',
      form({ name: 'at-home', criteria: written, valid_from: inDays(9) }),
    );
    expect(await desk.db.adoptedPolicy.findUnique({ where: { name: 'at-home' } })).toMatchObject({
      bandKm: 80,
      criteria: ['same_country', { distance_band: 80 }, 'free_stock'],
    });
    const text = textOf((await viewer.get('/routing/policies/at-home')).text);
    expect(text).toContain(`Criteria ${written}`);
    expect(text).toContain(
      'a shop in the country of the destination the nearest band of 80 km more free stock',
    );
    await lead.get('/routing/policies/at-home/withdraw');
    await lead.postAndFollow('/routing/policies/at-home/withdraw');
  });

  it('one in force is shown as such and can no longer be withdrawn', async () => {
    await lead.get('/routing/adopt');
    await lead.postAndFollow(
      '/routing/adopt',
      form({ name: 'narrow', band_km: '20', valid_from: inDays(2) }),
    );
    desk.clock.forward(3 * 86_400_000);
    lead = await desk.signIn('lead');
    const text = textOf((await lead.get('/routing')).text);
    expect(text).toContain('D19-2/narrow : bands of 20 km');
    await lead.get('/routing/policies/narrow');
    const answer = await lead.postAndFollow('/routing/policies/narrow/withdraw');
    expect(textOf(answer.text)).toContain('Not withdrawn: it holds already');
  });
});
