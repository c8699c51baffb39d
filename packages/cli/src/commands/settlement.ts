import type { Command } from 'commander';
import { toDesk, type DeskOptions } from '../desk/desk-options';
import { ask } from '../desk/with-desk';
import { CommandFailure } from '../failure';
import { printJson } from '../output';

interface Options extends DeskOptions {
  from: string;
  to: string;
  csv?: boolean;
}

/** `hub settlement <slug>`: what shops owe one another for what was shipped (D24). */
export function addSettlementCommand(program: Command): void {
  toDesk(
    program
      .command('settlement')
      .description(
        'what a shop is owed and owes for lines shipped in a period, VAT step by step; returns are listed',
      ),
  )
    .argument('<slug>', 'the shop')
    .requiredOption('--from <day>', 'first day, such as 2026-11-01 (UTC)')
    .requiredOption('--to <day>', 'last day, such as 2026-11-30 (UTC); it counts')
    .option('--csv', 'as CSV: rows of kind line, return and total')
    .action(settlement);
}

async function settlement(shop: string, options: Options): Promise<void> {
  const { csv, json, from, to } = options;
  if (csv && json) throw new CommandFailure(['either --csv or --json']);
  const account = await ask(options, 'settlement', { shop, from, to });
  if (json) return printJson(account);
  const { printSettlement, printSettlementCsv } = await import('../settlement/print-settlement.js');
  if (csv) printSettlementCsv(account);
  else printSettlement(account);
}
