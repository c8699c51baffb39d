import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { openDesk, PASSWORD, textOf, type DeskWorld } from './desk-world';

let desk: DeskWorld;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const FORM = { name: 'an-agent', password: PASSWORD };

describe('every change comes from one of our forms', () => {
  it("sign-in: without this browser's token no one is signed in", async () => {
    const visitor = desk.visitor();
    await visitor.get('/sign-in');
    const other = desk.visitor();
    const token = /name="_csrf" value="([^"]+)"/.exec((await other.get('/sign-in')).text)?.[1] ?? '';
    for (const form of [{ _csrf: '' }, { _csrf: 'x' }, { _csrf: token }, { _csrf: [token, token] }]) {
      const answer = await visitor.post('/sign-in', { ...FORM, ...form });
      expect(answer.status).toBe(403);
      expect(textOf(answer.text)).toContain('This form is too old: nothing was done.');
    }
    expect((await desk.visitor().post('/sign-in', FORM)).status).toBe(403);
    expect((await visitor.get('/')).status).toBe(303);
    expect((await visitor.post('/sign-in', FORM)).status).toBe(303);
  });

  it('sign-out: another site cannot sign anyone out', async () => {
    const agent = await desk.signIn('agent');
    expect((await agent.post('/sign-out', { _csrf: '' })).status).toBe(403);
    expect((await agent.get('/sign-out')).status).toBe(404);
    expect((await agent.get('/')).status).toBe(200);
  });

  it.each([
    ['Sec-Fetch-Site', 'cross-site'],
    ['Sec-Fetch-Site', 'same-site'],
    ['Sec-Fetch-Site', 'none'],
    ['Origin', 'https://evil.example'],
    ['Origin', 'null'],
  ])('%s: %s is refused even with the right token', async (header, value) => {
    const agent = await desk.signIn('agent');
    const answer = await agent.post('/sign-out', {}, { [header.toLowerCase()]: value });
    expect(answer.status).toBe(403);
    expect(textOf(answer.text)).toContain('Another site sent this: nothing was done.');
    expect((await agent.get('/')).status).toBe(200);
  });

  it("the desk's own origin is the address of the request, or the configured one", async () => {
    const url = await desk.serve({ url: 'http://desk.example' });
    const agent = await desk.signIn('agent', url);
    expect((await agent.post('/nothing', {}, { origin: 'http://desk.example:81' })).status).toBe(403);
    expect((await agent.post('/nothing', {}, { origin: 'http://desk.example' })).status).toBe(404);
    expect((await agent.post('/nothing', {}, { origin: url })).status).toBe(404);
  });

  it('accepts large bodies only from signed-in people', async () => {
    const visitor = desk.visitor();
    await visitor.get('/sign-in');
    const much = 'x'.repeat(1_000_000);
    expect((await visitor.post('/sign-in', { ...FORM, much })).status).toBe(413);
    const agent = await desk.signIn('agent');
    expect((await agent.post('/nothing', { much })).status).toBe(404);
    expect((await agent.post('/nothing', { much: much.repeat(5) })).status).toBe(413);
  });
});

describe('every page', () => {
  it.each(['/sign-in', '/', '/nothing', '/assets/nothing'])(
    '%s carries the security headers',
    async (path) => {
      const agent = await desk.signIn('agent');
      const { headers } = await agent.get(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(
        policy
          .split(';')
          .map((one) => one.trim())
          .toSorted(),
      ).toEqual([
        "base-uri 'none'",
        "connect-src 'self'",
        "default-src 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "img-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
      ]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('x-powered-by')).toBeNull();
      // File names are not personal.
      expect(headers.get('cache-control')).toBe(path.startsWith('/assets') ? null : 'no-store');
    },
  );

  it('reports a failure in plain words, without a stack, also while the database is down', async () => {
    const away = await openDesk();
    const agent = await away.signIn('agent');
    await away.pool.query('ALTER TABLE support_session RENAME TO elsewhere');
    const silent = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const answer = await agent.get('/');
    silent.mockRestore();
    await away.close();
    expect(answer.status).toBe(500);
    expect(textOf(answer.text)).toMatch(/It is noted under [0-9a-f-]{36}/);
    expect(answer.text).not.toContain('support_session');
  });
});
