import { inTransaction, type Database } from '@hub/database';
import { SecretUnreadableError, type KeyRing } from '@hub/installation';
import { systemClock, type Clock, type Logger } from '@hub/runtime';
import { createStoreClient, readProductsPage, type CallOutcome } from '@hub/store-calls';
import { z } from 'zod';
import { findShop } from '../directory/find-shop';
import { closedCapability } from './call-gate';
import { createCallLog } from './call-log';

/** A person waits for the answer. */
const LONGEST_MS = 10_000;

/** How a store answered `GET /products?limit=1` with the bearer token that calls to it carry first. */
export const TokenTest = z.object({
  result: z
    .enum(['accepted', 'refused', 'unclear', 'no_answer', 'not_made'])
    .describe(
      'unclear: the answer does not show whether the token is accepted; not_made: no call was made, `why` says why',
    ),
  status: z.int().nullable().describe('of the answer; null: there was none'),
  why: z.string().nullable().describe('why there was no call, or no answer'),
});
export type TokenTest = z.output<typeof TokenTest>;

export interface TokenTesterOptions {
  db: Database;
  keys: KeyRing;
  logger: Logger;
  /** STORE_TIMEOUT_MS */
  timeoutMs: number;
  /** ALLOW_INSECURE_STORES */
  allowInsecureStores: boolean;
  clock?: Clock | undefined;
}

/** Tests the bearer token of a shop, by its slug. */
export type TestToken = (slug: string) => Promise<TokenTest>;

/**
 * Makes the test of a shop's bearer token: one call, recorded as any other. It waits for no circuit and no hold, since a
 * person asks for it, and does not end a hold (D23). For use outside transactions only.
 */
export function createTokenTester(options: TokenTesterOptions): TestToken {
  const { db, keys, logger, allowInsecureStores, clock = systemClock } = options;
  const log = createCallLog({ db, logger });
  return async (slug) => {
    const shop = await inTransaction(db, (tx) => findShop(tx, slug, keys)).catch(unlessUnreadable);
    if (shop === null) return notMade('there is no such shop');
    if (shop === 'unreadable') return notMade(UNREADABLE);
    const [bearerToken] = shop.bearerTokens;
    const [signingSecret] = shop.signingSecrets(clock.now());
    if (bearerToken === undefined || signingSecret === undefined) return notMade(UNREADABLE);
    const closed = closedCapability('read_products', shop.capabilities);
    if (closed !== null) return notMade(`the capability ${closed} is off`);
    const client = createStoreClient({
      timeoutMs: Math.min(options.timeoutMs, LONGEST_MS),
      retryBaseMs: 0,
      allowInsecureStores,
      logger,
      clock,
      onCall: (record) => log.record(record),
    });
    try {
      const store = {
        shopId: shop.id,
        slug,
        apiRoot: shop.storeApiRoot,
        bearerToken,
        signingSecret,
      };
      return resultOf(await client.send(store, readProductsPage({ limit: 1 }), { maxAttempts: 1 }));
    } finally {
      client.close();
      await log.written();
    }
  };
}

/** The result of a test as a sentence, such as `Test: refused (401).` */
export function tokenTestText({ result, status, why }: TokenTest): string {
  switch (result) {
    case 'accepted':
      return `Test: accepted (${status ?? 200}).`;
    case 'refused':
      return `Test: refused (${status ?? 401}).`;
    case 'unclear':
      return `Test: not clear, the store answered ${status ?? ''} to GET /products.`;
    case 'no_answer':
      return `Test: no answer from the store (${why ?? ''}).`;
    case 'not_made':
      return `Not tested: ${why ?? ''}.`;
  }
}

function resultOf(outcome: CallOutcome<unknown>): TokenTest {
  switch (outcome.kind) {
    case 'confirmed':
      return { result: 'accepted', status: outcome.status, why: null };
    case 'unauthorized':
      return { result: 'refused', status: outcome.status, why: null };
    case 'refused':
    case 'invalid_receipt':
      return { result: 'unclear', status: outcome.status, why: null };
    case 'unavailable':
      return outcome.status === null
        ? { result: 'no_answer', status: null, why: outcome.code ?? outcome.reason }
        : { result: 'unclear', status: outcome.status, why: null };
    case 'postponed':
      return notMade('this process is ending');
  }
}

const notMade = (why: string): TokenTest => ({ result: 'not_made', status: null, why });

const UNREADABLE = 'its secrets cannot be opened right now';

function unlessUnreadable(error: unknown): 'unreadable' {
  if (error instanceof SecretUnreadableError) return 'unreadable';
  throw error;
}
