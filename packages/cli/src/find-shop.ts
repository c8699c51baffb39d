import type { Database } from '@hub/database';
import * as desk from '@hub/desk/commands';
import { asFailure } from './desk/local-desk';
import { CommandFailure } from './failure';

/** A shop that is still in the network: commands do not apply to a removed one. */
export async function requireServedShop(db: Database, slug: string) {
  const shop = await requireShop(db, slug);
  if (shop.removedAt) throw new CommandFailure([`${slug} was removed; a sheet brings it back`]);
  return shop;
}

/** The shop of a slug, including a removed one; for an unknown one the error lists the existing ones. */
export function requireShop(db: Database, slug: string) {
  return desk.requireShop(db, slug).catch(asFailure);
}
