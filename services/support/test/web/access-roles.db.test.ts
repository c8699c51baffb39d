import { BlockList } from 'node:net';
import { DESK_COMMANDS } from '@hub/desk/commands';
import { issueDeskToken } from '@hub/desk/tokens';
import { testCipher } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Router } from 'express';
import { z } from 'zod';
import { PAGES } from '../../src/app';
import { tokenRoutes } from '../../src/web/tokens/token-routes';
import { aDeadLetter } from './dead-letters';
import { openDesk, textOf, type DeskWorld } from './desk-world';

let desk: DeskWorld;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const Names = z.array(z.object({ name: z.string() }));
const Held = z.tuple([z.object({ of: z.string() })]);

/** Every request touches these: the session of the signed-in person. */
const UNLISTED = ['support_session'];
const SOME_ID = '7f9c24e5-2f0d-4a70-9b6c-5d1f4a7c2b11';

/** Every registered address of a method, with an id in place of its parameters. */
function addresses(method: 'get' | 'post'): string[] {
  const { db, clock, logger } = desk;
  const context = {
    db,
    cipher: testCipher(),
    clock,
    logger,
    brokerThere: () => true,
    mailsShops: true,
    testToken: async () => ({ result: 'accepted' as const, status: 200, why: null }),
    forecasts: { ask: async () => null },
  };
  const trustedProxies = new BlockList();
  const access = {
    pool: desk.pool,
    encryptionKeys: [],
    trustedProxies,
    https: false,
    accounts: desk.accounts,
  };
  const all = [
    ...PAGES.map(([path, routes]) => [path, routes(context)] as const),
    ['/tokens', tokenRoutes(context, access)] as const,
  ];
  return all.flatMap(([path, routes]) =>
    pathsOf(routes, method).map((rest) => `${path}${rest}`.replace(/^\/+/, '/')),
  );
}

/** The content of all tables, except sessions, which every request touches. */
async function everything(): Promise<Map<string, string>> {
  const tables = await desk.pool.query(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL ($1) ORDER BY tablename`,
    [UNLISTED],
  );
  const found = new Map<string, string>();
  for (const { name } of Names.parse(tables.rows)) {
    const { rows } = await desk.pool.query(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(row, '|' ORDER BY row)), '') AS of FROM (SELECT (to_jsonb(t) - 'last_used_at')::text AS row FROM "${name}" t) t`,
    );
    found.set(name, Held.parse(rows)[0].of);
  }
  return found;
}

function pathsOf(router: Router, method: 'get' | 'post'): string[] {
  return router.stack.flatMap((layer) => {
    const { route, handle } = layer;
    if (route) {
      const handles = route.stack.some((one) => one.method === method);
      return handles ? [route.path].flat().map((path) => path.replace(/:[a-z]\w*/gi, SOME_ID)) : [];
    }
    if (!isRouter(handle)) return [];
    // The mount path of a nested router is known only for the root.
    if (!('slash' in layer) || layer.slash !== true) throw new Error('mount it in PAGES, or at its root');
    return pathsOf(handle, method);
  });
}

/** Records with the id that every address is requested with. */
async function somethingToChange(): Promise<void> {
  const { db } = desk;
  await Promise.all([db.alert.deleteMany(), db.deadLetter.deleteMany(), db.supportCase.deleteMany()]);
  await db.alert.create({
    data: { id: SOME_ID, kind: 'tracking_failed', subject: 'test', message: 'A message.' },
  });
  const failedMessage = await aDeadLetter(db);
  await db.deadLetter.update({ where: { id: failedMessage }, data: { id: SOME_ID } });
  const cause = { key: 'q r', causeKind: 'message', about: 'q r', size: 1, reportedSize: 1 };
  const at = { openedAt: new Date(), reportedAt: new Date() };
  await db.supportCase.create({ data: { id: SOME_ID, ...cause, ...at } });
}

const isRouter = (handle: object): handle is Router => 'stack' in handle;

