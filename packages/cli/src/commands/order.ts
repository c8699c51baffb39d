import type { Database } from '@hub/database';
import type { Command } from 'commander';
import { findOrders, type OrderFound } from '../order/find-orders';
import { printOrder } from '../order/print-order';
import { describeOrder } from '../order/describe-order';
import { CommandFailure } from '../failure';
import { requireShop } from '../find-shop';
import { printJson } from '../output';
import { withDatabase } from '../with-database';

/** `hub order show <id>` (D27): an order by the shop's order id or a reference of ours. */
export function addOrderCommand(program: Command): void {
  const order = program.command('order').description('orders and what became of them');
  order
    .command('show')
    .description('lines, routing, shipping orders, packages, returns and money of an order')
    .argument('<id>', "the selling or shipping shop's order id, or an order or line reference of ours")
    .option('--shop <slug>', 'the shop, where two use the same order id')
    .option('--json', 'as JSON')
    .action(show);
}

async function show(id: string, options: { shop?: string; json?: boolean }): Promise<void> {
  const order = await withDatabase(async ({ db }) => {
    const found = await requireOne(db, id, options.shop);
    return describeOrder(db, found.id);
  });
  if (options.json) printJson(order);
  else printOrder(order);
}

async function requireOne(db: Database, id: string, slug: string | undefined): Promise<OrderFound> {
  const shop = slug === undefined ? null : await requireShop(db, slug);
  const found = await findOrders(db, id);
  const fitting = shop ? found.filter((order) => order.shopIds.includes(shop.id)) : found;
  const [one, ...others] = fitting;
  if (!one) throw new CommandFailure([`no order "${id}"${slug ? ` of ${slug}` : ''}`]);
  if (others.length > 0)
    throw new CommandFailure([`"${id}" is an order of ${fitting.length} shops: say which with --shop`]);
  return one;
}
