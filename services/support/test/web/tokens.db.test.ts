import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type ClientRequest } from 'node:http';
import { DESK_COMMANDS, runDeskCommand } from '@hub/desk/commands';
import type { Database } from '@hub/database';
import { verifyCertificate } from '@hub/desk/golive/certificate';
import { LISTS } from '@hub/desk/lists';
import { issueDeskToken, type TokenOwner } from '@hub/desk/tokens';
import type { List, Role } from '@hub/desk/engine';
import {
  aConfirmation,
  anOrder,
  aRehearsal,
  aSentEvent,
  aShippingOrder,
  aShop,
  testCipher,
  type StoredShippingOrder,
} from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { z } from 'zod';
import { aProduct, proposeSizes } from '../proposed-links';
import { aDeadLetter } from './dead-letters';
import { openDesk, textOf, type DeskWorld } from './desk-world';

let world: DeskWorld;
let order: StoredShippingOrder;
const token: Record<string, string> = {};
beforeAll(async () => {
  world = await openDesk();
  const [sellingShop, shippingShop] = [
    await aShop(world.db, { slug: 'fjord' }),
    await aShop(world.db, { slug: 'nordic' }),
  ];
  order = await aShippingOrder(world.db, { sellingShop, shippingShop, orderId: 'O-1', state: 'refused' });
  for (const role of ['viewer', 'agent', 'lead'] as const) token[role] = await aToken({ role });
  world.forecast = null;
  await somethingOfEach(sellingShop);
}, 60_000);
afterAll(() => world.close());

interface Wish {
  name?: string;
  role?: Role;
  owner?: TokenOwner;
  days?: number;
}

async function aToken({
  name = 'test',
  role = 'agent',
  owner = { vouchedBy: 'machine', person: `a-${role}` },
  days = 1,
}: Wish = {}) {
  const wish = { name, owner, role, days, actor: `${role}:${owner.person}`, now: world.clock.now() };
  const issued = await issueDeskToken(world.db, wish);
  if (!issued) throw new Error('not issued');
  return issued.token;
}

