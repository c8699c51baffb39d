import { expect, it } from '@jest/globals';
import { userPermissions } from './user-permissions';
import kept from './broker/user-permissions.json';

it('the committed permissions of brokers are those this release needs: `npm run docs` writes them', () => {
  expect(kept).toEqual(userPermissions());
});

it('the ingress may only publish events', () => {
  expect(userPermissions().find(({ user }) => user === 'hub_ingress')).toEqual({
    user: 'hub_ingress',
    configure: '^()$',
    write: String.raw`^(hub\.events|hub\.rehearsals)$`,
    read: '^()$',
  });
});
