import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { findAccount } from '../../src/web/access/local-sign-in';
import { openDesk, PASSWORD, textOf, type DeskWorld } from './desk-world';

let desk: DeskWorld;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());
afterEach(() => {
  jest.restoreAllMocks();
});

const lastInTrail = async () => {
  const { actor, action, subject, detail } = (await desk.trail()).at(-1) ?? {};
  return { actor, action, subject, detail };
};

describe('sign-in with an account of the configuration', () => {
  it('signs in a person who knows the password, shows who they are, and records it', async () => {
    const agent = await desk.signIn('agent');
    const page = await agent.get('/');
    expect(page.status).toBe(200);
    expect(textOf(page.text)).toContain('an-agent agent');
    expect(await lastInTrail()).toEqual({
      actor: 'agent:an-agent',
      action: 'desk.sign_in',
      subject: 'account:an-agent',
      detail: { by: 'local' },
    });
  });

  it('answers a wrong password and an unknown name with the same page', async () => {
    const withoutToken = (text: string) => text.replace(/name="_csrf" value="[^"]+"/, '');
    const wrong = await desk.visitor().signIn('an-agent', 'wrong');
    const unknown = await desk.visitor().signIn('nobody', PASSWORD);
    expect(wrong.status).toBe(403);
    expect(textOf(wrong.text)).toContain('Name or password is wrong.');
    expect(unknown.status).toBe(403);
    expect(withoutToken(unknown.text)).toBe(withoutToken(wrong.text));
  });

  it('takes as long for an unknown name as for a wrong password', async () => {
    const passwordHash = await hash(PASSWORD, { memoryCost: 32_768 });
    const accounts = [{ name: 'ada', role: 'lead' as const, passwordHash, passwordMark: '' }];
    const took = async (name: string) => {
      const times: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const began = performance.now();
        expect(await findAccount(accounts, { name, password: 'wrong' })).toBeNull();
        times.push(performance.now() - began);
      }
      return Math.min(...times);
    };
    // Without the comparison with a placeholder hash it would be a thousand times faster.
    expect(await took('nobody')).toBeGreaterThan((await took('ada')) / 3);
  });

  it('records refusals: a name only if it is one of ours, since others may have typed their password there', async () => {
    await desk.visitor().signIn('a-lead', 'wrong');
    const known = await lastInTrail();
    await desk.visitor().signIn(PASSWORD, PASSWORD);
    const refused = { actor: 'desk:visitor', action: 'desk.sign_in_refused', detail: { by: 'local' } };
    expect(known).toEqual({ ...refused, subject: 'account:a-lead' });
    expect(await lastInTrail()).toEqual({ ...refused, subject: 'account:unknown' });
    expect(
      JSON.stringify(await desk.trail(), (_key, value) =>
        String(value) === value || typeof value === 'object' ? value : String(value),
      ),
    ).not.toContain(PASSWORD);
  });

  it('writes no password into the log, whatever fails', async () => {
    const written: string[] = [];
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    const visitor = desk.visitor();
    await visitor.get('/sign-in');
    jest.spyOn(desk.db, '$transaction').mockRejectedValue(new Error('no connection'));
    const answer = await visitor.post('/sign-in', { name: 'an-agent', password: PASSWORD });
    jest.restoreAllMocks();
    expect(answer.status).toBe(500);
    expect(written.join('')).toContain('no connection');
    expect(written.join('')).not.toContain(PASSWORD);
    expect((await visitor.get('/')).location).toBe('/sign-in?next=%2F');
  });

  it('leads to the requested page', async () => {
    const visitor = desk.visitor();
    expect((await visitor.get('/orders?q=A%2F1')).location).toBe('/sign-in?next=%2Forders%3Fq%3DA%252F1');
    const page = await visitor.get('/sign-in?next=%2Forders%3Fq%3DA%252F1');
    expect(page.text).toContain('<input type="hidden" name="next" value="/orders?q=A%2F1"');
    const next = '/orders?q=A%2F1';
    const answer = await visitor.post('/sign-in', { name: 'an-agent', password: PASSWORD, next });
    expect([answer.status, answer.location]).toEqual([303, next]);
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/.//evil.example'])(
    'redirects to no other site: %s',
    async (next) => {
      const visitor = desk.visitor();
      const page = await visitor.get(`/sign-in?next=${encodeURIComponent(next)}`);
      expect(page.text).toContain('name="next" value="/"');
      const answer = await visitor.post('/sign-in', { name: 'an-agent', password: PASSWORD, next });
      expect(answer.location).toBe('/');
      const again = await visitor.get(`/sign-in?next=${encodeURIComponent(next)}`);
      expect([again.status, again.location]).toEqual([303, '/']);
    },
  );

  it('explains how to configure it if nothing is configured, and signs no one in', async () => {
    const url = await desk.serve({ accounts: [] });
    const visitor = desk.visitor(url);
    const page = textOf((await visitor.get('/sign-in')).text);
    expect(page).toContain('Sign-in is not configured yet');
    expect(page).toMatch(/OIDC_ISSUER.*SUPPORT_ACCOUNTS.*hub -- desk hash-password/);
    expect((await visitor.post('/sign-in', { name: 'an-agent', password: PASSWORD })).status).toBe(403);
    expect((await visitor.post('/sign-in', { name: '', password: '' })).status).toBe(403);
    expect((await visitor.get('/')).status).toBe(303);
  });
});

describe('limits on refused sign-ins', () => {
  it('ten by one name from one address, then it is locked, and others are not', async () => {
    const url = await desk.serve();
    const visitor = desk.visitor(url);
    for (let time = 0; time < 10; time += 1)
      expect((await visitor.signIn('an-agent', `wrong ${time}`)).status).toBe(403);
    for (const name of ['an-agent', 'AN-Agent ']) {
      const answer = await desk.visitor(url).signIn(name, PASSWORD);
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(800);
      expect(textOf(answer.text)).toContain('Too many tries to sign in');
    }
    expect((await desk.visitor(url).signIn('a-lead', PASSWORD)).status).toBe(303);
  });

  it('an attacker elsewhere cannot lock out a person whose name they know', async () => {
    const url = await desk.serve({ url: 'https://desk.example', https: true });
    const tryFrom = async (address: string, password: string) => {
      const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': address };
      const visitor = desk.visitor(url);
      await visitor.get('/sign-in', headers);
      return (await visitor.post('/sign-in', { name: 'an-agent', password }, headers)).status;
    };
    for (let time = 0; time < 10; time += 1) expect(await tryFrom('192.0.2.7', 'wrong')).toBe(403);
    expect(await tryFrom('192.0.2.7', PASSWORD)).toBe(429);
    expect(await tryFrom('192.0.2.8', PASSWORD)).toBe(303);
  });

  it('thirty from one address, whatever the names', async () => {
    const url = await desk.serve();
    const visitor = desk.visitor(url);
    for (let time = 0; time < 30; time += 1)
      expect((await visitor.signIn(`somebody-${time}`, 'wrong')).status).toBe(403);
    expect((await desk.visitor(url).signIn('a-lead', PASSWORD)).status).toBe(429);
  });

  it('correct passwords do not count', async () => {
    const url = await desk.serve();
    for (let time = 0; time < 12; time += 1)
      expect((await desk.visitor(url).signIn('an-agent', PASSWORD)).status).toBe(303);
  });
});