async function ask(
  name: string,
  input: unknown,
  { as = token['lead'], body = {} }: { as?: string | undefined; body?: object } = {},
) {
  const response = await fetch(`${world.url}/api/v1/commands/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(as && { authorization: `Bearer ${as}` }) },
    body: JSON.stringify({ input, ...body }),
  });
  return { status: response.status, answer: z.record(z.string(), z.unknown()).parse(await response.json()) };
}

const faultOf = (status: number, error: object) => ({
  status,
  answer: { error: expect.objectContaining(error) },
});

let supportCase: string;
let failedMessage: string;
let event: string;
let catalogueRun: string;
let set: string;
let run: string;
let link: string;

/** A record of each kind that a read command names. */
async function somethingOfEach(shop: { id: number }): Promise<void> {
  const { db } = world;
  supportCase = randomUUID();
  const cause = { key: 'q r', causeKind: 'message', about: 'q r' };
  const counts = { size: 0, reportedSize: 0, reportedAt: new Date(), openedAt: new Date() };
  await db.supportCase.create({ data: { id: supportCase, ...cause, ...counts } });
  failedMessage = await aDeadLetter(db, { reason: 'RangeError' });
  event = await aSentEvent(db, shop);
  catalogueRun = randomUUID();
  await db.catalogueRun.create({ data: { id: catalogueRun, shopId: shop.id, state: 'waiting' } });
  link = await aLink(db, shop);
  await aRehearsal(db, { shop: 'nordic', capabilities: ['products'] });
  for (const side of ['operator', 'store'] as const)
    await aConfirmation(db, { shop: 'nordic', capability: 'products', side });
  set = await resultOf('dead.choose', { action: 'discard', reason: 'RangeError' }, 'set');
  run = await resultOf('dead.start', { set, action: 'replay', per_minute: 1 }, 'run');
  await ask('dead.change-run', { run, change: 'stop' });
}

/** A proposal of the shop and another. @returns its id */
async function aLink(db: Database, { id }: { id: number }): Promise<string> {
  const other = await aShop(db);
  const sizes = ['M'];
  const a = { shopId: id, productId: await aProduct(db, id, { sizes }) };
  const b = { shopId: other.id, productId: await aProduct(db, other.id, { sizes }) };
  return (await proposeSizes(db, { a, b }, { sizes })).get('M') ?? '';
}

async function resultOf(name: string, input: object, field: string): Promise<string> {
  const { answer } = await ask(name, input);
  return z
    .object({ result: z.record(z.string(), z.unknown()) })
    .transform(({ result }) => String(result[field]))
    .parse(answer);
}

/** One that needs a filter is asked for what is of a shop. */
function inputOfList({ command, needs }: List): [string, () => object][] {
  const input = needs || command?.argument?.startsWith('<') ? { shop: 'fjord', limit: 50 } : { limit: 50 };
  return command === null ? [] : [[command.name, () => input]];
}

/** An input for every read command. */
const LOOKS: Record<string, () => object> = {
  ...Object.fromEntries(LISTS.flatMap(inputOfList)),
  'case.show': () => ({ case: supportCase }),
  'catalogue.report': () => ({ shop: 'fjord' }),
  'catalogue.run': () => ({ run: catalogueRun }),
  'dead.forecast': () => ({ set }),
  'dead.run': () => ({ run }),
  'dead.show': () => ({ id: failedMessage }),
  'events.show': () => ({ id: event }),
  'golive.certificate': () => ({ shop: 'nordic' }),
  'golive.issuers': () => ({}),
  'golive.key': () => ({}),
  'golive.show': () => ({ shop: 'nordic' }),
  'link.export': () => ({ shop: 'fjord', limit: 50 }),
  'link.show': () => ({ proposal: link }),
  'list.table': () => ({ list: '/orders/list', limit: 50 }),
  'route.policies': () => ({}),
  'route.replay': () => ({ order: order.reference, policy: { version: 'wide', bandKm: 80 } }),
  'route.try': () => ({ shop: 'fjord', order: anOrder() }),
  'order.find': () => ({ text: 'O-1' }),
  'order.show': () => ({ order: 'O-1', shop: 'fjord' }),
  'order.unplaced': () => ({ limit: 50 }),
  'route.explain': () => ({ order: order.reference }),
  settlement: () => ({ shop: 'nordic', from: '2026-11-01', to: '2026-11-30' }),
  'shop.history': () => ({ shop: 'fjord', limit: 50 }),
  'shop.list': () => ({}),
  'shop.show': () => ({ shop: 'fjord' }),
  'stock.blocks': () => ({}),
};
/** What a viewer sees of it is less; when it was issued. */
const NOT_ALIKE = ['token.list', 'golive.certificate'];

describe('commands at the desk', () => {
  it('are described as OpenAPI: each with what it takes and whom it is for', async () => {
    const { text } = await world.visitor().get('/api/v1/openapi.json');
    const { paths } = z
      .object({ paths: z.record(z.string(), z.object({ post: z.object({ summary: z.string() }) })) })
      .parse(JSON.parse(text));
    expect(Object.keys(paths)).toEqual(Object.keys(DESK_COMMANDS).map((name) => `/commands/${name}`));
    expect(paths['/commands/order.end-hold']?.post.summary).toContain('For an agent.');
    const refused = Object.entries(DESK_COMMANDS).filter(
      ([name, { input }]) => LOOKS[name] && !input.safeParse(LOOKS[name]()).success,
    );
    expect(refused.map(([name]) => name)).toEqual([]);
  });

  it('include no read command that these tests miss', () => {
    const looks = Object.entries(DESK_COMMANDS).filter(([, { kind }]) => kind === 'look');
    expect(Object.keys(LOOKS).toSorted()).toEqual(looks.map(([name]) => name).toSorted());
  });

  it.each(Object.entries(LOOKS).filter(([name]) => !NOT_ALIKE.includes(name)))(
    '%s answers a viewer the same as it does without the desk',
    async (name, inputOf) => {
      const input = inputOf();
      const { status, answer } = await ask(name, input, { as: token['viewer'] });
      const { db, clock } = world;
      const here = {
        db,
        cipher: testCipher(),
        forecasts: { ask: async () => null },
        testToken: async () => ({ result: 'accepted' as const, status: 200, why: null }),
        now: clock.now(),
      };
      const identity = { vouchedBy: 'machine', person: 'root' } as const;
      const owner = { person: 'root', role: 'lead', identity, actor: 'cli:root', isAlone: true } as const;
      expect({ status, answer }).toEqual({
        status: 200,
        answer: await runDeskCommand(name, { input }, { ...here, ...owner }),
      });
    },
  );

  it('D32: the certificate of a shop is signed at the desk, and of one without confirmations refused', async () => {
    const text = await resultOf('golive.certificate', { shop: 'nordic' }, 'certificate');
    const { answer } = await ask('golive.issuers', {}, { as: token['viewer'] });
    const verdict = verifyCertificate(text);
    expect(verdict.kind).toBe('sound');
    expect(answer).toEqual({ result: { issuers: [verdict.kind === 'sound' && verdict.issuer] } });
    expect(await ask('golive.certificate', { shop: 'fjord' })).toEqual(
      faultOf(409, { message: expect.stringContaining('nothing of fjord is confirmed by both sides') }),
    );
  });

  it('a command that requires an agent or a lead is refused to others, whatever is sent', async () => {
    const acts = Object.entries(DESK_COMMANDS).filter(([, { kind }]) => kind !== 'look');
    expect(acts.length).toBeGreaterThan(20);
    for (const [name, { role }] of acts) {
      const refused = role === 'lead' ? ['viewer', 'agent'] : ['viewer'];
      for (const other of refused)
        expect(await ask(name, {}, { as: token[other] })).toEqual(faultOf(403, { code: 'forbidden' }));
    }
  });

  it('more than 1 000 at once require a lead', async () => {
    const ids = Array.from({ length: 1_001 }, (_, n) => String(n));
    const input = { action: 'discard', ids, note: 'test orders' };
    const refused = await ask('dead.act', input, { as: token['agent'] });
    expect(refused).toEqual(
      faultOf(403, { message: expect.stringContaining('more than 1000 at once asks for a lead') }),
    );
    expect((await ask('dead.act', input)).status).toBe(200);
  });

  it('reports a fault by its field, and never its value', async () => {
    expect(await ask('order.list', { limit: 0 })).toEqual(
      faultOf(400, { code: 'invalid_request', field: 'limit' }),
    );
    const state = await ask('order.list', { state: 'hunter2', limit: 1 });
    expect(state).toEqual(
      faultOf(400, { field: 'state', message: expect.stringContaining('there are: held') }),
    );
    expect(JSON.stringify(state)).not.toContain('hunter2');
    expect(await ask('order.mend', {})).toEqual(
      faultOf(404, { message: 'there is no command of this name' }),
    );
    expect(await ask('order.show', { order: 'O-9' })).toEqual(faultOf(404, { message: 'no order "O-9"' }));
    expect(await ask('order.end-hold', { order: 'O-1' })).toEqual(faultOf(409, { code: 'refused' }));
  });

  it('a trial decides as the action would, and has no effect', async () => {
    const id = await aDeadLetter(world.db);
    const input = { action: 'discard', ids: [id], note: 'test order' };
    const actions = await world.db.supportAction.count();
    const tried = await ask('dead.act', input, { body: { dry_run: true } });
    expect(tried).toMatchObject({ status: 200, answer: { result: { done: [id] } } });
    expect(await world.db.deadLetter.findUnique({ where: { id } })).toMatchObject({ state: 'open' });
    expect(await world.db.supportAction.count()).toBe(actions);
    expect(await ask('dead.act', input)).toMatchObject({ answer: { result: { done: [id] } } });
    expect(await world.db.supportAction.findFirst({ orderBy: { id: 'desc' } })).toMatchObject({
      actor: 'lead:a-lead',
      action: 'dead_letter.discard',
      detail: { note: 'test order', by: 'command line' },
    });
  });

  it('the audit names the token, who issued it and who vouches for its person', async () => {
    const owner = { vouchedBy: 'accounts', person: 'an-agent' } as const;
    const as = await aToken({ name: 'audited', owner });
    const { id } = await world.db.deskToken.findFirstOrThrow({ where: { name: 'audited' } });
    expect((await ask('events.reveal', { id: event, shop: 'fjord' }, { as })).status).toBe(200);
    expect((await world.trail()).at(-1)).toMatchObject({
      actor: 'agent:an-agent',
      action: 'event.reveal',
      detail: { by: 'command line', token: id, issued_by: 'agent:an-agent', issuer: 'accounts' },
    });
  });

  it('the actor is the person of the token, whatever name is sent', async () => {
    const input = { action: 'take', ids: ['none'] };
    expect((await ask('alerts.act', input, { body: { as: 'a-lead' } })).status).toBe(200);
    expect(await ask('alerts.act', input, { body: { as: 'bo' } })).toEqual(faultOf(403, { field: 'as' }));
  });
});

describe('a token', () => {
  it('that is missing, unknown, revoked or expired is refused', async () => {
    const look = (as: string | undefined) => ask('shop.list', {}, { as: as ?? '' });
    expect(await look(undefined)).toEqual(faultOf(401, { code: 'unauthorized' }));
    expect((await look('hubdesk_guessed')).status).toBe(401);
    const [ended, revoked] = [await aToken({ days: 0 }), await aToken({ name: 'lost' })];
    expect((await look(ended)).status).toBe(401);
    expect((await look(revoked)).status).toBe(200);
    await world.db.deskToken.updateMany({ where: { name: 'lost' }, data: { revokedAt: new Date() } });
    expect((await look(revoked)).status).toBe(401);
  });

  it("ends with its person's account, and has no more rights than that account has now", async () => {
    const gone = await aToken({ owner: { vouchedBy: 'accounts', person: 'bo' }, role: 'viewer' });
    expect((await ask('shop.list', {}, { as: gone })).status).toBe(401);
    const lessened = await aToken({ owner: { vouchedBy: 'accounts', person: 'an-agent' }, role: 'lead' });
    expect((await ask('shop.list', {}, { as: lessened })).status).toBe(200);
    expect((await ask('order.settle', {}, { as: lessened })).status).toBe(403);
    const owner = { vouchedBy: 'issuer', person: 'Cy', issuer: 'https://a.example', subject: 'cy' } as const;
    const issuer = await aToken({ owner: { ...owner, signedInAt: new Date(world.clock.now()) } });
    expect((await ask('shop.list', {}, { as: issuer })).status).toBe(401);
  });

  it('that another person issued, as an earlier release allowed, opens nothing and is not listed', async () => {
    const of = await aToken({ name: 'of old', owner: { vouchedBy: 'accounts', person: 'an-agent' } });
    expect((await ask('shop.list', {}, { as: of })).status).toBe(200);
    await world.db.deskToken.updateMany({ where: { name: 'of old' }, data: { issuedBy: 'lead:a-lead' } });
    expect((await ask('shop.list', {}, { as: of })).status).toBe(401);
    expect((await (await world.signIn('lead')).get('/tokens')).text).not.toContain('of old');
  });
});

it.each([
  ['case.act', () => ({ case: supportCase, action: { kind: 'note', text: 'a\0' } })],
  ['case.act', () => ({ case: supportCase, action: { kind: 'close', note: 'a\0', anyway: true } })],
  ['case.show', () => ({ case: '\0' })],
  ['shop.show', () => ({ shop: '\ud800' })],
])('%s: text that the database cannot hold is refused, by its field', async (name, inputOf) => {
  expect(await ask(name, inputOf())).toEqual(
    faultOf(400, { message: expect.stringContaining('must not hold NUL or a lone surrogate') }),
  );
});

it('a bulk run of more than a thousand messages requires a lead, as on the page', async () => {
  const { id: large } = await world.db.bulkRun.update({ where: { id: run }, data: { size: 1_001 } });
  const resume = (as: string | undefined) => ask('dead.change-run', { run: large, change: 'resume' }, { as });
  expect(await resume(token['agent'])).toEqual(
    faultOf(403, { code: 'forbidden', message: expect.stringContaining('more than 1000 at once') }),
  );
  expect(await resume(token['lead'])).toMatchObject({ status: 200 });
});

/** A request that has begun, and whose body has not arrived yet. */
async function aRequestUnderWay(url: string): Promise<ClientRequest> {
  const underWay = request(`${url}/api/v1/commands/shop.list`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': 12,
      expect: '100-continue',
      authorization: `Bearer ${token['viewer']}`,
    },
  });
  underWay.on('error', () => undefined);
  underWay.flushHeaders();
  await once(underWay, 'continue');
  return underWay;
}

describe('the address of token holders', () => {
  it('is locked by refused tokens only, however many are in flight', async () => {
    const url = await world.serve();
    const show = (as: string | undefined) =>
      fetch(`${url}/api/v1/commands/shop.list`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${as}` },
        body: '{"input":{}}',
      });
    const many = (as: string | undefined) =>
      Promise.all(Array.from({ length: 40 }, async () => (await show(as)).status));
    const underWay = await Promise.all(Array.from({ length: 40 }, () => aRequestUnderWay(url)));
    expect((await show(token['viewer'])).status).toBe(200);
    for (const one of underWay) one.destroy();
    expect((await show(token['viewer'])).status).toBe(200);
    const refused = await many('hubdesk_guessed');
    expect(refused.toSorted()).toEqual([...Array(30).fill(401), ...Array(10).fill(429)]);
    const locked = await show(token['viewer']);
    expect({ status: locked.status, wait: Number(locked.headers.get('Retry-After')) > 0 }).toEqual({
      status: 429,
      wait: true,
    });
    expect(await locked.json()).toMatchObject({
      error: {
        message: expect.stringMatching(/Too many wrong tokens came from your address.*for right ones/),
      },
    });
    const later = Date.now() + 15 * 60_000;
    jest.spyOn(Date, 'now').mockReturnValue(later);
    expect((await show(token['viewer'])).status).toBe(200);
    jest.restoreAllMocks();
  });
});

