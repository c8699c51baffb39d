import type { Command } from 'commander';
import { addList, addListsOf } from '../desk/add-list';
import { looking, type LookOptions } from '../desk/desk-options';
import { watching } from '../desk/watch';
import { ask } from '../desk/with-desk';
import { named } from '../desk/named-order';
import { unplaced } from '../order/unplaced';
import { note, printJson, printTable } from '../output';
import { addOrderActs } from './order-acts';

/** `hub order …` (D27): finding and showing orders, and what support does with one. */
export function addOrderCommand(program: Command): void {
  const order = program.command('order').description('orders: find one, see what happened to it, act on it');
  addList(order.command('list'), {
    list: '/orders/list',
    json: async (options, input) => (await ask(options, 'order.list', input)).orders,
  });
  looking(
    order
      .command('find')
      .description('finds orders by any number or reference; personal data is not searched'),
  )
    .argument(
      '<text>',
      'order id or number, our reference, tracking number, return id, line id or article; its beginning is enough',
    )
    .action((text: string, options: LookOptions) => watching(options, () => find(text, options)));
  looking(
    named(order.command('show'), 'lines, routing, shipping orders, packages, returns and money of an order'),
  ).action((id: string, options: ShowOptions) => watching(options, () => show(id, options)));
  looking(order.command('unplaced').description('paid lines that no shop has yet, the longest waiting first'))
    .option('--at <slug>', 'only lines that were given to this shop')
    .option('--limit <count>', 'how many at most', '200')
    .action((options: Parameters<typeof unplaced>[0]) => watching(options, () => unplaced(options)));
  addListsOf(order);
  addOrderActs(order);
}

type ShowOptions = LookOptions & { shop?: string };

async function find(text: string, options: LookOptions): Promise<void> {
  const { orders, articles, refused } = await ask(options, 'order.find', { text });
  for (const { gtin, title } of articles) note(`article ${gtin}: ${title}; hub order list --article ${gtin}`);
  // Why there is no such order.
  refused.forEach(note);
  if (options.json) return printJson(orders);
  printTable(
    ['received', 'shop', 'order', 'number', 'state'],
    orders.map((order) => [
      order.received_at,
      order.shop,
      order.order_id,
      order.order_number ?? '',
      order.headline,
    ]),
  );
}

async function show(id: string, options: ShowOptions): Promise<void> {
  const order = await ask(options, 'order.show', { order: id, shop: options.shop });
  if (options.json) return printJson(order);
  const { printOrder } = await import('../order/print-order.js');
  printOrder(order);
}
