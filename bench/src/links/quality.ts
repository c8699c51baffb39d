import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Database } from '@hub/database';
import type { Listing } from '@hub/matching';
import { aShop } from '@hub/testing';
import { print } from '../benchmark';
import { isForTuning, offersOf } from '../matching/read-offers';
import { secondCatalogue } from '../matching/second-catalogue';
import { acceptRuns } from './seed-network';

const SEED = 20261122;

/** A shop's variant, and the same one of the other shop; null: none. */
interface Kept {
  variantId: string;
  listing: Listing;
  of: string | null;
}

/**
 * Two shops for each export: the held-out half of it, and a second catalogue of that.
 * @returns a function that prints how many proposals are right
 */
export async function seedExports(
  db: Database,
  { folder, encryptionKey }: { folder: string; encryptionKey: string },
): Promise<{ shops: number; reportAll: () => Promise<void> }> {
  const reports: (() => Promise<void>)[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.csv'))) {
    const first = offersOf(readFileSync(join(folder, file), 'utf8')).filter((one) => !isForTuning(one));
    const second = secondCatalogue(first, SEED).map(({ listing, of }, at) => ({
      variantId: `second-${at}`,
      listing,
      of,
    }));
    const kept = first.map(({ id, listing }) => ({ variantId: id, listing, of: null }));
    const shops = [await seedShop(db, encryptionKey, kept), await seedShop(db, encryptionKey, second)];
    await acceptRuns(db, shops);
    reports.push(() => printQuality(db, { name: basename(file), shops, second }));
  }
  return {
    shops: reports.length * 2,
    reportAll: async () => {
      for (const report of reports) await report();
    },
  };
}

/** Products that read the same are one. */
async function seedShop(db: Database, encryptionKey: string, kept: readonly Kept[]): Promise<number> {
  const { id: shopId } = await aShop(db, { encryptionKey });
  const idOf = ({ title, brand }: Listing) => `${brand}/${title}`;
  const products = new Map(kept.map(({ listing }) => [idOf(listing), listing]));
  await db.product.createMany({
    data: [...products].map(([productId, { title, brand }]) => ({
      shopId,
      productId,
      title,
      brand,
      images: [],
    })),
  });
  await db.variant.createMany({
    data: kept.map(({ variantId, listing }) => {
      const { variantTitle: title, size, sku } = listing;
      return { shopId, variantId, productId: idOf(listing), title, size, sku };
    }),
  });
  return shopId;
}

async function printQuality(
  db: Database,
  { name, shops, second }: { name: string; shops: readonly number[]; second: readonly Kept[] },
): Promise<void> {
  const proposals = await db.linkProposal.findMany({
    where: { shopA: { in: [...shops] }, shopB: { in: [...shops] } },
  });
  const expected = new Map(second.map(({ variantId, of }) => [variantId, of]));
  const toFind = second.filter(({ of }) => of !== null).length;
  const isRight = ({ variantA, variantB }: (typeof proposals)[number]) => expected.get(variantB) === variantA;
  print(`${name}: ${second.length} variants of the second catalogue, ${toFind} to be found`);
  for (const confidence of ['sure', 'likely', 'possible']) {
    const shown = proposals.filter((one) => one.confidence === confidence);
    const right = shown.filter(isRight).length;
    print(
      `  ${confidence.padEnd(9)} ${String(shown.length).padStart(5)} shown, ${percent(right, shown.length)} right; ${percent(right, toFind)} of all to be found`,
    );
  }
  print(`  found at all: ${percent(proposals.filter(isRight).length, toFind)}`);
}

const percent = (part: number, all: number): string =>
  all === 0 ? '-' : `${((part / all) * 100).toFixed(1)} %`;
