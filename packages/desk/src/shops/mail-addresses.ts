import type { Database } from '@hub/database';
import { z } from 'zod';

/** A mail for the people of a shop, as an agent sends it. */
export interface ShopMail {
  subject: string;
  text: string;
  /** By the shop's sheet; empty: it has none. */
  to: readonly string[];
}

/** The e-mail addresses of the people of shops, by their sheets. @returns by id of the shop */
export async function readMailAddresses(
  db: Pick<Database, 'shop'>,
  shopIds: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  const shops = await db.shop.findMany({
    where: { id: { in: [...shopIds] } },
    select: { id: true, contacts: true },
  });
  return new Map(shops.map(({ id, contacts }) => [id, addressesIn(contacts)]));
}

/** Those of one shop, by its slug. */
export async function mailAddressesOfShop(db: Pick<Database, 'shop'>, slug: string): Promise<string[]> {
  const shop = await db.shop.findUnique({ where: { slug }, select: { contacts: true } });
  return addressesIn(shop?.contacts);
}

function addressesIn(contacts: unknown): string[] {
  const read = z.record(z.string(), z.string()).safeParse(contacts);
  return read.success
    ? [...new Set(Object.values(read.data).filter((address) => address.includes('@')))]
    : [];
}
