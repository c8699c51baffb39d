import { testCipher } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Router } from 'express';
import { PAGES } from '../../src/web/app';
import { openDesk, textOf, type DeskWorld } from './desk-world';

let desk: DeskWorld;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const SOME_ID = '7f9c24e5-2f0d-4a70-9b6c-5d1f4a7c2b11';

/** Every address that is registered for a method, with something in the place of its parameters. */
function addresses(method: 'get' | 'post'): string[] {
  const { db, clock, logger } = desk;
  const context = {
    db,
    cipher: testCipher(),
    clock,
    logger,
    brokerThere: () => true,
    forecasts: { ask: async () => null },
  };
  return PAGES.flatMap(([path, routes]) =>
    pathsOf(routes(context), method).map((rest) => `${path}${rest}`.replace(/^\/+/, '/')),
  );
}

function pathsOf(router: Router, method: 'get' | 'post'): string[] {
  return router.stack.flatMap((layer) => {
    const { route, handle } = layer;
    if (route) {
      const handles = route.stack.some((one) => one.method === method);
      return handles ? [route.path].flat().map((path) => path.replace(/:[a-z]\w*/gi, SOME_ID)) : [];
    }
    if (!isRouter(handle)) return [];
    // Where a router within a router is mounted can be told for the root alone.
    if (!('slash' in layer) || layer.slash !== true) throw new Error('mount it in PAGES, or at its root');
    return pathsOf(handle, method);
  });
}

const isRouter = (handle: object): handle is Router => 'stack' in handle;

describe('roles', () => {
  it('there is something to refuse', () => {
    expect(addresses('post').length).toBeGreaterThan(0);
    expect(addresses('get')).toContain('/dead-letters/');
    expect([...addresses('post'), ...addresses('get')].filter((path) => !/^\/[\w/.-]*$/.test(path))).toEqual(
      [],
    );
  });

  it('a viewer changes nothing, at any address there is', async () => {
    const viewer = await desk.signIn('viewer');
    const before = await desk.trail();
    for (const path of addresses('post')) {
      const answer = await viewer.post(path, { ids: SOME_ID, id: SOME_ID, reason: 'for a test' });
      expect({ path, status: answer.status, says: textOf(answer.text) }).toEqual({
        path,
        status: 403,
        says: expect.stringContaining('You may look, but not do this.'),
      });
    }
    expect(await desk.trail()).toEqual(before);
  });

  it('nobody signed in sees or changes nothing, at any address there is', async () => {
    const before = await desk.trail();
    for (const method of ['get', 'post'] as const)
      for (const path of addresses(method)) {
        const answer = await desk.visitor()[method](path);
        expect({ path, status: answer.status, location: answer.location }).toEqual({
          path,
          status: 303,
          location: expect.stringMatching(/^\/sign-in\?next=/),
        });
      }
    expect(await desk.trail()).toEqual(before);
  });

  it('no page changes anything by being looked at: the trail stays as it is', async () => {
    const lead = await desk.signIn('lead');
    const before = await desk.trail();
    for (const path of addresses('get')) {
      const { status } = await lead.get(path);
      expect({ path, ok: status < 500 }).toEqual({ path, ok: true });
    }
    expect(await desk.trail()).toEqual(before);
  });

  it('whatever else a browser may send is refused to a viewer as well', async () => {
    const viewer = await desk.signIn('viewer');
    expect((await viewer.post('/an-address-of-tomorrow')).status).toBe(403);
    const agent = await desk.signIn('agent');
    expect((await agent.post('/an-address-of-tomorrow')).status).toBe(404);
  });
});

describe('the trail of what support did', () => {
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
