import type { Database } from '@hub/database';
import { findOrders, type FoundOrder } from '@hub/support-desk';
import { CommandFailure } from '../failure';
import { requireShop } from '../find-shop';

/** The one order of a name; several, or none, are told. @param slug narrows to a shop's; undefined: any */
export async function requireOrder(db: Database, id: string, slug: string | undefined): Promise<FoundOrder> {
  const shop = slug === undefined ? null : await requireShop(db, slug);
  const found = await findOrders(db, id);
  const fitting = shop ? found.filter((order) => order.shops.includes(shop.slug)) : found;
  const [one, ...others] = fitting;
  if (!one) throw new CommandFailure([`no order "${id}"${slug ? ` of ${slug}` : ''}`]);
  if (others.length > 0)
    throw new CommandFailure([`"${id}" is an order of ${fitting.length} shops: say which with --shop`]);
  return one;
}
