import { BEARER_TOKEN } from '@hub/contract';
import { readStore, sendTestEvent, setBearerToken, StoreView, TestEventAnswer } from '@hub/desk/door';
import { PauseReason, PauseUntil, TokenTest } from '@hub/shops';
import { pauseShop, takeTokenBack, testToken, unpauseShop } from '@hub/desk/shops';
import { z } from 'zod';
import { act, actOf, carryOut, look, questionOf, type AtDoor, type DoorRoute } from '../route';
import { StorePage, TestEventPage } from './store-page';

const toStore = () => '/store';

/** What was done with a bearer token, and what the store answered with the one that it gets from then on. */
const TokenAnswer = z.object({
  done: z.string().describe('what was done and what the test showed, as sentences'),
  test: TokenTest,
});
type TokenAnswer = z.output<typeof TokenAnswer>;

/** An action on the token, whose answer is shown for what it is. */
async function withToken(
  at: AtDoor,
  action: Parameters<typeof carryOut<{ test: TokenTest }>>[1],
  given: object,
) {
  const end = await carryOut(at, action, given);
  if (end.kind !== 'done') return end;
  return { kind: 'done', answer: { done: end.says, test: end.answer.test } } as const;
}

const afterTest = (_input: object, { done, test }: TokenAnswer) => ({
  next: toStore(),
  says: done,
  isBad: test.result !== 'accepted',
});

/** How the network calls the shop's store, and the shop's actions on it. */
export const storeRoutes: readonly DoorRoute[] = [
  look({
    id: 'getStore',
    path: '/store',
    summary:
      'Whether a bearer token that was set here is sent to your store, which calls to it are suspended, and whether your shipping is paused.',
    section: 'store',
    input: z.object({}),
    answer: StoreView,
    title: 'Your store',
    read: ({ door, visit }) => readStore(door.db, visit.contact),
    page: ({ view, at }) => <StorePage view={view} now={at.now} />,
  }),
  actOf({
    id: 'pauseShipping',
    path: '/store/pause',
    summary:
      'Pauses your shipping: until then you get no new orders and your stock is not offered. Orders that you have go on, and so do your own sales.',
    section: 'store',
    input: z.object({
      until: PauseUntil.describe('a time in UTC, at most 30 days ahead'),
      reason: PauseReason.describe('for the operator; no personal data'),
    }),
    title: 'Pause shipping',
    action: pauseShop,
    into: ({ until, reason }) => ({ until: until.toISOString(), reason }),
    next: toStore,
  }),
  actOf({
    id: 'unpauseShipping',
    path: '/store/unpause',
    summary: 'Ends your own pauses: lines that wait for your stock are served, and you get new orders again.',
    section: 'store',
    input: z.object({}),
    title: 'End the pause',
    action: unpauseShop,
    next: toStore,
  }),
  act({
    id: 'setBearerToken',
    path: '/store/bearer-token',
    summary:
      'A new bearer token for calls to your store, sent before the old one, until the environment sheet names a new one. It is tested at once with GET /products?limit=1.',
    section: 'store',
    input: z.object({
      token: z.string().max(4_096).regex(BEARER_TOKEN.pattern).describe(BEARER_TOKEN.expected),
    }),
    answer: TokenAnswer,
    title: 'New bearer token',
    do: (at, input) => withToken(at, setBearerToken, input),
    after: afterTest,
  }),
  act({
    id: 'testBearerToken',
    path: '/store/bearer-token/test',
    summary: 'Tests the bearer token that your store gets first, with GET /products?limit=1.',
    section: 'store',
    input: z.object({}),
    answer: TokenAnswer,
    title: 'Test the bearer token',
    do: (at, input) => withToken(at, testToken, input),
    after: afterTest,
  }),
  act({
    id: 'takeBearerTokenBack',
    path: '/store/bearer-token/take-back',
    summary:
      'Takes back the bearer token that was set here: your store gets the one that it replaced, or that of the environment sheet. That one is tested at once.',
    section: 'store',
    input: z.object({
      set_at: z.iso.datetime().describe('its `bearer_token_set_at`: a newer token stays'),
    }),
    answer: TokenAnswer,
    title: 'Take the bearer token back',
    asks: questionOf(takeTokenBack, { back: () => ({ href: '/store', name: 'Your store' }) }),
    do: (at, input) => withToken(at, takeTokenBack, input),
    after: afterTest,
  }),
  act({
    id: 'sendTestEvent',
    path: '/store/test-event',
    summary:
      'Sends an event to your own events address, signed with your secret, that changes nothing; shows the answer.',
    section: 'store',
    input: z.object({}),
    answer: TestEventAnswer,
    title: 'Test event',
    do: (at, input) => carryOut(at, sendTestEvent, input),
    page: ({ view }) => <TestEventPage view={view} />,
  }),
];
