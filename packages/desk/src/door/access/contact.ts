import type { Database, Tx } from '@hub/database';
import { z } from 'zod';

/** Who may sign in at a shop's door: an entry of its sheet's `contacts` with an e-mail address (D35). */
export interface Contact {
  shopId: number;
  /** Slug. */
  shop: string;
  shopName: string;
  /** Its key on the sheet, such as `technical`. */
  contact: string;
  /** In lower-case letters. */
  address: string;
}

const Contacts = z.record(z.string(), z.string()).catch({});
const Address = z.email().max(255).toLowerCase();

type ShopOfDoor = { id: number; slug: string; name: string; contacts: unknown; removedAt: Date | null };

/** All who may sign in now; none for a removed shop. */
function contactsOfShop({ id, slug, name, contacts, removedAt }: ShopOfDoor): Contact[] {
  if (removedAt !== null) return [];
  return Object.entries(Contacts.parse(contacts)).flatMap(([contact, text]) => {
    const { data: address } = Address.safeParse(text.trim());
    return address === undefined ? [] : [{ shopId: id, shop: slug, shopName: name, contact, address }];
  });
}

/** The fields of a shop that say who may sign in. */
const SHOP_OF_DOOR = { id: true, slug: true, name: true, contacts: true, removedAt: true } as const;

/** The current contacts of a shop, from its sheet. Empty: there is no such shop, or none may sign in. */
export async function readContacts(db: Database | Tx, shop: { slug: string }): Promise<Contact[]> {
  const row = await db.shop.findUnique({ where: { slug: shop.slug }, select: SHOP_OF_DOOR });
  return row === null ? [] : contactsOfShop(row);
}

/** The signed-in contact, from the current sheet; null: it is no longer on the sheet (D35). */
export async function findContact(
  db: Database | Tx,
  known: { shopId: number; contact: string; address: string },
): Promise<Contact | null> {
  const row = await db.shop.findUnique({ where: { id: known.shopId }, select: SHOP_OF_DOOR });
  if (row === null) return null;
  const isSame = ({ contact, address }: Contact) => contact === known.contact && address === known.address;
  return contactsOfShop(row).find(isSame) ?? null;
}

/** The actor, for the trail: such as `shop:nordic-outdoor/technical`. */
export function actorOfContact({ shop, contact }: Pick<Contact, 'shop' | 'contact'>): string {
  return `shop:${shop}/${contact}`;
}
