import type { Command } from 'commander';
import { addActionsOf } from '../desk/add-action';
import { addListsOf } from '../desk/add-list';
import { looking, type LookOptions } from '../desk/desk-options';
import { watching } from '../desk/watch';
import { ask } from '../desk/with-desk';
import { printJson, printTable } from '../output';

/** `hub stock blocks|lift-block`: stock that counts as missing, because its shop could not ship it (D17). */
export function addStockCommand(program: Command): void {
  const stock = program.command('stock').description('stock that is blocked after a shop could not ship it');
  looking(stock.command('blocks').description('blocks that stand, the oldest first'))
    .option('--shop <slug>', 'of this shop alone')
    .action((options: LookOptions & { shop?: string }) => watching(options, () => blocks(options)));
  addActionsOf(stock);
  addListsOf(stock);
}

async function blocks(options: LookOptions & { shop?: string }): Promise<void> {
  const found = await ask(options, 'stock.blocks', { shop: options.shop });
  if (options.json) return printJson(found);
  printTable(
    ['since', 'shop', 'variant', 'article', 'pieces'],
    found.map((block) => [
      block.since,
      block.shop,
      block.variant_id,
      block.article ?? '',
      String(block.pieces),
    ]),
  );
}