describe('the list of tokens', () => {
  const Listed = z.object({
    result: z.object({
      tokens: z.array(z.object({ token: z.string(), name: z.string(), person: z.string() })),
    }),
  });
  const listed = async (as: string | undefined) => {
    const { answer } = await ask('token.list', { limit: 100 }, { as });
    return Listed.parse(answer).result.tokens;
  };

  it("is of one's own: of the same identity, not of the same name; a lead's has those of everyone", async () => {
    const signedInAt = new Date(world.clock.now());
    const at = (vouchedBy: 'accounts' | 'machine') => ({ vouchedBy, person: 'an-agent' }) as const;
    const account = await aToken({ name: 'of the account', owner: at('accounts') });
    await aToken({ name: 'of the machine', owner: at('machine') });
    const issued = {
      vouchedBy: 'issuer',
      person: 'an-agent',
      issuer: 'https://a.example',
      subject: '1',
    } as const;
    await aToken({ name: 'of the issuer', owner: { ...issued, signedInAt } });
    const own = await listed(account);
    expect(own.map(({ name }) => name)).toContain('of the account');
    expect(own.filter(({ name }) => ['of the machine', 'of the issuer'].includes(name))).toEqual([]);
    const all = (await listed(token['lead'])).map(({ name }) => name);
    expect(all).toEqual(expect.arrayContaining(['of the account', 'of the machine', 'of the issuer']));

    const agent = await world.signIn('agent');
    const page = textOf((await agent.get('/tokens')).text);
    expect(page).toContain('of the account an-agent agent');
    expect(page).not.toContain('of the machine');
    const { text: file } = await agent.get('/tokens.csv');
    expect(file).toContain('of the account');
    expect(file).not.toMatch(/of the (machine|issuer)|hubdesk_/);
  });
});

