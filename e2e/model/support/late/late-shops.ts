import type { Database } from '@hub/database';
import { aGtin, aShop, aVariant, type StoredShop } from '@hub/testing';
import type { LateStores } from './late-stores';

/** How a shop's people work. */
export type Habit = 'prompt' | 'slow' | 'forgetful' | 'pausing';

export interface LateShop extends StoredShop {
  habit: Habit;
}

const HABITS: readonly Habit[] = ['prompt', 'prompt', 'slow', 'slow', 'forgetful', 'pausing'];
const ARTICLES = 3;
const FIRST_GTIN = 80_000;
/** As its sheet says; in UTC, on every day. */
const TERMS = { timeZone: 'UTC', shipWithin: '48h', closedDays: [] };
/** More than is ever sold. */
const PLENTY = 100_000;

/** A shop that sells and has nothing, and six that have all of it. */
export async function openShops(
  db: Database,
  stores: LateStores,
): Promise<{ seller: LateShop; shops: LateShop[]; variants: string[] }> {
  const open = async (slug: string, habit: Habit): Promise<LateShop> => {
    const shop = await aShop(db, { slug, storeApiRoot: stores.rootOf(slug), ...TERMS });
    await db.shop.update({
      where: { id: shop.id },
      data: { contacts: { orders: `orders@${slug}.example` } },
    });
    return { ...shop, habit };
  };
  const seller = await open('seller', 'prompt');
  const shops: LateShop[] = [];
  for (const [index, habit] of HABITS.entries()) shops.push(await open(`${habit}-${index}`, habit));
  const variants: string[] = [];
  for (let article = 0; article < ARTICLES; article += 1) {
    const gtin = aGtin(FIRST_GTIN + article);
    variants.push((await aVariant(db, { shopId: seller.id, gtin })).variantId);
    for (const { id: shopId } of shops) await aVariant(db, { shopId, gtin, onHand: PLENTY });
  }
  return { seller, shops, variants };
}
