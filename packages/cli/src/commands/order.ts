import { findRefusedEvents, orderTimeline, searchOrders } from '@hub/support-desk';
import type { Command } from 'commander';
import { actorOf } from '../actor';
import { CommandFailure } from '../failure';
import { describeRefused } from '../events/describe-event';
import { describeOrder } from '../order/describe-order';
import { addOrderList } from '../order/list-orders';
import {
  carryOutCorrection,
  carryOutEndHold,
  carryOutCloseReturn,
  carryOutRelease,
} from '../order/mend-order';
import { printOrder } from '../order/print-order';
import { requireOrder } from '../order/require-order';
import { carryOutSettling, readWord, type SettleOptions } from '../order/settle-order';
import { carryOutClosing, carryOutRerouting } from '../order/support-order';
import { unplaced } from '../order/unplaced';
import { note, print, printJson, printTable, time } from '../output';
import { withDatabase } from '../with-database';

const REFUSED_SHOWN = 5;
const NAMES = "the selling or shipping shop's order id, an order number, or a reference of ours";

/** `hub order …` (D27): finding and showing orders, and what support does with one. */
export function addOrderCommand(program: Command): void {
  const order = program.command('order').description('orders and what became of them');
  addOrderList(order);
  order
    .command('find')
    .description('orders by what somebody holds in hand; personal data is not searched')
    .argument(
      '<text>',
      'an order id or number, a reference of ours, a tracking number, a return id, a line id, an article; the beginning is enough',
    )
    .option('--json', 'as JSON')
    .action(find);
  named(
    order.command('show'),
    'lines, routing, shipping orders, packages, returns and money of an order',
  ).action(show);
  order
    .command('unplaced')
    .description('paid lines that no shop has yet, the longest waiting first')
    .option('--at <slug>', 'only those that were given to this shop')
    .option('--limit <count>', 'how many at the most', '200')
    .option('--json', 'as JSON')
    .action(unplaced);
  acting(
    order
      .command('reroute')
      .description(
        'gives the lines of a shipping order that its shop refused, or that never reached it and was given up or ' +
          'cannot be sent now, to another shop; ' +
          'without --yes it only says what would be done',
      )
      .argument('<reference>', 'our reference of the shipping order (its external_ref, see order show)')
      .option('--yes', 'do it'),
  ).action(reroute);
  noted(
    order
      .command('settle')
      .description(
        "a lead's word for the shop's, where nobody knows whether it has a shipping order or has stopped it: one of " +
          '--has, --has-not, --stopped, --shipped',
      )
      .argument('<reference>', 'our reference of the shipping order (its external_ref, see order show)')
      .option('--has <id>', 'the shop has it, as its order of this id')
      .option('--has-not', 'the shop does not have it: its lines are routed again, or stop with their order')
      .option('--stopped', 'the shop has stopped it')
      .option('--shipped', 'the shop had shipped it: the order stands'),
  ).action(settle);
  acting(
    named(
      order.command('close-line'),
      'closes a waiting line as unfulfillable: no shop is looked for any more',
    ).argument('<line_item_id>', "the selling shop's line id"),
  ).action(close);
  noted(
    named(
      order.command('release-return'),
      'registers returns that waited, for they could have been refunded twice, at the selling shop',
    ).option('--return <id>', 'this return alone (its id, see order show); else all of the order that wait'),
  ).action(releaseReturn);
  noted(
    named(
      order.command('close-return'),
      'closes returns that waited and of which the selling shop need not be told, such as those it has refunded already',
    ).option('--return <id>', 'this return alone (its id, see order show); else all of the order that wait'),
  ).action(closeReturn);
  acting(
    named(
      order.command('correct-address'),
      'corrects the delivery address of an order that no shop has; what a shop refused is routed again',
    ).requiredOption(
      '--address <file>',
      'the whole address as JSON, in the field names of shipping_address; the country stays',
    ),
  ).action(correctAddress);
  noted(named(order.command('end-hold'), 'ends what holds an order, and has it routed')).action(endHold);
}

function named(command: Command, description: string): Command {
  return command
    .description(description)
    .argument('<id>', NAMES)
    .option('--shop <slug>', 'the shop, where two use the same order id')
    .option('--json', 'as JSON');
}

function acting(command: Command): Command {
  if (!command.options.some(({ long }) => long === '--json')) command.option('--json', 'as JSON');
  return command.option('--as <name>', 'who does it, for the record (default: the user of this machine)');
}

function noted(command: Command): Command {
  return acting(command).option('--note <text>', 'why, for the record; no personal data');
}

interface Options {
  shop?: string;
  json?: boolean;
  as?: string;
  note?: string;
}

