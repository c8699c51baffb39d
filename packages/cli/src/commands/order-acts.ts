import type { Command } from 'commander';
import { addActionsOf } from '../desk/add-action';
import { acting, noted, REFERENCE, type ActOptions, type NotedOptions } from '../desk/desk-options';
import { sayDone } from '../desk/say-done';
import { act, ask, type ResultOf } from '../desk/with-desk';
import { readJson } from '../files';
import { CommandFailure } from '../failure';
import { named } from '../desk/named-order';
import { readWord, type SettleOptions } from '../order/read-word';
import { note, print, printJson } from '../output';
import { counted } from '../counted';

/** What support does with an order: each action of the desk. */
export function addOrderActs(order: Command): void {
  acting(
    order
      .command('reroute')
      .description(
        'gives the lines of a shipping order that its shop refused, or that never reached it and was given up or ' +
          'cannot be sent now, to another shop; ' +
          'without --yes it only says what would be done',
      )
      .argument('<reference>', REFERENCE)
      .option('--yes', 'do it'),
  ).action(reroute);
  noted(
    order
      .command('settle')
      .description(
        "a lead's word for the shop's, where it is not known whether it has a shipping order or has stopped it: one of " +
          '--has, --has-not, --stopped, --shipped',
      )
      .argument('<reference>', REFERENCE)
      .option('--has <id>', 'the shop has it, as its order of this id')
      .option('--has-not', 'the shop does not have it: its lines are routed again, or stop with their order')
      .option('--stopped', 'the shop has stopped it')
      .option('--shipped', 'the shop had shipped it: the order stands'),
  ).action(settle);
  noted(
    order
      .command('end-rest')
      .description(
        "a lead's word that the pieces of a partly shipped shipping order that are in no package will not ship; " +
          'missing pieces of a line that shipped in part are closed',
      )
      .argument('<reference>', REFERENCE)
      .option('--reroute', 'whole lines go to another shop')
      .option('--close', 'whole lines are closed as unfulfillable'),
  ).action(endRest);
  noted(
    order
      .command('take-back')
      .description(
        'takes a placed shipping order back: its shop is asked to stop it, and once it has, its lines go to another shop',
      )
      .argument('<reference>', REFERENCE)
      .option('--close', 'its lines are closed as unfulfillable instead'),
  ).action(takeBack);
  noted(
    returns(
      order.command('release-return'),
      'registers returns that waited, for they could have been refunded twice, at the selling shop',
    ),
  ).action(releaseReturn);
  noted(
    returns(
      order.command('close-return'),
      'closes returns that waited and of which the selling shop need not be notified, such as those it has refunded already',
    ),
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
  addActionsOf(order);
}

function returns(command: Command, description: string): Command {
  return named(command, description).option(
    '--return <id>',
    'this return alone (its id, see order show); else all of the order that wait',
  );
}

interface Options extends NotedOptions {
  shop?: string;
}

async function reroute(reference: string, options: ActOptions & { yes?: boolean }): Promise<void> {
  const { yes = false, dryRun = false, json } = options;
  const carry_out = yes && !dryRun;
  const end = await ask(options, 'order.reroute', { reference, carry_out });
  if (json) return printJson(end);
  const lines = `${end.lines.length === 1 ? 'line' : 'lines'} ${end.lines.join(', ')} of ${end.external_ref}`;
  const other = end.unreachable
    ? `another shop, or ${end.shop} where no other can`
    : `another shop than ${end.shop}`;
  print(carry_out ? `${lines} wait for ${other}` : `${lines} would wait for ${other}; do it with --yes`);
}

async function settle(reference: string, options: Options & SettleOptions): Promise<void> {
  await act(options, 'order.settle', { reference, ...readWord(options), note: options.note });
}

async function endRest(
  reference: string,
  options: Options & { reroute?: boolean; close?: boolean },
): Promise<void> {
  const { reroute: again = false, close: closes = false } = options;
  if (again === closes) throw new CommandFailure(['say one of --reroute, --close']);
  const whole_lines = again ? 'reroute' : 'close';
  await act(options, 'order.end-rest', { reference, whole_lines, note: options.note });
}

async function takeBack(reference: string, options: NotedOptions & { close?: boolean }): Promise<void> {
  const lines = options.close ? 'close' : 'reroute';
  await act(options, 'order.take-back', { reference, lines, note: options.note });
}

async function releaseReturn(order: string, options: Options & { return?: string }): Promise<void> {
  const end = await ask(options, 'order.release-return', returnsOf(order, options));
  sayDone(
    options,
    end,
    `${counted(end.released.length, 'return')} of ${order} to be registered at the selling shop`,
  );
  sayRefused(end.refused, options);
}

async function closeReturn(order: string, options: Options & { return?: string }): Promise<void> {
  const end = await ask(options, 'order.close-return', returnsOf(order, options));
  sayDone(
    options,
    end,
    `${counted(end.closed.length, 'return')} of ${order} kept on record; no call reports them`,
  );
  sayRefused(end.refused, options);
}

function sayRefused(refused: ResultOf<'order.close-return'>['refused'], { json }: Options): void {
  if (refused.length === 0) return;
  if (!json) for (const { return_id, says } of refused) note(`${return_id}: not done, ${says}`);
  process.exitCode = 1;
}

const returnsOf = (order: string, { shop, note: why, return: return_id }: Options & { return?: string }) => ({
  order,
  shop,
  return_id,
  note: why,
});

async function correctAddress(order: string, options: Options & { address: string }): Promise<void> {
  const address = readJson(options.address);
  const end = await ask(options, 'order.correct-address', { order, shop: options.shop, address });
  sayDone(
    options,
    end,
    `${order}: ${end.changed.join(', ')} changed; ${counted(end.rebuilt, 'shipping order')} built again`,
  );
}
