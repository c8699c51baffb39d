import { describe, expect, it } from '@jest/globals';
import { describeRefusal, describeServer, takesWrites } from './describe-status';
import type { DatabaseServer } from './read-status';

const aServer = (changes: Partial<DatabaseServer> = {}): DatabaseServer => ({
  version: '15.1',
  standby: false,
  read_only: false,
  connections: 12,
  admitted: 97,
  hidden: 0,
  ...changes,
});

describe('the description of the database', () => {
  it('a primary takes writes', () => {
    expect(takesWrites(aServer())).toBe(true);
    expect(describeServer(aServer())).toEqual([
      'PostgreSQL 15.1: the primary, takes writes',
      'connections: 12 of 97',
    ]);
  });

  it.each([
    ['a standby', { standby: true, read_only: true }, /a standby, takes no writes/],
    ['a primary set to read only', { read_only: true }, /read only, takes no writes/],
  ])('%s takes none', (_what, changes, said) => {
    expect(takesWrites(aServer(changes))).toBe(false);
    expect(describeServer(aServer(changes))[0]).toMatch(said);
  });

  it('sessions that the user may not see are counted, and it says which user may', () => {
    expect(describeServer(aServer({ hidden: 4 }))[2]).toMatch(/4 sessions.*pg_read_all_stats/);
  });

  it.each([
    ['53300', /no more connections/],
    ['28P01', /refuses the user/],
    ['28000', /refuses the user/],
    ['3D000', /no database of that name/],
    ['57P03', /takes no connections yet/],
  ])('the SQLSTATE %s has a text', (sqlState, said) => {
    expect(describeRefusal(sqlState)).toMatch(said);
  });

  it('no answer, and any other reason, is left to the existing message', () => {
    expect([null, '42P01'].map(describeRefusal)).toEqual([null, null]);
  });
});
