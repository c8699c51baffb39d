import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDatabase, inTransaction, type Database } from '@hub/database';
import { aShop, aVariant, createTestDatabase, type StoredVariant, type TestDatabase } from '@hub/testing';
import { reserve } from '../src';

const CONNECTIONS = 20;
const ATTEMPTS = 200;

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.url, { poolSize: CONNECTIONS });
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

async function variantsWith(pieces: number[]): Promise<StoredVariant[]> {
  const variants = [];
  for (const onHand of pieces) variants.push(await aVariant(db, { shopId: (await aShop(db)).id, onHand }));
  return variants;
}

/** Makes all attempts from all connections at once, each for one piece of some variants. */
async function attempt(choices: readonly (readonly StoredVariant[])[]): Promise<number> {
  const waiting = Array.from({ length: ATTEMPTS }, (_, index) => choices[index % choices.length] ?? []);
  let succeeded = 0;
  const work = async () => {
    for (let chosen = waiting.pop(); chosen !== undefined; chosen = waiting.pop()) {
      const requests = chosen.map(({ shopId, variantId }) => ({
        shopId,
        variantId,
        shippingOrderLineId: randomUUID(),
        quantity: 1,
      }));
      const { reserved } = await inTransaction(db, async (tx) => reserve(tx, requests));
      if (reserved) succeeded += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return succeeded;
}

async function committedOf(variants: readonly StoredVariant[]): Promise<number[]> {
  const committed = [];
  for (const { shopId, variantId } of variants)
    committed.push(Number((await db.variant.findFirstOrThrow({ where: { shopId, variantId } })).committed));
  return committed;
}

describe('the last item is never promised twice (D17)', () => {
  it('200 reservations from 20 connections for 50 pieces of 3 variants: 50 are made', async () => {
    const variants = await variantsWith([25, 20, 5]);

    expect(await attempt(variants.map((variant) => [variant]))).toBe(50);
    expect(await committedOf(variants)).toEqual([25, 20, 5]);
  });

  it('orders of several variants, named in any order: all or nothing, without deadlock', async () => {
    const [a, b, c] = await variantsWith([30, 30, 30]);
    if (a === undefined || b === undefined || c === undefined) throw new Error('three variants were given');

    // Every attempt takes one piece of each: in six orders, thirty can be made
    const orders = [
      [a, b, c],
      [c, b, a],
      [b, a, c],
      [c, a, b],
      [a, c, b],
      [b, c, a],
    ];

    expect(await attempt(orders)).toBe(30);
    expect(await committedOf([a, b, c])).toEqual([30, 30, 30]);
  });
});
