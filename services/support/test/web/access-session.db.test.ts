import { BlockList } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, TEST_ENCRYPTION_KEY } from '@hub/testing';
import { openDesk, PASSWORD, textOf, type DeskWorld, type Visitor } from './desk-world';

let desk: DeskWorld;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const isIn = async (visitor: Visitor) => (await visitor.get('/audit')).status === 200;

/** Another person's browser with the cookies of this one. */
function copyOf(visitor: Visitor, url = desk.url): Visitor {
  const copy = desk.visitor(url);
  for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
  return copy;
}

/** The number of sessions in the database under the name that this browser's cookie signs. */
async function rowsOf(visitor: Visitor): Promise<number> {
  const sid = /^s%3A([\w-]+)/.exec([...visitor.cookies.values()][0] ?? '')?.[1];
  const { rows } = await desk.pool.query('SELECT FROM support_session WHERE sid = $1', [sid]);
  return rows.length;
}

describe('before sign-in', () => {
  const stored = async () => (await desk.pool.query('SELECT FROM support_session')).rowCount;

  it('nothing is stored, whatever a visitor does (D36)', async () => {
    const before = await stored();
    const visitor = desk.visitor();
    await visitor.get('/orders');
    await visitor.post('/orders/close');
    const { text } = await visitor.get('/sign-in');
    expect(textOf(text)).toContain('You are not signed in: nothing was done.');
    expect((await visitor.signIn('an-agent', 'wrong')).status).toBe(403);
    expect(await stored()).toBe(before);
    // Then the same browser can sign in.
    expect((await visitor.signIn('an-agent', PASSWORD)).status).toBe(303);
    expect(await isIn(visitor)).toBe(true);
    expect([...visitor.cookies.keys()]).toEqual(['hub-desk']);
  });

  it('what the browser keeps is nothing if it was changed, and opens at every copy by any key (D34)', async () => {
    const visitor = desk.visitor();
    await visitor.get('/sign-in');
    const changed = copyOf(visitor);
    const [[name, sealed] = ['', '']] = [...visitor.cookies];
    changed.cookies.set(name, `${sealed.slice(0, -4)}AAAA`);
    await changed.get('/');
    expect(changed.cookies.get(name)).not.toBe(sealed);
    const rotated = await desk.serve({ encryptionKeys: ['b'.repeat(64), TEST_ENCRYPTION_KEY] });
    const elsewhere = copyOf(visitor, rotated);
    expect((await elsewhere.get('/sign-in')).headers.get('set-cookie')).toBeNull();
  });
});

