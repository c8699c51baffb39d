import { describe, expect, it } from '@jest/globals';
import { Accounts } from './accounts';

const HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$/PEwu9VyzL+e6O0pi9fd8g$6IO7zj3hmuZBaXqQFFm5pksUeSkboUIu4rCBv/f2bmo';
const faultsOf = (accounts: unknown) => {
  const text = typeof accounts === 'string' ? accounts : JSON.stringify(accounts);
  return Accounts.safeParse(text).error?.issues.map(({ message }) => message);
};

describe('SUPPORT_ACCOUNTS', () => {
  it('lists people with their role and the hash of their password', () => {
    expect(Accounts.parse(JSON.stringify([{ name: 'Ada L.', role: 'lead', password_hash: HASH }]))).toEqual([
      {
        name: 'Ada L.',
        role: 'lead',
        passwordHash: HASH,
        passwordMark: expect.stringMatching(/^[\w-]{16}$/),
      },
    ]);
  });

  it('reports every fault by its position, never by its value', () => {
    const faults = faultsOf([
      { name: 'ada', role: 'admin', password_hash: HASH },
      { name: '', role: 'agent', password_hash: 'hunter2' },
      { name: 'bo', role: 'agent', password: 'hunter2' },
      'hunter2',
    ]);
    expect(faults).toEqual([
      [
        '[0].role must be: viewer, agent or lead',
        '[1].name must be: a name of letters, digits, spaces and . _ @ - (at most 100)',
        '[1].password_hash must be: an Argon2id hash as `hub desk hash-password` prints it',
        '[2].password_hash must be: a hash',
        '[2] must be: name, role and password_hash alone',
        '[3] must be: an object of name, role and password_hash',
      ].join('; '),
    ]);
  });

  it('accepts only complete Argon2id hashes', () => {
    for (const hash of [HASH.replace('argon2id', 'argon2i'), HASH.slice(0, 60), '$2b$10$abc', `${HASH} `])
      expect(faultsOf([{ name: 'ada', role: 'agent', password_hash: hash }])).toHaveLength(1);
  });

  it('has each name once, whatever its case', () => {
    const of = (name: string) => ({ name, role: 'agent', password_hash: HASH });
    expect(faultsOf([of('ada'), of('bo'), of('Ada')])).toEqual(['[2].name is there twice']);
  });

  it('must be JSON', () => {
    expect(faultsOf('ada:secret')).toEqual(['must be: a JSON array of accounts']);
    expect(faultsOf({})).toEqual(['must be: a JSON array of accounts']);
    expect(faultsOf([])).toBeUndefined();
  });
});
