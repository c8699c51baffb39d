import { randomUUID } from 'node:crypto';
import type { Database } from '@hub/database';
import { aShop } from '@hub/testing';

/** The network's assortment: each product at about ten shops, in five sizes. */
const GOODS = 20_000;
export const SIZES = 5;

/** Words of letters only. */
const WORDS = `
  CREATE OR REPLACE FUNCTION bench_word(n int) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT substr(translate(md5(n::text), '0123456789', 'ghijklmnop'), 1, 7) $$`;

/**
 * Shops with the same number of products, which others sell too, without barcodes at every other shop. A third of the
 * titles have one more word.
 * @returns their ids
 */
export async function seedNetwork(
  db: Database,
  { shops, products, encryptionKey }: { shops: number; products: number; encryptionKey: string },
): Promise<number[]> {
  await db.$executeRawUnsafe(WORDS);
  const ids: number[] = [];
  for (let count = 0; count < shops; count += 1) {
    const { id } = await aShop(db, { encryptionKey });
    await db.$executeRaw`
      INSERT INTO product (shop_id, product_id, title, brand, images)
      SELECT ${id}::int, 'P-' || n, concat_ws(' ', bench_word(n % 200), bench_word(1000 + n % 8000), bench_word(100000 + n % 60),
        CASE WHEN (n + ${count}::int) % 3 = 0 THEN bench_word(200000 + n % 40) END), bench_word(300000 + n % 300), '[]'
      FROM (SELECT (${count}::int * 997 + i * 7) % ${GOODS}::int AS n FROM generate_series(1, ${products}::int) i) g`;
    await db.$executeRaw`
      INSERT INTO variant (shop_id, variant_id, product_id, size, gtin)
      SELECT shop_id, product_id || '-' || size, product_id, 'EU ' || (36 + size),
        CASE WHEN ${count}::int % 2 = 1 THEN '073' || lpad(((substr(product_id, 3)::int * 10) + size)::text, 11, '0') END
      FROM product CROSS JOIN generate_series(1, ${SIZES}::int) size WHERE shop_id = ${id}`;
    ids.push(id);
  }
  return ids;
}

/** As if their catalogues had been read and accepted. */
export async function acceptRuns(db: Database, shopIds: readonly number[]): Promise<void> {
  const at = new Date();
  await db.catalogueRun.createMany({
    data: shopIds.map((shopId) => ({
      id: randomUUID(),
      shopId,
      state: 'accepted',
      requestedAt: at,
      finishedAt: at,
    })),
  });
}
