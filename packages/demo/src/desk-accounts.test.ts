import { describe, expect, it } from '@jest/globals';
import { verify } from '@node-rs/argon2';
import { deskAccounts } from './desk-accounts';

describe('accounts of the demonstration', () => {
  it('has one for each role, with passwords of this run only, of which the desk gets hashes', async () => {
    const { accounts, env } = await deskAccounts({ SUPPORT_ACCOUNTS: '' });
    const given: { name: string; role: string; password_hash: string }[] = JSON.parse(
      env['SUPPORT_ACCOUNTS'] ?? '',
    );
    expect(given.map(({ name, role }) => [name, role])).toEqual([
      ['viewer', 'viewer'],
      ['agent', 'agent'],
      ['lead', 'lead'],
    ]);
    for (const [place, { password }] of accounts.entries()) {
      expect(env['SUPPORT_ACCOUNTS']).not.toContain(password);
      expect(await verify(given[place]?.password_hash ?? '', password)).toBe(true);
    }
    const again = await deskAccounts({});
    expect(again.accounts.map(({ password }) => password)).not.toEqual(
      accounts.map(({ password }) => password),
    );
  });

  it('leaves it to the environment if that says who may sign in', async () => {
    for (const environment of [{ SUPPORT_ACCOUNTS: '[]' }, { OIDC_ISSUER: 'https://issuer.example' }])
      expect(await deskAccounts(environment)).toEqual({ accounts: [], env: {} });
  });
});