describe('the page of tokens', () => {
  it('issues one, shown once, with no more rights than its issuer has; and revokes it', async () => {
    const agent = await world.signIn('agent');
    const wish = { name: 'laptop', role: 'agent', days: '7' };
    expect((await agent.post('/tokens', { ...wish, role: 'lead' })).status).toBe(403);
    expect((await agent.post('/tokens', { ...wish, person: 'a-lead' })).status).toBe(403);
    const shown = textOf((await agent.post('/tokens', wish)).text);
    const [issued = ''] = /hubdesk_[\w-]+/.exec(shown) ?? [];
    expect((await ask('shop.list', {}, { as: issued })).status).toBe(200);
    const page = await agent.get('/tokens');
    expect(textOf(page.text)).toContain('laptop an-agent agent');
    expect(page.text).not.toContain(issued);
    const row = await world.db.deskToken.findFirstOrThrow({ where: { name: 'laptop' } });
    expect((await agent.postAndFollow(`/tokens/${row.id}/revoke`)).text).not.toContain('laptop');
    expect((await ask('shop.list', {}, { as: issued })).status).toBe(401);
    const acts = (await world.trail()).map(({ action, actor }) => `${actor} ${action}`);
    expect(acts).toEqual(
      expect.arrayContaining(['agent:an-agent desk.issue_token', 'agent:an-agent desk.revoke_token']),
    );
  });

  it("a viewer reads, and issues none; an agent revokes none of others; no one issues or sees another person's", async () => {
    const viewer = await world.signIn('viewer');
    expect((await viewer.post('/tokens', { name: 'x', role: 'viewer', days: '1' })).status).toBe(403);
    const lead = await world.signIn('lead');
    for (const person of ['an-agent', 'nobody-by-this-name']) {
      const refused = await lead.post('/tokens', { name: 'of another', person, role: 'agent', days: '1' });
      expect(refused.status).toBe(403);
      expect(refused.text).not.toContain('hubdesk_');
    }
    expect(await world.db.deskToken.count({ where: { name: 'of another' } })).toBe(0);
    const other = await world.db.deskToken.findFirstOrThrow({ where: { person: 'a-lead', revokedAt: null } });
    expect((await (await world.signIn('agent')).post(`/tokens/${other.id}/revoke`)).status).toBe(404);
  });
});
