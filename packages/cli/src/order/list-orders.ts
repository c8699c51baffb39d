import type { OrderHeadline } from '@hub/support-desk';
import type { Command } from 'commander';
import { looking, type LookOptions } from '../desk/desk-options';
import { watching } from '../desk/watch';
import { ask, type ResultOf } from '../desk/with-desk';
import { note, printJson, printTable } from '../output';
import { readLimit } from '../read-limit';
import { isoMoment, MOMENT } from '../read-moment';

/** Written out, so that help need not load the orders package. */
const HEADLINES: Record<OrderHeadline, true> = {
  held: true,
  stopping: true,
  cancelled: true,
  own: true,
  refused: true,
  disputed: true,
  waiting: true,
  not_placed: true,
  routing: true,
  placing: true,
  placed: true,
  partly_shipped: true,
  shipped: true,
  partly_returned: true,
  returned: true,
  dry_run: true,
  closed: true,
};

interface ListOptions extends LookOptions {
  shop?: string;
  ships?: string;
  state?: string;
  reason?: string;
  article?: string;
  since?: string;
  until?: string;
  oldest?: boolean;
  limit: string;
}

/** `hub order list`: every order, with its overall state. */
export function addOrderList(order: Command): void {
  looking(order.command('list').description('orders as they stand, the newest first'))
    .option('--shop <slug>', 'sold by this shop')
    .option('--ships <slug>', 'that this shop has, or had, a part of to ship')
    .option('--state <state>', `one of ${Object.keys(HEADLINES).join(', ')}`)
    .option('--reason <reason>', 'why it waits or is held, such as no_candidate')
    .option('--article <article>', 'with this article: its GTIN, or H… where people linked it')
    .option('--since <time>', `received from then on: ${MOMENT}`)
    .option('--until <time>', `received before then: ${MOMENT}`)
    .option('--oldest', 'the oldest first')
    .option('--limit <count>', 'how many at the most', '50')
    .action((options: ListOptions) => watching(options, () => list(options)));
}

async function list(options: ListOptions): Promise<void> {
  const { shop, ships, state, reason, article, oldest } = options;
  const limit = readLimit(options.limit);
  const page = await ask(options, 'order.list', {
    shop,
    ships,
    state,
    reason,
    article,
    oldest,
    since: isoMoment('--since', options.since),
    until: isoMoment('--until', options.until),
    limit,
  });
  if (options.json) printJson(page.orders.map(({ shop_name: _name, ...order }) => order));
  else printOrders(page.orders);
  if (page.looked_until) note(`looked as far as ${page.looked_until}: go on with --until or --since`);
  else if (page.more) note(`only the first ${limit} are shown; see --limit`);
}

function printOrders(orders: ResultOf<'order.list'>['orders']): void {
  printTable(
    ['received', 'order', 'sold by', 'state', 'article', 'shipped by', 'to', 'total'],
    orders.map((order) => [
      order.received_at,
      order.order_number ?? order.order_id,
      order.shop_name,
      [order.state, ...order.reasons].join(' '),
      order.title,
      order.shipping_shops.join(', '),
      order.destination_country,
      `${order.total} ${order.currency}`,
    ]),
  );
}
