import { readFileSync } from 'node:fs';
import { eraseCustomer, exportCustomer, type CustomerErasure, type CustomerName } from '@hub/support-desk';
import type { Database } from '@hub/database';
import { BodyCipher } from '@hub/installation';
import type { Command } from 'commander';
import { actorOf } from '../actor';
import { CommandFailure } from '../failure';
import { requireOrder } from '../order/require-order';
import { note, print, printJson, printTable } from '../output';
import { withDatabase } from '../with-database';

/** Something of the customer stays for now. */
const LEFT = 3;

const WHY_OPEN = {
  lines_open: 'lines are not shipped yet',
  held: 'the order is held',
  stopping: 'it is being stopped',
  return_open: 'a return is not registered yet',
  message_pending: 'a message about it is about to go out',
} as const;

interface Options {
  email?: string;
  phone?: string;
  order?: string;
  shop?: string;
  as?: string;
  yes?: boolean;
  json?: boolean;
}

/** `hub customer …`: the data of one customer, at their request. */
export function addCustomerCommand(program: Command): void {
  const customer = program
    .command('customer')
    .description('the data of one customer, exported or erased on request');
  named(
    customer
      .command('export')
      .description('all that is kept of a customer, in every table, call, failed message and event, as JSON'),
  ).action(exportOne);
  named(
    customer
      .command('erase')
      .description(
        'erases what is kept of a customer; orders that are not done keep their data until they are (exit code 3). ' +
          'Without --yes it only says what would be done',
      ),
  )
    .option('--yes', 'do it')
    .addHelpText(
      'after',
      '\nWhat stays, for money and for replays: identities of orders, lines, packages and returns, amounts, the country,\n' +
        'and what support did.',
    )
    .action(eraseOne);
}

function named(command: Command): Command {
  return command
    .option('--email <address>', 'by e-mail address; - reads it from standard input')
    .option(
      '--phone <number>',
      'by telephone number, its digits as they were given; - reads it from standard input',
    )
    .option('--order <id>', 'one order alone, by any of its ids')
    .option('--shop <slug>', 'the shop of --order, where two use the same order id')
    .option('--as <name>', 'who does it, for the record (default: the user of this machine)')
    .option('--json', 'as JSON');
}

async function exportOne(options: Options): Promise<void> {
  requireOneName(options);
  const found = await withDatabase(async ({ db, config }) => {
    const name = await nameOf(db, options);
    return exportCustomer(db, { name, actor: actorOf(options.as), cipher: new BodyCipher(config) });
  });
  printJson(found);
}

async function eraseOne(options: Options): Promise<void> {
  const { as, yes = false, json } = options;
  requireOneName(options);
  const erasure = await withDatabase(async ({ db, config }) => {
    const [name, cipher] = [await nameOf(db, options), new BodyCipher(config)];
    return eraseCustomer(db, { name, actor: actorOf(as), carryOut: yes, cipher });
  });
  if (json) printJson(describe(erasure, yes));
  else printErasure(erasure, yes);
  if (erasure.open.length + erasure.deadLetters.open.length > 0) process.exitCode = LEFT;
}

function requireOneName({ email, phone, order }: Options): void {
  if ([email, phone, order].filter((given) => given !== undefined).length !== 1)
    throw new CommandFailure(['give one of --email, --phone and --order'], 2);
}

async function nameOf(db: Database, { email, phone, order, shop }: Options): Promise<CustomerName> {
  if (email !== undefined) return { email: textOf(email) };
  if (phone !== undefined) return { phone: textOf(phone) };
  return { sellerOrderId: (await requireOrder(db, order ?? '', shop)).id };
}

/** What stands on a command line stays in the shell's history. */
function textOf(given: string): string {
  return given === '-' ? readFileSync(0, 'utf8').trim() : given;
}

function describe({ erased, open, deadLetters, sentBodies }: CustomerErasure, carriedOut: boolean) {
  return {
    carried_out: carriedOut,
    erased: erased.map(({ shop, orderId }) => ({ shop, order_id: orderId })),
    open: open.map((order) => ({ shop: order.shop, order_id: order.orderId, why: order.open })),
    dead_letters: { deleted: deadLetters.deleted, open: deadLetters.open },
    sent_bodies: sentBodies,
  };
}

function printErasure({ erased, open, deadLetters, sentBodies }: CustomerErasure, carriedOut: boolean): void {
  print(
    `${carriedOut ? 'erased' : 'would be erased'}: ${erased.length} orders, ${deadLetters.deleted} failed messages, ` +
      `${sentBodies} bodies of what shops sent`,
  );
  if (erased.length > 0)
    printTable(
      ['shop', 'order'],
      erased.map(({ shop, orderId }) => [shop, orderId]),
    );
  for (const order of open)
    print(
      `not erased yet: ${order.orderId} of ${order.shop}: ${order.open === null ? '' : WHY_OPEN[order.open]}`,
    );
  for (const id of deadLetters.open)
    print(`not erased yet: failed message ${id}: replay or discard it first`);
  if (!carriedOut) note('nothing was changed: add --yes to do it');
}
