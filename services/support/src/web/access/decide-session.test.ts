import { describe, expect, it } from '@jest/globals';
import { decideSession, type SessionFacts } from './decide-session';

const HOUR = 3_600_000;
const ada = { name: 'ada', role: 'agent' as const, passwordHash: '', passwordMark: 'P1' };
const facts = (change: Partial<SessionFacts> = {}): SessionFacts => ({
  signIn: { by: 'local', at: 0, activeAt: 0, passwordMark: 'P1' },
  viewer: { name: 'ada', role: 'agent' },
  accounts: [ada],
  issuer: undefined,
  ...change,
});
const active = (activeAt: number) => facts({ signIn: { by: 'local', at: 0, activeAt, passwordMark: 'P1' } });
const issuer = 'https://issuer.example';
const issued = { issuer, subject: 'a1', confirmedAt: 0, askedAt: 0 };
const byOidc = facts({ signIn: { by: 'oidc', at: 0, activeAt: 0, issued }, accounts: [] });

describe('a session', () => {
  it('lasts two hours without activity', () => {
    expect(decideSession(facts(), 2 * HOUR - 1).kind).toBe('goes_on');
    expect(decideSession(facts(), 2 * HOUR)).toMatchObject({
      kind: 'ends',
      words: expect.stringMatching(/two hours/),
    });
  });

  it('ends after twelve hours, whatever the activity', () => {
    expect(decideSession(active(12 * HOUR - 1), 12 * HOUR - 1).kind).toBe('goes_on');
    expect(decideSession(active(12 * HOUR - 1), 12 * HOUR)).toMatchObject({
      kind: 'ends',
      words: expect.stringMatching(/twelve hours/),
    });
  });

  it('records activity to the minute', () => {
    expect(decideSession(facts(), 59_999)).toMatchObject({ activeAt: 0 });
    expect(decideSession(facts(), 60_000)).toMatchObject({ activeAt: 60_000 });
  });

  it('has the role of the current configuration', () => {
    const decision = decideSession(facts({ accounts: [{ ...ada, role: 'viewer' }] }), 1);
    expect(decision).toMatchObject({ kind: 'goes_on', viewer: { name: 'ada', role: 'viewer' } });
  });

  it('ends with its account, and with its password', () => {
    expect(decideSession(facts({ accounts: [] }), 1).kind).toBe('ends');
    expect(decideSession(facts({ accounts: [{ ...ada, passwordMark: 'P2' }] }), 1).kind).toBe('ends');
  });

  it('of the issuer ends when the issuer is no longer configured; an account of the same name is another person', () => {
    expect(decideSession({ ...byOidc, issuer }, 1)).toMatchObject({
      viewer: { name: 'ada', role: 'agent' },
    });
    expect(decideSession({ ...byOidc, accounts: [ada] }, 1).kind).toBe('ends');
    expect(decideSession({ ...byOidc, issuer: 'https://another.example' }, 1).kind).toBe('ends');
  });
});
