import { join } from 'node:path';
import { freePort } from '@hub/runtime';
import { aShop } from '@hub/testing';
import type { Benchmark } from '../benchmark';
import { startChild, stopChild, untilReady } from '../child';

const SIMULATOR = join(__dirname, '..', '..', '..', 'packages', 'store-simulator', 'dist', 'main.js');
/** Of four variants each. */
const PRODUCTS = 25_000;

/** Starts the simulated store and applies its shop, still without a catalogue. */
export async function startBigStore({
  config,
  database,
  atEnd,
}: Benchmark): Promise<{ shopId: number; slug: string }> {
  const [slug, bearerToken, signingSecret] = ['bench-big', 'a-token', 'a-secret'];
  const port = await freePort();
  const child = startChild(
    SIMULATOR,
    { STORE_BEARER_TOKEN: bearerToken, STORE_SIGNING_SECRET: signingSecret },
    { args: ['--slug', slug, '--port', String(port), '--catalogue', `generated:${PRODUCTS}`] },
  );
  atEnd(() => stopChild(child));
  await untilReady(port, null);
  const { id } = await aShop(database.db, {
    slug,
    bearerToken,
    signingSecret,
    storeApiRoot: `http://127.0.0.1:${port}`,
    firstCatalogueAt: null,
    encryptionKey: config.HUB_ENCRYPTION_KEY,
  });
  return { shopId: id, slug };
}
