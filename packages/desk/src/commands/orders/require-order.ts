import type { Database } from '@hub/database';
import { findOrders, type FoundOrder } from '../../orders/find-orders';
import { findOrdersAlike } from '../../orders/search-orders';
import type { z } from 'zod';
import { CommandFault } from '../command-fault';
import { requireShop, type NamedOrder } from '../fields';

type Name = z.output<typeof NamedOrder>;

const ALIKE_NAMED = 3;

/** The one order of this exact name. If there is none the fault lists similar names. */
export async function requireOrder(db: Database, name: Name): Promise<FoundOrder> {
  const one = oneOf(await ofShop(db, name, findOrders), name);
  if (one) return one;
  throw unknown(name, await ofShop(db, name, findOrdersAlike));
}

/** The same for read commands: capitals, blanks, dashes and `#` do not matter. */
export async function lookUpOrder(db: Database, name: Name): Promise<FoundOrder> {
  const one = oneOf(await ofShop(db, name, findOrders), name);
  if (one) return one;
  const alike = await ofShop(db, name, findOrdersAlike);
  const [only, ...others] = alike;
  if (only && others.length === 0) return only;
  throw unknown(name, alike);
}

async function ofShop(db: Database, { order, shop }: Name, find: typeof findOrders): Promise<FoundOrder[]> {
  const slug = shop === undefined ? undefined : (await requireShop(db, shop)).slug;
  const found = await find(db, order);
  return slug === undefined ? found : found.filter(({ shops }) => shops.includes(slug));
}

function oneOf(found: readonly FoundOrder[], { order }: Name): FoundOrder | undefined {
  const [one, ...others] = found;
  if (others.length === 0) return one;
  throw new CommandFault('refused', [
    `"${order}" is an order of ${found.length} shops: say which with --shop`,
  ]);
}

function unknown({ order, shop }: Name, alike: readonly FoundOrder[]): CommandFault {
  const names = alike
    .slice(0, ALIKE_NAMED)
    .map((one) => `"${one.orderNumber ?? one.orderId}" of ${one.shop}`);
  const others = names.length === 0 ? '' : `; did you mean ${names.join(' or ')}?`;
  return new CommandFault('unknown', [`no order "${order}"${shop ? ` of ${shop}` : ''}${others}`]);
}
