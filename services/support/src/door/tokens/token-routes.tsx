import { DoorTokenView, issueToken, listTokens, revokeToken } from '@hub/desk/door';
import { z } from 'zod';
import { FilledText } from '../../web/layout/texts';
import { act, look, type DoorRoute } from '../route';
import { TokenPage, TokensPage } from './tokens-page';

const LONGEST_DAYS = 366;

export const tokenRoutes: readonly DoorRoute[] = [
  look({
    id: 'listTokens',
    path: '/tokens',
    summary: 'The valid tokens of your shop, the latest first.',
    section: 'tokens',
    input: z.object({}),
    answer: z.object({ tokens: z.array(DoorTokenView) }),
    title: 'Tokens',
    read: async ({ door, visit, now }) => ({
      tokens: await listTokens(door.db, { shopId: visit.contact.shopId, now }),
    }),
    page: ({ view, at }) => <TokensPage tokens={view.tokens} url={at.door.url} now={at.now} />,
  }),
  act({
    id: 'issueToken',
    path: '/tokens',
    summary: 'Issues a token for programs of your shop, shown once.',
    section: 'tokens',
    input: z.object({
      label: FilledText(100),
      may: z.enum(['read', 'act']),
      days: z.coerce.number().int().min(1).max(LONGEST_DAYS),
    }),
    answer: z.object({ id: z.uuid(), token: z.string() }),
    peopleOnly: true,
    title: 'New token',
    do: async ({ door, visit, now }, wish) => {
      const end = await issueToken(door.db, { ...wish, by: visit, now });
      return end.kind === 'issued' ? { kind: 'done', answer: { id: end.id, token: end.token } } : end;
    },
    page: ({ view, at }) => <TokenPage token={view.token} url={at.door.url} />,
  }),
  act({
    id: 'revokeToken',
    path: '/tokens/:id/revoke',
    summary: 'Ends a token of your shop at once.',
    section: 'tokens',
    input: z.object({ id: z.string().max(64) }),
    answer: z.object({ revoked: z.boolean() }),
    title: 'Token revoked',
    do: async ({ door, visit, now }, { id }) =>
      z.uuid().safeParse(id).success && (await revokeToken(door.db, { id, by: visit.contact, now }))
        ? { kind: 'done', answer: { revoked: true } }
        : { kind: 'unknown' },
    after: () => ({ next: '/tokens', says: 'The token is revoked.' }),
  }),
];
