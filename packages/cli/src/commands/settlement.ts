import type { Command } from 'commander';
import { toDesk, type DeskOptions } from '../desk/desk-options';
import { withDesk } from '../desk/with-desk';
import { CommandFailure } from '../failure';
import { printFile, printJson } from '../output';
import type { SettlementPage } from '../settlement/settlement-pages';

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
        'what a shop is owed and owes for lines shipped in a period, and the net, VAT step by step; returns are listed',
      ),
  )
    .argument('<slug>', 'the shop')
    .requiredOption('--from <day>', 'first day, such as 2026-11-01 (UTC)')
    .requiredOption('--to <day>', 'last day, such as 2026-11-30 (UTC); it counts')
    .option('--csv', 'as CSV: rows of kind line, return, total and net')
    .action(settlement);
}

async function settlement(shop: string, options: Options): Promise<void> {
  const { csv, json, from, to } = options;
  if (csv && json) throw new CommandFailure(['either --csv or --json']);
  const { settlementPages, wholeSettlement } = await import('../settlement/settlement-pages.js');
  await withDesk(options, async (desk) => {
    const pages = settlementPages((input) => desk.ask('settlement', input), { shop, from, to });
    if (csv) return printCsv(pages);
    const account = await wholeSettlement(pages);
    if (json) return printJson(account);
    const { printSettlement } = await import('../settlement/print-settlement.js');
    return await printSettlement(account);
  });
}

/** One flat table: a `line` row for each settled line, a `return` row for each returned line, a `total` row for each side, a `net` row for each currency. */
async function printCsv(pages: AsyncIterable<SettlementPage>): Promise<void> {
  const { SETTLEMENT_HEAD, settlementCsv } = await import('@hub/desk/money');
  printFile(SETTLEMENT_HEAD);
  for await (const { lines, returns, totals, net } of pages)
    printFile(settlementCsv([...lines, ...returns, ...totals, ...net]));
}
