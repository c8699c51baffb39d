import { takeDoorTokenBack, tokenTestText, type TestToken, type TokenTest } from '@hub/shops';
import { z } from 'zod';
import { DESK_REFUSAL_LABELS } from '../audit/refusal-labels';
import { longAction, type Acting, type By } from '../engine/action';

/** What the test of a bearer token needs besides the database. */
export interface NeedsTokenTest {
  testToken: TestToken;
}

/** A test of a shop's bearer token, as an answer. */
export interface TokenTested {
  shop: string;
  test: TokenTest;
}

const Name = z.string().min(1).max(255);

/** Calls a store with the bearer token that is sent first (D23, D35): `GET /products?limit=1`. It ends no hold on calls. */
export const testToken = longAction({
  names: {
    'store.test_token': 'tested the bearer token of a shop',
    'door.test_token': "tested the bearer token at the shop's door",
  },
  name: (_input, { shop }) => (shop ? 'door.test_token' : 'store.test_token'),
  command: 'shop.test-token',
  hub: {
    says: 'calls a store with the bearer token that it gets first, GET /products, and shows the answer',
    takes: {
      shop: ['<slug>'],
    },
  },
  page: '/shops/:slug/test-token',
  input: z.strictObject({ shop: Name }),
  ofShop: () => true,
  async run(tx, { shop: slug }, _by: By & NeedsTokenTest) {
    const shop = await tx.shop.findUnique({ where: { slug }, select: { removedAt: true } });
    if (!shop || shop.removedAt !== null) return unknown('The token is not tested');
    const record = { subjects: [`shop:${slug}`] };
    return { kind: 'done', says: 'The token is being tested.', answer: { shop: slug }, record };
  },
  async goOn(acting, { shop }) {
    return tested(acting, shop, 'The token that is sent first.');
  },
});

/**
 * Takes the bearer token back that was set at a shop's door (D35): the one that it replaced is sent again, or those of the sheet. What
 * is sent then is tested at once.
 */
export const takeTokenBack = longAction({
  names: {
    'store.take_token_back': 'took a bearer token back for the shop',
    'door.take_token_back': "took a bearer token back at the shop's door",
  },
  name: (_input, { shop }) => (shop ? 'door.take_token_back' : 'store.take_token_back'),
  changes: true,
  command: 'shop.take-token-back',
  hub: {
    says: "takes back the bearer token that was set at a shop's door: the one before is sent again, and tested at once",
    takes: {
      shop: ['<slug>'],
      set_at: ['--set-at <instant>', 'when it was set, as `hub shop show` prints it: a newer one stays'],
    },
  },
  page: '/shops/:slug/take-token-back',
  note: 'required',
  input: z.strictObject({
    shop: Name,
    set_at: z.iso.datetime().describe('when the token was set: a newer one stays'),
  }),
  ofShop: () => true,
  async ask({ db }: Acting & NeedsTokenTest, { shop: slug, set_at: setAt }) {
    const shop = await db.shop.findUnique({
      where: { slug, removedAt: null },
      select: { name: true, doorTokenSetAt: true, formerDoorTokenSetAt: true },
    });
    if (!shop) return null;
    const title = `Take back the bearer token of ${shop.name}`;
    if (shop.doorTokenSetAt?.getTime() !== Date.parse(setAt))
      return { title, happens: [], impossible: NOT_TAKEN_BACK[shop.doorTokenSetAt ? 'another' : 'none_set'] };
    const former = shop.formerDoorTokenSetAt;
    return {
      title,
      happens: [
        former === null
          ? 'Calls to the store carry the token of the environment sheet again.'
          : `Calls to the store carry the token again that was set on ${former.toISOString()}.`,
        'The token that is taken back is deleted. Suspended calls go on.',
        'The token that is sent then is tested at once with GET /products, and the answer is shown.',
      ],
      submit: 'Take the token back',
    };
  },
  async run(tx, { shop: slug, set_at: setAt }, _by: By & NeedsTokenTest) {
    const end = await takeDoorTokenBack(tx, { slug, setAt: new Date(setAt) });
    if (end === 'unknown_shop') return unknown('The token is not taken back');
    if (end === 'none_set' || end === 'another') {
      const why = NOT_TAKEN_BACK[end];
      return { kind: 'refused', says: `The token is not taken back: ${why}.`, why };
    }
    return {
      kind: 'done',
      says: 'The token is taken back.',
      answer: { shop: slug },
      record: {
        subjects: [`shop:${slug}`],
        detail: { sent_now: end },
        changes: [{ field: 'bearer_token', changed: true }],
      },
    };
  },
  goOn: (acting, { shop }) => tested(acting, shop, 'Token taken back; the one before is sent again.'),
});

const unknown = (what: string) =>
  ({ kind: 'unknown', says: `${what}: ${DESK_REFUSAL_LABELS.unknown_shop}.` }) as const;

const NOT_TAKEN_BACK = {
  none_set: "no token of the shop's door is set",
  another: 'another token was set since, or this one was taken back already',
} as const;

/** After the transaction: no call is made inside one. */
export async function tested(
  { testToken: test }: NeedsTokenTest,
  shop: string,
  before: string,
): Promise<{ says: string; answer: TokenTested }> {
  const made = await test(shop);
  return { says: `${before} ${tokenTestText(made)}`, answer: { shop, test: made } };
}
