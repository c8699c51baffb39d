import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applySheetText } from '@hub/cli';
import { aConfirmation, ALL_OFF, aRehearsal, aSheet, TEST_ENCRYPTION_KEY } from '@hub/testing';
import type { World } from './open-world';
import { runHub } from './run-program';

const SLUG = 'nordic-outdoor';
const SECRETS = { NORDIC_BEARER_TOKEN: 'bearer-of-nordic', NORDIC_SIGNING_SECRET: 'secret-of-nordic' };

/** A shop whose products both sides have confirmed in production, not signed off there yet. */
export interface ShopBeforeSignOff {
  slug: string;
  /** The file that `hub golive certificate` wrote in test. */
  certificate: string;
  /** What `hub golive key` printed there. */
  fingerprint: string;
  /** Switches products live by the shop's sheet. */
  switchLive(): Promise<void>;
}

/** The database of the world is one of test first, then one of production, and stays so. */
export async function aShopBeforeSignOff(world: World): Promise<ShopBeforeSignOff> {
  await becomes(world, 'test');
  await apply(world, ALL_OFF);
  await confirmProducts(world);
  const folder = await mkdtemp(join(tmpdir(), 'hub-sign-off-'));
  const file = join(folder, 'certificate.json');
  const hub = async (...args: string[]) => {
    const end = await runHub(['golive', ...args], { ...world.env, HUB_ENVIRONMENT: 'test' });
    if (end.exitCode !== 0) throw new Error(`hub golive ${args.join(' ')}: ${end.stderr}`);
    return end.stdout.trim();
  };
  await hub(SLUG, 'sign-off', '--as', 'Ada', '--words', 'open it');
  await hub(SLUG, 'certificate', '--out', file);
  const certificate = readFileSync(file, 'utf8');
  await rm(folder, { recursive: true });
  const fingerprint = await hub('key');
  await becomes(world, 'production');
  await confirmProducts(world);
  return {
    slug: SLUG,
    certificate,
    fingerprint,
    switchLive: () => apply(world, { ...ALL_OFF, products: 'live' }),
  };
}

async function apply({ db }: World, capabilities: Record<string, string>): Promise<void> {
  const config = { HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY, ALLOW_INSECURE_STORES: false };
  await applySheetText(aSheet({ capabilities }), { db, config, env: SECRETS, dryRun: false });
}

async function confirmProducts({ db }: World): Promise<void> {
  await aRehearsal(db, { shop: SLUG, capabilities: ['products'] });
  for (const side of ['operator', 'store'] as const)
    await aConfirmation(db, { shop: SLUG, capability: 'products', side });
}

/** What the world's database is for. */
export async function becomes(
  { db }: World,
  environment: 'development' | 'test' | 'production',
): Promise<void> {
  await db.installation.updateMany({ data: { environment } });
}