describe('roles', () => {
  it('there are routes to check', () => {
    expect(addresses('post').length).toBeGreaterThan(0);
    expect(addresses('get')).toContain('/overview/');
    expect(addresses('post')).toContain('/tokens/');
    expect([...addresses('post'), ...addresses('get')].filter((path) => !/^\/[\w/.-]*$/.test(path))).toEqual(
      [],
    );
  });

  it('a viewer changes nothing, at any address', async () => {
    await somethingToChange();
    const viewer = await desk.signIn('viewer');
    const before = await everything();
    for (const path of addresses('post')) {
      const answer = await viewer.post(path, { ids: SOME_ID, id: SOME_ID, reason: 'for a test' });
      expect({ path, status: answer.status, says: textOf(answer.text) }).toEqual({
        path,
        status: 403,
        says: expect.stringContaining('You may look, but not do this.'),
      });
    }
    expect(await everything()).toEqual(before);
    // An agent's form reads it.
    const agent = await desk.signIn('agent');
    await agent.post('/alerts/act', { action: 'take', ids: SOME_ID });
    const changed = await everything();
    expect([...before.keys()].filter((table) => changed.get(table) !== before.get(table))).toEqual([
      'alert',
      'support_action',
    ]);
  });

  it('a viewer changes nothing by a command either, whichever it is', async () => {
    await somethingToChange();
    const wish = {
      name: 'test',
      owner: { vouchedBy: 'machine', person: 'a-viewer' },
      role: 'viewer',
      days: 1,
    } as const;
    const issued = await issueDeskToken(desk.db, { ...wish, actor: 'lead:a-lead', now: desk.clock.now() });
    const before = await everything();
    const acts = Object.entries(DESK_COMMANDS).filter(([, { kind }]) => kind !== 'look');
    expect(acts.length).toBeGreaterThan(20);
    for (const [name] of acts) {
      const { status } = await fetch(`${desk.url}/api/v1/commands/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${issued?.token ?? ''}` },
        body: JSON.stringify({ input: { id: SOME_ID, ids: [SOME_ID], action: 'take' } }),
      });
      expect({ name, status }).toEqual({ name, status: 403 });
    }
    expect(await everything()).toEqual(before);
  });

  it('without sign-in no one sees or changes anything, at any address', async () => {
    const before = await everything();
    for (const method of ['get', 'post'] as const)
      for (const path of addresses(method)) {
        const answer = await desk.visitor()[method](path);
        expect({ path, status: answer.status, location: answer.location }).toEqual({
          path,
          status: 303,
          location: expect.stringMatching(/^\/sign-in\?next=/),
        });
      }
    expect(await everything()).toEqual(before);
  });

  it('viewing a page changes nothing: every table stays the same', async () => {
    const lead = await desk.signIn('lead');
    const before = await everything();
    for (const path of addresses('get')) {
      const { status } = await lead.get(path);
      expect({ path, ok: status < 500 }).toEqual({ path, ok: true });
    }
    expect(await everything()).toEqual(before);
  });

  it('other HTTP methods are refused to a viewer as well', async () => {
    const viewer = await desk.signIn('viewer');
    expect((await viewer.post('/an-address-of-tomorrow')).status).toBe(403);
    const agent = await desk.signIn('agent');
    expect((await agent.post('/an-address-of-tomorrow')).status).toBe(404);
  });
});

describe('the audit trail of support', () => {
  it.each([
    `UPDATE support_action SET actor = 'agent:somebody-else'`,
    'DELETE FROM support_action',
    'TRUNCATE support_action',
    'TRUNCATE support_action RESTART IDENTITY CASCADE',
    `INSERT INTO support_action (id, actor, action, subject) SELECT id, 'x', action, subject FROM support_action ON CONFLICT (id) DO UPDATE SET actor = 'x'`,
  ])('cannot be changed by the application: %s', async (statement) => {
    await desk.signIn('agent');
    const before = await desk.trail();
    expect(before.length).toBeGreaterThan(0);
    await expect(desk.pool.query(statement)).rejects.toThrow(/support_action/);
    expect(await desk.trail()).toEqual(before);
  });
});
