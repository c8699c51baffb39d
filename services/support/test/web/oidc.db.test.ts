import { followIssuer } from '@hub/desk/tokens';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { textOf, Visitor } from './desk-world';
import { OidcWorld } from './oidc-world';

let world: OidcWorld;
beforeAll(async () => {
  world = await OidcWorld.open();
  await world.startIssuer();
});
afterAll(() => world.close());

/** A page that a person opens. */
const HTML = { accept: 'text/html' };

const visitor = () => world.desk.visitor(world.url);
const isIn = async (browser: Visitor) => (await browser.get('/audit')).status === 200;
const lastInTrail = async () => {
  const { actor, action, subject, detail } = (await world.desk.trail()).at(-1) ?? {};
  return { actor, action, subject, detail };
};

describe('sign-in by OpenID Connect', () => {
  it('signs a person in with the role that the issuer assigns, redirects to the requested page, and records it', async () => {
    const browser = visitor();
    const answer = await world.signIn(browser, 'ada');
    expect([answer.status, answer.location]).toEqual([303, '/orders']);
    expect(textOf((await browser.get('/')).text)).toContain('ada@example.com agent');
    expect(await lastInTrail()).toEqual({
      actor: 'agent:ada@example.com',
      action: 'desk.sign_in',
      subject: 'account:ada@example.com',
      detail: { by: 'oidc', issuer: world.settings.issuer, subject: 'ada' },
    });
  });

  it.each([
    ['vic', 'viewer'],
    ['lea', 'lead'],
    ['una', 'agent'],
  ])('%s is %s: one role, the highest of several, or one from the user info', async (login, role) => {
    const browser = visitor();
    await world.signIn(browser, login);
    expect(textOf((await browser.get('/')).text)).toContain(`${login}@example.com ${role}`);
  });

  it('requests a code with PKCE, state and nonce, new ones each time', async () => {
    const first = (await world.begin(visitor())).searchParams;
    const second = (await world.begin(visitor())).searchParams;
    expect(Object.fromEntries(first)).toMatchObject({
      response_type: 'code',
      client_id: 'desk',
      redirect_uri: world.settings.returnUrl,
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(first.get(name)).toMatch(/^[\w-]{43}$/);
      expect(second.get(name)).not.toBe(first.get(name));
    }
  });

  it('offers no local accounts if only the issuer is configured, and both if both are', async () => {
    const only = (await visitor().get('/sign-in')).text;
    expect(only).toContain(`Sign in at ${new URL(world.settings.issuer).host}`);
    expect(only).not.toContain('type="password"');
    const both = await world.desk.serve({ oidc: world.settings });
    const page = (await world.desk.visitor(both).get('/sign-in')).text;
    expect(page).toContain('action="/sign-in/oidc"');
    expect(page).toContain('type="password"');
    expect((await world.desk.signIn('agent', both)).cookies.size).toBe(1);
    expect((await visitor().signIn('an-agent', 'correct horse battery staple')).status).toBe(403);
  });

  it('begins only from one of our forms', async () => {
    const browser = visitor();
    await browser.get('/sign-in');
    expect((await browser.post('/sign-in/oidc', { _csrf: 'x' })).status).toBe(403);
    expect((await browser.get('/sign-in/oidc')).status).toBe(303);
  });

  it('redirects to no other site', async () => {
    const browser = visitor();
    const back = await world.atIssuer(await world.begin(browser, '//evil.example'), 'ada');
    expect((await browser.get(back)).location).toBe('/');
  });

  it('is a new session: the one that it began in is worthless', async () => {
    const browser = visitor();
    const back = await world.atIssuer(await world.begin(browser), 'ada');
    const before = new Map(browser.cookies);
    await browser.get(back);
    const thief = visitor();
    for (const [name, value] of before) thief.cookies.set(name, value);
    expect([await isIn(browser), await isIn(thief)]).toEqual([true, false]);
  });
});

describe('refused sign-ins', () => {
  it('without a role: the page names the claim that it reads', async () => {
    const browser = visitor();
    const answer = await world.signIn(browser, 'nora');
    expect(answer.status).toBe(403);
    expect(textOf(answer.text)).toMatch(
      /knows you as nora@example.com, but gives you no role.*in the claim roles/,
    );
    expect(await isIn(browser)).toBe(false);
    expect(await lastInTrail()).toMatchObject({
      actor: 'desk:visitor',
      action: 'desk.sign_in_refused',
      subject: 'account:nora@example.com',
      detail: { by: 'oidc', subject: 'nora', why: 'no role' },
    });
  });

  it.each([
    ['forged', 'OAUTH_INVALID_RESPONSE'],
    ['expired', 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'],
    ['elsewhere', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
    ['replayed', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
    ['impostor', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
  ])(
    'with a token that is %s: signature, times, audience, nonce and issuer are checked',
    async (login, why) => {
      const browser = visitor();
      const answer = await world.signIn(browser, login);
      expect(answer.status).toBe(403);
      expect(textOf(answer.text)).toContain('did not confirm who you are: you are not signed in.');
      expect(await isIn(browser)).toBe(false);
      expect(await lastInTrail()).toEqual({
        actor: 'desk:visitor',
        action: 'desk.sign_in_refused',
        subject: 'account:unknown',
        detail: { by: 'oidc', why },
      });
    },
  );

  it('with another state than the one it began with', async () => {
    const browser = visitor();
    const back = await world.atIssuer(await world.begin(browser), 'ada');
    expect((await browser.get(back.replace(/state=[^&]+/, 'state=of-somebody-else'))).status).toBe(403);
    // A state is valid once: the right one comes too late.
    expect((await browser.get(back)).status).toBe(400);
    expect(await isIn(browser)).toBe(false);
  });

  it('with a code begun in another browser', async () => {
    const back = await world.atIssuer(await world.begin(visitor()), 'ada');
    const victim = visitor();
    expect((await victim.get(back)).status).toBe(400);
    await world.begin(victim);
    expect((await victim.get(back)).status).toBe(403);
    expect(await isIn(victim)).toBe(false);
  });

  it('with a code used before', async () => {
    const browser = visitor();
    const address = await world.begin(browser);
    const back = await world.atIssuer(address, 'ada');
    expect((await browser.get(back)).status).toBe(303);
    const code = new URLSearchParams(back.split('?')[1]).get('code') ?? '';
    const other = visitor();
    const begun = await world.begin(other);
    const forged = new URLSearchParams({
      code,
      state: begun.searchParams.get('state') ?? '',
      iss: world.settings.issuer,
    });
    const answer = await other.get(`/sign-in/oidc/return?${forged}`);
    expect(answer.status).toBe(403);
    expect(await lastInTrail()).toMatchObject({ detail: { by: 'oidc', why: 'OAUTH_RESPONSE_BODY_ERROR' } });
    expect(await isIn(other)).toBe(false);
  });

  it('of a person who refuses at the issuer, or comes back with nothing', async () => {
    const browser = visitor();
    const state = async () => (await world.begin(browser)).searchParams.get('state') ?? '';
    for (const query of [`error=access_denied&iss=${world.settings.issuer}&state=${await state()}`]) {
      expect((await browser.get(`/sign-in/oidc/return?${query}`)).status).toBe(403);
    }
    await state();
    expect((await browser.get('/sign-in/oidc/return')).status).toBe(403);
    expect((await browser.get('/sign-in/oidc/return')).status).toBe(400);
  });
});

describe('the issuer is asked again about a signed-in person', () => {
  const MINUTE_MS = 60_000;
  /** A browser that stays signed in at the issuer, too. */
  async function signedIn(login: string) {
    const browser = visitor();
    const atIssuer = new Visitor(world.settings.issuer);
    await browser.get(await world.atIssuer(await world.begin(browser), login, atIssuer));
    return { browser, atIssuer };
  }

  it('a page opened after five minutes redirects there and back without a question, and continues', async () => {
    const { browser, atIssuer } = await signedIn('ada');
    world.desk.clock.forward(4 * MINUTE_MS);
    expect(await isIn(browser)).toBe(true);
    world.desk.clock.forward(MINUTE_MS);
    const led = await browser.get('/audit?actor=ada', HTML);
    expect(led.status).toBe(303);
    const address = new URL(led.location ?? '');
    expect(address.origin).toBe(world.settings.issuer);
    expect(address.searchParams.get('prompt')).toBe('none');
    // Other pages opened at the same moment do not ask as well.
    expect((await browser.get('/audit', HTML)).status).toBe(200);
    const back = await browser.get(await world.atIssuer(address, 'ada', atIssuer));
    expect([back.status, back.location]).toEqual([303, '/audit?actor=ada']);
    expect((await browser.get('/audit?actor=ada', HTML)).status).toBe(200);
  });

  it('a person whom the issuer no longer knows is signed out, which is recorded', async () => {
    const { browser } = await signedIn('ada');
    world.desk.clock.forward(5 * MINUTE_MS);
    const led = await browser.get('/audit', HTML);
    const back = await world.atIssuer(new URL(led.location ?? ''), 'ada', new Visitor(world.settings.issuer));
    expect(back).toContain('error=login_required');
    expect((await browser.get(back)).status).toBe(303);
    expect(await isIn(browser)).toBe(false);
    expect(textOf((await browser.get('/sign-in')).text)).toContain('no longer vouches for you');
    expect(await lastInTrail()).toMatchObject({
      action: 'desk.sign_in_refused',
      detail: { why: 'not confirmed' },
    });
  });

  it('another person at the same browser does not take over the session', async () => {
    const { browser } = await signedIn('ada');
    const { atIssuer } = await signedIn('lea');
    world.desk.clock.forward(5 * MINUTE_MS);
    const led = await browser.get('/audit', HTML);
    await browser.get(await world.atIssuer(new URL(led.location ?? ''), 'lea', atIssuer));
    expect(await isIn(browser)).toBe(false);
  });

  it('automatic requests of a page are not redirected, and end after 15 minutes', async () => {
    const { browser } = await signedIn('ada');
    const refresh = { 'HX-Request': 'true' };
    world.desk.clock.forward(14 * MINUTE_MS);
    expect((await browser.get('/audit', refresh)).status).toBe(200);
    world.desk.clock.forward(MINUTE_MS);
    expect((await browser.get('/audit', refresh)).status).not.toBe(200);
    expect(await isIn(browser)).toBe(false);
  });
});

describe('a token of a person whom the issuer vouches for', () => {
  const DAY_MS = 24 * 60 * 60_000;
  const issuer = () => world.settings.issuer;

  /** Signs in and issues a token on the page. */
  async function aTokenOf(login: string) {
    const browser = visitor();
    await world.signIn(browser, login);
    await browser.get('/tokens');
    const page = await browser.post('/tokens', { name: `of ${login}`, role: 'agent', days: '366' });
    return { browser, token: /hubdesk_[\w-]+/.exec(page.text)?.[0] ?? '' };
  }

  async function statusOf(token: string): Promise<number> {
    const response = await fetch(`${world.url}/api/v1/commands/shop.list`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: '{"input":{}}',
    });
    return response.status;
  }

  it('is that of the issuer and the id there: another person of the same name neither sees nor revokes it', async () => {
    const { browser, token } = await aTokenOf('ada');
    const row = await world.desk.db.deskToken.findFirstOrThrow({ where: { name: 'of ada' } });
    expect(row).toMatchObject({ person: 'ada@example.com', issuer: issuer(), subject: 'ada' });
    expect((await world.desk.trail()).at(-1)).toMatchObject({
      action: 'desk.issue_token',
      detail: { issuer: issuer(), subject: 'ada' },
    });
    const namesake = visitor();
    await world.signIn(namesake, 'mallory');
    expect(textOf((await namesake.get('/')).text)).toContain('ada@example.com agent');
    expect((await namesake.get('/tokens')).text).not.toContain('of ada');
    expect((await namesake.post(`/tokens/${row.id}/revoke`)).status).toBe(404);
    expect((await browser.get('/tokens')).text).toContain('of ada');
    expect(await statusOf(token)).toBe(200);
    const other = await world.desk.serve({
      accounts: [],
      url: world.url,
      oidc: { ...world.settings, issuer: 'https://another.example' },
    });
    const elsewhere = await fetch(`${other}/api/v1/commands/shop.list`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: '{"input":{}}',
    });
    expect(elsewhere.status).toBe(401);
  });

  it('ends after 30 days without a sign-in of that person, and a later sign-in does not bring it back', async () => {
    const { token } = await aTokenOf('una');
    world.desk.clock.forward(29 * DAY_MS);
    expect(await statusOf(token)).toBe(200);
    await world.signIn(visitor(), 'una');
    world.desk.clock.forward(29 * DAY_MS);
    expect(await statusOf(token)).toBe(200);
    await world.signIn(visitor(), 'ada');
    world.desk.clock.forward(DAY_MS);
    expect(await statusOf(token)).toBe(401);
    await world.signIn(visitor(), 'una');
    expect(await statusOf(token)).toBe(401);
  });

  it('has no more rights than the issuer gives its person at a sign-in, and is revoked with the last of them', async () => {
    const { token } = await aTokenOf('lea');
    const { db, clock } = world.desk;
    const where = { name: 'of lea' };
    const said = { issuer: issuer(), subject: 'lea', signedInAt: clock.now(), now: clock.now() };
    await followIssuer(db, { ...said, role: 'viewer' });
    expect(await db.deskToken.findFirstOrThrow({ where })).toMatchObject({ role: 'viewer', revokedAt: null });
    await followIssuer(db, { ...said, role: 'lead' });
    expect(await db.deskToken.findFirstOrThrow({ where })).toMatchObject({ role: 'viewer' });
    await followIssuer(db, { ...said, role: null });
    expect(await statusOf(token)).toBe(401);
    expect(await lastInTrail()).toMatchObject({ actor: 'desk:issuer', action: 'desk.revoke_token' });
  });
});

describe('the issuer is down', () => {
  it('signed-in people keep working for 15 minutes; others see a message, and sign in once it is back', async () => {
    // Given a person signed in at a desk that has not asked the issuer for anything yet, and the issuer stopped.
    const signedIn = visitor();
    await world.signIn(signedIn, 'ada');
    const returning = visitor();
    const back = await world.atIssuer(await world.begin(returning), 'ada');
    const fresh = await world.desk.serve({ accounts: [], url: world.url, oidc: world.settings });
    await world.stopIssuer();

    // Then.
    expect((await world.desk.visitor(fresh).get('/health/ready')).status).toBe(200);
    const waiting = world.desk.visitor(fresh);
    await waiting.get('/sign-in');
    const answer = await waiting.post('/sign-in/oidc');
    expect(answer.status).toBe(503);
    expect(textOf(answer.text)).toMatch(/where people sign in, cannot be reached at present/);
    world.desk.clock.forward(6 * 60_000);
    expect((await signedIn.get('/audit', HTML)).status).toBe(200);
    world.desk.clock.forward(9 * 60_000);
    expect((await signedIn.get('/audit', HTML)).status).not.toBe(200);
    expect((await returning.get(back)).status).toBe(503);

    // When it is back, the same desk redirects people there.
    await world.startIssuer();
    await waiting.get('/sign-in');
    expect((await waiting.post('/sign-in/oidc')).status).toBe(200);
  });
});
