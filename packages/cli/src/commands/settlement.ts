import { readSettlement } from '@hub/support-desk';
import type { Command } from 'commander';
import { CommandFailure } from '../failure';
import { requireShop } from '../find-shop';
import { periodOf } from '../settlement/period';
import { printSettlement, printSettlementCsv, printSettlementJson } from '../settlement/print-settlement';
import { readOnly } from '../read-only';
import { withDatabase } from '../with-database';

interface Options {
  from: string;
  to: string;
  csv?: boolean;
  json?: boolean;
}

/** `hub settlement <slug>`: what shops owe one another for what was shipped (D24). */
export function addSettlementCommand(program: Command): void {
  program
    .command('settlement')
    .description(
      'what a shop is owed and owes for lines shipped in a period, VAT step by step; returns are listed',
    )
    .argument('<slug>', 'the shop')
    .requiredOption('--from <day>', 'first day, such as 2026-11-01 (UTC)')
    .requiredOption('--to <day>', 'last day, such as 2026-11-30 (UTC); it counts')
    .option('--csv', 'as CSV: rows of kind line, return and total')
    .option('--json', 'as JSON')
    .action(settlement);
}

async function settlement(slug: string, options: Options): Promise<void> {
  if (options.csv && options.json) throw new CommandFailure(['either --csv or --json']);
  const period = periodOf(options);
  const account = await withDatabase(async ({ db }) => {
    const shop = await requireShop(db, slug);
    return readOnly(db, (tx) => readSettlement(tx, shop, period));
  });
  if (options.csv) printSettlementCsv(account);
  else if (options.json) printSettlementJson(account);
  else printSettlement(account);
}
