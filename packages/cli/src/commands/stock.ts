import { DESK_REFUSAL_WORDS, liftBlock, listBlocks } from '@hub/support-desk';
import type { Command } from 'commander';
import { actorOf } from '../actor';
import { CommandFailure } from '../failure';
import { print, printJson, printTable, time } from '../output';
import { withDatabase } from '../with-database';

const AT_ONCE = 1_000;

/** `hub stock blocks|lift-block`: stock that counts as not there, for its shop could not ship it (D17). */
export function addStockCommand(program: Command): void {
  const stock = program.command('stock').description('stock that is blocked after a shop could not ship it');
  stock
    .command('blocks')
    .description('blocks that stand, the oldest first')
    .option('--shop <slug>', 'of this shop alone')
    .option('--json', 'as JSON')
    .action(blocks);
  stock
    .command('lift-block')
    .description("ends the blocks on a shop's variant: the stock is there after all")
    .argument('<shop>', 'the slug of the shop')
    .argument('<variant_id>', "the shop's own variant id")
    .option('--note <text>', 'why, for the record; no personal data')
    .option('--as <name>', 'who does it, for the record (default: the user of this machine)')
    .option('--json', 'as JSON')
    .action(lift);
}

async function blocks(options: { shop?: string; json?: boolean }): Promise<void> {
  const found = await withDatabase(({ db }) => listBlocks(db, { shop: options.shop, limit: AT_ONCE }));
  const described = found.map((block) => ({
    shop: block.shop,
    variant_id: block.variantId,
    article: block.gtin,
    pieces: block.pieces,
    since: time(block.since),
  }));
  if (options.json) return printJson(described);
  printTable(
    ['since', 'shop', 'variant', 'article', 'pieces'],
    described.map((block) => [
      block.since,
      block.shop,
      block.variant_id,
      block.article ?? '',
      String(block.pieces),
    ]),
  );
}

async function lift(
  shop: string,
  variantId: string,
  options: { note?: string; as?: string; json?: boolean },
): Promise<void> {
  const actor = actorOf(options.as);
  const end = await withDatabase(({ db }) => liftBlock(db, { shop, variantId, actor, note: options.note }));
  if (end.kind === 'refused') throw new CommandFailure([`not lifted: ${DESK_REFUSAL_WORDS[end.why]}`]);
  if (options.json) return printJson({ shop, variant_id: variantId, pieces: end.pieces });
  print(`${end.pieces} piece(s) of ${variantId} at ${shop} are free again`);
}
