import type { Command } from 'commander';
import { printOrder } from '../order/print-order';
import { describeOrder } from '../order/describe-order';
import { requireOrder } from '../order/require-order';
import { carryOutClosing, carryOutRerouting } from '../order/support-order';
import { note, print, printJson } from '../output';
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
  order
    .command('reroute')
    .description(
      'gives the lines of a shipping order that its shop refused, or that never reached it, to another shop; ' +
        'without --yes it only says what would be done',
    )
    .argument('<reference>', 'our reference of the shipping order (its external_ref, see order show)')
    .option('--yes', 'do it')
    .option('--json', 'as JSON')
    .action(reroute);
  order
    .command('close-line')
    .description('closes a waiting line as unfulfillable: no shop is looked for any more')
    .argument('<order>', "the selling shop's order id, or a reference of ours")
    .argument('<line_item_id>', "the selling shop's line id")
    .option('--shop <slug>', 'the shop, where two use the same order id')
    .option('--json', 'as JSON')
    .action(close);
}

async function show(id: string, options: { shop?: string; json?: boolean }): Promise<void> {
  const order = await withDatabase(async ({ db }) => {
    const found = await requireOrder(db, id, options.shop);
    return describeOrder(db, found.id);
  });
  if (options.json) printJson(order);
  else printOrder(order);
}

async function reroute(reference: string, options: { yes?: boolean; json?: boolean }): Promise<void> {
  const yes = options.yes ?? false;
  const end = await withDatabase(({ db }) => carryOutRerouting(db, { reference, carryOut: yes }));
  if (options.json) return printJson(end);
  const lines = `line(s) ${end.lines.join(', ')} of ${end.external_ref}`;
  if (end.warning !== null) note(end.warning);
  if (yes) print(`${lines} wait for another shop than ${end.shop}`);
  else print(`${lines} would wait for another shop than ${end.shop}; do it with --yes`);
}

async function close(
  id: string,
  lineItemId: string,
  options: { shop?: string; json?: boolean },
): Promise<void> {
  const end = await withDatabase(async ({ db }) => {
    const found = await requireOrder(db, id, options.shop);
    return carryOutClosing(db, { sellerOrderId: found.id, orderId: id, lineItemId });
  });
  if (options.json) return printJson(end);
  print(`line ${lineItemId} of ${id} is ${end.closed ? 'closed' : 'closed already'} as unfulfillable`);
  note('no call tells the selling shop: it has to refund its customer');
}
