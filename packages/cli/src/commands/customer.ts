import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { counted } from '../counted';
import { addListsOf } from '../desk/add-list';
import { acting, revealing, type ActOptions, type RevealOptions } from '../desk/desk-options';
import { ask, type ResultOf } from '../desk/with-desk';
import { CommandFailure } from '../failure';
import { note, print, printJson, printTable } from '../output';

/** Some of the customer's data stays for now. */
const LEFT = 3;

const WHY_OPEN = {
  lines_open: 'lines are not shipped yet',
  held: 'the order is held',
  stopping: 'it is being stopped',
  return_open: 'a return is not registered yet',
  message_pending: 'a message about it is about to go out',
} as const;

interface Named {
  email?: string;
  phone?: string;
  order?: string;
  shop?: string;
}

/** `hub customer …`: the data of one customer, at their request. */
export function addCustomerCommand(program: Command): void {
  const customer = program
    .command('customer')
    .description('the data of one customer, exported or erased on request');
  named(
    revealing(customer.command('export')).description(
      'all that is kept of a customer, in every table, call, failed message and event, as JSON',
    ),
  ).action(exportOne);
  named(
    acting(customer.command('erase')).description(
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
  addListsOf(customer);
}

function named(command: Command): Command {
  return command
    .option('--email <address>', 'by e-mail address; - reads it from standard input')
    .option(
      '--phone <number>',
      'by telephone number, its digits as they were given; - reads it from standard input',
    )
    .option('--order <id>', 'one order alone, by any of its ids')
    .option('--shop <slug>', 'the shop of --order, where two use the same order id');
}

async function exportOne(options: Named & RevealOptions): Promise<void> {
  printJson(await ask(options, 'customer.export', nameOf(options)));
}

async function eraseOne(options: Named & ActOptions & { yes?: boolean }): Promise<void> {
  const { yes = false, dryRun = false, json } = options;
  const erasure = await ask(options, 'customer.erase', { ...nameOf(options), carry_out: yes && !dryRun });
  if (json) printJson(erasure);
  else printErasure(erasure);
  if (erasure.open.length + erasure.dead_letters.open.length > 0) process.exitCode = LEFT;
}

function nameOf({ email, phone, order, shop }: Named) {
  if ([email, phone, order].filter((given) => given !== undefined).length !== 1)
    throw new CommandFailure(['give one of --email, --phone and --order'], 2);
  return { email: textOf(email), phone: textOf(phone), order, shop };
}

/** A command line stays in the shell's history. */
function textOf(given: string | undefined): string | undefined {
  return given === '-' ? readFileSync(0, 'utf8').trim() : given;
}

function printErasure(erasure: ResultOf<'customer.erase'>): void {
  const { erased, open, dead_letters: deadLetters, sent_bodies: sentBodies, carried_out: done } = erasure;
  print(
    `${done ? 'erased' : 'would be erased'}: ${counted(erased.length, 'order')}, ${counted(deadLetters.deleted, 'failed message')}, ` +
      `${counted(sentBodies, 'body', 'bodies')} of what shops sent`,
  );
  if (erased.length > 0)
    printTable(
      ['shop', 'order'],
      erased.map((order) => [order.shop, order.order_id]),
    );
  for (const order of open)
    print(
      `not erased yet: ${order.order_id} of ${order.shop}: ${order.why === null ? '' : WHY_OPEN[order.why]}`,
    );
  for (const id of deadLetters.open)
    print(`not erased yet: failed message ${id}: replay or discard it first`);
  if (!done) note('nothing was changed: add --yes to do it');
}
