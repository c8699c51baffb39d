import { describe, expect, it } from '@jest/globals';
import { viewerOfClaims } from './viewer-of-claims';

const viewer = (claims: Record<string, unknown>, claim = 'roles') =>
  viewerOfClaims({ sub: 's-1', ...claims }, claim);

describe('a person as the issuer describes them', () => {
  it('has the role of the claim, the highest of several', () => {
    expect(viewer({ roles: 'agent' })).toEqual({ name: 's-1', role: 'agent' });
    expect(viewer({ roles: ['viewer', 'lead', 'agent', 'staff'] })?.role).toBe('lead');
    expect(
      viewer({ 'https://hub.example/role': 'viewer', roles: 'lead' }, 'https://hub.example/role')?.role,
    ).toBe('viewer');
  });

  it.each([
    {},
    { roles: null },
    { roles: [] },
    { roles: 'Lead' },
    { roles: 'lead agent' },
    { roles: { lead: true } },
  ])('has no role by %j', (claims) => expect(viewer(claims)).toBeNull());

  it('has the name that the issuer gives', () => {
    const roles = 'agent';
    expect(viewer({ roles, preferred_username: 'ada', email: 'ada@shop.example' })?.name).toBe('ada');
    expect(viewer({ roles, preferred_username: ' ', email: 'ada@shop.example' })?.name).toBe(
      'ada@shop.example',
    );
    expect(viewer({ roles, preferred_username: 'a\nlead:b', email: 7 })?.name).toBe('s-1');
    expect(viewer({ roles, preferred_username: 'a'.repeat(101) })?.name).toBe('s-1');
  });
});
