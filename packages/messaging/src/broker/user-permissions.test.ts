import { expect, it } from '@jest/globals';
import { userPermissions } from './user-permissions';
import kept from './user-permissions.json';

it('what brokers are set up with is what this release needs: `npm run docs` writes it', () => {
  expect(kept).toEqual(userPermissions());
});

it('the ingress may hand in events and nothing else', () => {
  expect(userPermissions().find(({ user }) => user === 'hub_ingress')).toEqual({
    user: 'hub_ingress',
    configure: '^()$',
    write: String.raw`^(hub\.events|hub\.rehearsals)$`,
    read: '^()$',
  });
});