describe('a session', () => {
  it('is new from sign-in on: a cookie known before is worthless (fixation)', async () => {
    const visitor = desk.visitor();
    await visitor.get('/sign-in');
    const before = copyOf(visitor);
    const sid = [...visitor.cookies.values()];
    expect(sid).toHaveLength(1);
    await visitor.signIn('an-agent', PASSWORD);
    expect([...visitor.cookies.values()]).not.toEqual(sid);
    expect(await isIn(visitor)).toBe(true);
    expect(await isIn(before)).toBe(false);
  });

  it('is deleted on the server at sign-out, which is recorded', async () => {
    const agent = await desk.signIn('agent');
    const copy = copyOf(agent);
    expect(await rowsOf(copy)).toBe(1);
    const answer = await agent.post('/sign-out');
    expect([answer.status, answer.location]).toEqual([303, '/sign-in']);
    expect(textOf((await agent.get('/sign-in')).text)).toContain('You are signed out.');
    expect(await isIn(agent)).toBe(false);
    expect(await isIn(copy)).toBe(false);
    expect(await rowsOf(copy)).toBe(0);
    expect((await desk.trail()).at(-1)).toMatchObject({
      actor: 'agent:an-agent',
      action: 'desk.sign_out',
      subject: 'account:an-agent',
    });
  });

  it('survives the rotation of the key, and ends with the key that signed it (D34)', async () => {
    const next = 'b'.repeat(64);
    const agent = await desk.signIn('agent');
    const whileRotating = await desk.serve({ encryptionKeys: [next, TEST_ENCRYPTION_KEY] });
    expect(await isIn(copyOf(agent, whileRotating))).toBe(true);
    const rotated = await desk.serve({ encryptionKeys: [next] });
    expect(await isIn(copyOf(agent, rotated))).toBe(false);
    const signedInSince = await desk.signIn('agent', whileRotating);
    expect(await isIn(copyOf(signedInSince, rotated))).toBe(true);
  });

  it('ends after two hours without activity; a self-refreshing page is not activity', async () => {
    const agent = await desk.signIn('agent');
    desk.clock.forward(119 * MINUTE);
    expect(await isIn(agent)).toBe(true);
    for (let quarter = 0; quarter < 7; quarter += 1) {
      desk.clock.forward(15 * MINUTE);
      expect((await agent.get('/', { 'HX-Request': 'true' })).status).toBe(200);
    }
    desk.clock.forward(15 * MINUTE);
    expect((await agent.get('/')).location).toBe('/sign-in?next=%2F');
    expect(textOf((await agent.get('/sign-in')).text)).toContain('Nothing was done for two hours');
  });

  it('ends after twelve hours of work', async () => {
    const agent = await desk.signIn('agent');
    for (let hour = 0; hour < 11; hour += 1) {
      desk.clock.forward(HOUR);
      expect(await isIn(agent)).toBe(true);
    }
    desk.clock.forward(HOUR);
    expect(await isIn(agent)).toBe(false);
    expect(textOf((await agent.get('/sign-in')).text)).toContain('twelve hours ago');
  });

  it('is invalid once its row is deleted or expired', async () => {
    const agent = await desk.signIn('agent');
    const copy = copyOf(agent);
    await desk.pool.query(`UPDATE support_session SET expire = now() - interval '1 s'`);
    expect(await isIn(agent)).toBe(false);
    await desk.pool.query('DELETE FROM support_session');
    expect(await isIn(copy)).toBe(false);
  });

  it('is valid at every copy of the service, and follows the configuration of each at once', async () => {
    const [viewer, agent, lead] = desk.accounts;
    if (!viewer || !agent || !lead) throw new Error('no accounts');
    const visitor = await desk.signIn('agent');
    const at = async (accounts: typeof desk.accounts) => {
      const copy = copyOf(visitor, await desk.serve({ accounts }));
      const page = await copy.get('/');
      return page.status === 200 ? textOf(page.text) : textOf((await copy.get('/sign-in')).text);
    };
    expect(await at([viewer, agent])).toContain('an-agent agent');
    expect(await at([{ ...agent, role: 'viewer' }])).toContain('an-agent viewer');
    // Each of these ends it everywhere, so the last one needs a new one.
    expect(await at([viewer, lead])).toContain('Your access has changed: sign in again.');
    expect(await isIn(visitor)).toBe(false);
    const another = await desk.signIn('agent');
    const changed = await desk.serve({ accounts: [{ ...agent, passwordMark: 'of another password' }] });
    expect(await isIn(copyOf(another, changed))).toBe(false);
  });

  it('is not created by requests for health and images only', async () => {
    const { rows: before } = await desk.pool.query('SELECT sid FROM support_session');
    const visitor = desk.visitor();
    expect((await visitor.get('/health/ready')).status).toBe(200);
    expect((await visitor.get('/assets/desk.css')).status).toBe(200);
    expect((await visitor.get('/')).status).toBe(303);
    const { rows: after } = await desk.pool.query('SELECT sid FROM support_session');
    expect(visitor.cookies.size).toBe(0);
    expect(after).toEqual(before);
  });

  it('is stored before the redirect is sent: otherwise the next request would see the old session', async () => {
    // Given a lock that delays all writes to the sessions.
    const lead = await desk.signIn('lead');
    await lead.get('/links');
    const client = await desk.pool.connect();
    await client.query('BEGIN; LOCK TABLE support_session IN EXCLUSIVE MODE');
    let answered = false;
    const answer = lead.post('/links/decide', { decision: 'refuse' }).finally(() => {
      answered = true;
    });
    try {
      await eventually(async () => {
        const { rows } = await desk.pool.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        expect(rows).toHaveLength(1);
      });
      await desk.visitor().get('/health/live');
      // Then the browser has received nothing.
      expect(answered).toBe(false);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    expect((await answer).status).toBe(303);
  });
});

describe('the cookies, before sign-in and after', () => {
  async function cookiesAt(url: string): Promise<string[]> {
    const headers = { 'X-Forwarded-Proto': 'https' };
    const visitor = desk.visitor(url);
    const before = await visitor.get('/sign-in', headers);
    const after = await visitor.post('/sign-in', { name: 'an-agent', password: PASSWORD }, headers);
    return [...before.headers.getSetCookie(), ...after.headers.getSetCookie()].map((line) =>
      line.replace(/=[^;]*/, '').replace(/Max-Age=[^;]+; |Expires=[^;]+; /g, ''),
    );
  }

  it('are out of reach of scripts and other sites', async () => {
    const kept = 'Path=/; HttpOnly; SameSite=Lax';
    expect(await cookiesAt(desk.url)).toEqual([
      `hub-desk-visitor; ${kept}`,
      `hub-desk-visitor; ${kept}`,
      `hub-desk; ${kept}`,
    ]);
  });

  it('over https are never sent over plain http, and only to this host', async () => {
    const url = await desk.serve({ https: true, url: 'https://desk.example' });
    const kept = 'Path=/; HttpOnly; Secure; SameSite=Lax';
    expect(await cookiesAt(url)).toEqual([
      `__Host-hub-desk-visitor; ${kept}`,
      `__Host-hub-desk-visitor; ${kept}`,
      `__Host-hub-desk; ${kept}`,
    ]);
    const answer = await desk.visitor(url).get('/sign-in', { 'X-Forwarded-Proto': 'https' });
    expect(answer.headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/);
    expect((await desk.visitor().get('/sign-in')).headers.get('strict-transport-security')).toBeNull();
  });

  it('over https where TRUSTED_PROXIES are named: only their word is taken', async () => {
    const statusBehind = async (proxy: string) => {
      const trustedProxies = new BlockList();
      trustedProxies.addAddress(proxy);
      const url = await desk.serve({ https: true, url: 'https://desk.example', trustedProxies });
      return (await desk.visitor(url).get('/sign-in', { 'X-Forwarded-Proto': 'https' })).status;
    };
    expect([await statusBehind('127.0.0.1'), await statusBehind('192.0.2.1')]).toEqual([200, 403]);
  });

  it('with https configured is not set over plain http, and the page says so', async () => {
    const url = await desk.serve({ https: true, url: 'https://desk.example' });
    const answer = await desk.visitor(url).get('/sign-in');
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(textOf(answer.text)).toContain('This is reached at https://desk.example by https alone');
    expect((await desk.visitor(url).get('/health/live')).status).toBe(200);
  });
});

describe('a visitor who is not signed in', () => {
  it('is redirected to sign-in by a page, and by a self-refreshing component of one', async () => {
    const visitor = desk.visitor();
    expect((await visitor.get('/dead-letters?state=open')).location).toBe(
      '/sign-in?next=%2Fdead-letters%3Fstate%3Dopen',
    );
    const part = await visitor.get('/dead-letters/part', {
      'HX-Request': 'true',
      'HX-Current-URL': `${desk.url}/dead-letters?state=open`,
    });
    expect(part.headers.get('hx-redirect')).toBe('/sign-in?next=%2Fdead-letters%3Fstate%3Dopen');
    expect([part.status, part.text]).toEqual([401, '']);
  });
});