async function find(text: string, options: Options): Promise<void> {
  const {
    orders: found,
    articles,
    refused,
  } = await withDatabase(async ({ db }) => {
    const search = await searchOrders(db, text);
    return { ...search, refused: search.orders.length > 0 ? [] : await findRefusedEvents(db, text) };
  });
  for (const { gtin, title } of articles) note(`article ${gtin}: ${title}; hub order list --article ${gtin}`);
  // Why there is none of this name.
  for (const event of refused.slice(0, REFUSED_SHOWN)) note(describeRefused(event));
  const described = found.map((order) => ({
    id: order.id,
    shop: order.shop,
    order_id: order.orderId,
    order_number: order.orderNumber,
    state: order.state,
    headline: order.headline,
    received_at: time(order.receivedAt),
  }));
  if (options.json) return printJson(described);
  printTable(
    ['received', 'shop', 'order', 'number', 'state'],
    described.map((order) => [
      order.received_at,
      order.shop,
      order.order_id,
      order.order_number ?? '',
      order.headline,
    ]),
  );
}

async function show(id: string, options: Options): Promise<void> {
  const order = await withDatabase(async ({ db }) => {
    const found = await requireOrder(db, id, options.shop);
    const timeline = await orderTimeline(db, found.id);
    if (!timeline) throw new CommandFailure([`the order "${id}" is gone`]);
    return describeOrder(timeline);
  });
  if (options.json) printJson(order);
  else printOrder(order);
}

async function reroute(reference: string, options: Options & { yes?: boolean }): Promise<void> {
  const { yes = false } = options;
  const end = await withDatabase(({ db }) =>
    carryOutRerouting(db, { reference, carryOut: yes, actor: actorOf(options.as) }),
  );
  if (options.json) return printJson(end);
  const lines = `line(s) ${end.lines.join(', ')} of ${end.external_ref}`;
  const other = end.unreachable
    ? `another shop, or ${end.shop} where no other can`
    : `another shop than ${end.shop}`;
  if (yes) print(`${lines} wait for ${other}`);
  else print(`${lines} would wait for ${other}; do it with --yes`);
}

async function settle(reference: string, options: Options & SettleOptions): Promise<void> {
  const word = readWord(options);
  const { as, note: why } = options;
  const end = await withDatabase(({ db }) =>
    carryOutSettling(db, { reference, word, actor: actorOf(as), note: why }),
  );
  if (options.json) return printJson(end);
  print(`${reference} is settled by the word of ${end.shop}: ${SETTLED[word.kind]}`);
}

const SETTLED = {
  has: 'it has it',
  has_not: 'it does not have it; nothing is sent under this reference any more',
  stopped: 'it has stopped it',
  shipped: 'it had shipped it',
} as const;

async function close(id: string, lineItemId: string, options: Options): Promise<void> {
  const end = await withDatabase(async ({ db }) => {
    const found = await requireOrder(db, id, options.shop);
    const actor = actorOf(options.as);
    return carryOutClosing(db, { sellerOrderId: found.id, orderId: id, lineItemId, actor });
  });
  if (options.json) return printJson(end);
  print(`line ${lineItemId} of ${id} is ${end.closed ? 'closed' : 'closed already'} as unfulfillable`);
  note('no call tells the selling shop: it has to refund its customer');
}

async function releaseReturn(id: string, options: Options & { return?: string }): Promise<void> {
  const end = await withDatabase(async ({ db }) =>
    carryOutRelease(db, { ...(await deedOn(db, id, options)), returnId: options.return }),
  );
  if (options.json) return printJson(end);
  print(`${end.released.length} return(s) of ${id} will be registered at the selling shop`);
}

async function closeReturn(id: string, options: Options & { return?: string }): Promise<void> {
  const end = await withDatabase(async ({ db }) =>
    carryOutCloseReturn(db, { ...(await deedOn(db, id, options)), returnId: options.return }),
  );
  if (options.json) return printJson(end);
  print(`${end.closed.length} return(s) of ${id} stay on record; no call tells of them`);
}

async function correctAddress(id: string, options: Options & { address: string }): Promise<void> {
  const end = await withDatabase(async ({ db }) =>
    carryOutCorrection(db, { ...(await deedOn(db, id, options)), file: options.address }),
  );
  if (options.json) return printJson(end);
  print(`${id}: ${end.changed.join(', ')} changed; ${end.rebuilt} shipping order(s) built anew`);
}

async function endHold(id: string, options: Options): Promise<void> {
  const end = await withDatabase(async ({ db }) => carryOutEndHold(db, await deedOn(db, id, options)));
  if (options.json) return printJson(end);
  print(`${id} is held no more and will be routed`);
}

async function deedOn(db: Parameters<typeof requireOrder>[0], id: string, options: Options) {
  const found = await requireOrder(db, id, options.shop);
  return { id: found.id, actor: actorOf(options.as), note: options.note };
}
