import { instantToIso } from '@hub/contract';
import type { Command } from 'commander';
import { actorOf } from '../actor';
import { addListsOf } from '../desk/add-list';
import { readText } from '../files';
import { print, printJson } from '../output';
import type { VatRate } from '../vat/save-rates';

interface SetOptions {
  as?: string;
  json?: boolean;
}

/** `hub vat …`: VAT rates by country, each from an instant on (D24). */
export function addVatCommand(program: Command): void {
  const vat = program.command('vat').description('VAT rates by country');
  vat
    .command('set')
    .description('sets the rate of a country from an instant on')
    .argument('<country>', 'ISO 3166-1 code, such as SE')
    .argument('<rate>', 'share such as 0.25')
    .requiredOption('--from <instant>', 'ISO 8601 in UTC, such as 2027-01-01T00:00:00Z')
    .option('--as <name>', 'who sets it, for the record (default: the user of this machine)')
    .option('--json', 'as JSON')
    .action(async (country: string, rate: string, options: SetOptions & { from: string }) => {
      const { readRate } = await import('../vat/read-rates.js');
      const set = readRate({ country, rate, from: options.from });
      await save([set], actorOf(options.as));
      if (options.json) printJson(describeRate(set));
      else print(`${country} ${rate} from ${options.from}`);
    });
  vat
    .command('import')
    .description('sets many: a CSV file with lines country,rate,from')
    .argument('<file>')
    .option('--as <name>', 'who sets them, for the record (default: the user of this machine)')
    .option('--json', 'as JSON')
    .action(async (file: string, options: SetOptions) => {
      const { readRates } = await import('../vat/read-rates.js');
      const rates = readRates(readText(file));
      await save(rates, actorOf(options.as));
      if (options.json) printJson(rates.map(describeRate));
      else print(`${rates.length} rates set`);
    });
  addListsOf(vat);
}

/** A rate for `--json`, the same whether set or listed. */
function describeRate({ country, rate, from }: VatRate) {
  return { country, rate, from: instantToIso(from) };
}

async function save(rates: VatRate[], actor: string): Promise<void> {
  const { saveRates } = await import('../vat/save-rates.js');
  await saveRates(rates, actor);
}
