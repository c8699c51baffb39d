import {
  HELD_REASONS,
  listOrders,
  OrderHeadline,
  WAITING_REASONS,
  type ListedOrder,
} from '@hub/support-desk';
import type { Command } from 'commander';
import { CommandFailure } from '../failure';
import { requireShop } from '../find-shop';
import { note, printJson, printTable, time } from '../output';
import { readLimit } from '../read-limit';
import { MOMENT, readMoment } from '../read-moment';
import { withDatabase } from '../with-database';

interface ListOptions {
  shop?: string;
  ships?: string;
  state?: string;
  reason?: string;
  article?: string;
  since?: string;
  until?: string;
  oldest?: boolean;
  limit: string;
  json?: boolean;
}

/** `hub order list`: every order, as it stands as a whole. */
export function addOrderList(order: Command): void {
  order
    .command('list')
    .description('orders as they stand, the newest first')
    .option('--shop <slug>', 'sold by this shop')
    .option('--ships <slug>', 'that this shop has, or had, a part of to ship')
    .option('--state <state>', `one of ${OrderHeadline.options.join(', ')}`)
    .option('--reason <reason>', `why it waits: ${[...WAITING_REASONS, ...HELD_REASONS].join(', ')}`)
    .option('--article <gtin>', 'with this article')
    .option('--since <time>', `received from then on: ${MOMENT}`)
    .option('--until <time>', `received before then: ${MOMENT}`)
    .option('--oldest', 'the oldest first')
    .option('--limit <count>', 'how many at the most', '50')
    .option('--json', 'as JSON')
    .action(list);
}

async function list(options: ListOptions): Promise<void> {
  const limit = readLimit(options.limit);
  const { shop, ships, state, reason, oldest: ascending = false } = options;
  const now = Date.now();
  const [since, until] = [
    readMoment('--since', options.since, now),
    readMoment('--until', options.until, now),
  ];
  const headline = state === undefined ? undefined : readHeadline(state);
  const page = await withDatabase(async ({ db }) => {
    const shopId = shop === undefined ? undefined : (await requireShop(db, shop)).id;
    const shippingShopId = ships === undefined ? undefined : (await requireShop(db, ships)).id;
    const gtin = options.article?.padStart(14, '0');
    const filter = { shopId, shippingShopId, headline, reason, gtin, since, until };
    return listOrders(db, { filter, ascending, limit });
  });
  if (options.json) printJson(page.orders.map(describeListed));
  else printOrders(page.orders);
  if (page.lookedUntil) note(`looked as far as ${time(page.lookedUntil)}: go on with --until or --since`);
  else if (page.next) note(`only the first ${limit} are shown; see --limit`);
}

function readHeadline(state: string): OrderHeadline {
  const read = OrderHeadline.safeParse(state);
  if (!read.success)
    throw new CommandFailure([`no state "${state}"; there are: ${OrderHeadline.options.join(', ')}`], 2);
  return read.data;
}

function describeListed(order: ListedOrder) {
  return {
    id: order.id,
    shop: order.shop,
    order_id: order.orderId,
    order_number: order.orderNumber,
    received_at: time(order.receivedAt),
    state: order.headline,
    mode: order.mode,
    reasons: order.reasons,
    destination_country: order.country,
    total: order.total,
    currency: order.currency,
    lines: order.lines,
    title: order.title,
    shipping_shops: order.shippingShops,
  };
}

function printOrders(orders: readonly ListedOrder[]): void {
  printTable(
    ['received', 'order', 'sold by', 'state', 'article', 'shipped by', 'to', 'total'],
    orders.map((order) => [
      time(order.receivedAt),
      order.orderNumber ?? order.orderId,
      order.shopName,
      [order.headline, ...order.reasons].join(' '),
      order.title,
      order.shippingShops.join(', '),
      order.country,
      `${order.total} ${order.currency}`,
    ]),
  );
}
