import { Instant, instantToIso } from '@hub/contract';
import { InvalidArgumentError, type Command } from 'commander';
import { z } from 'zod';
import { actorOf } from '../actor';
import { toDesk, type DeskOptions } from '../desk/desk-options';
import { ask } from '../desk/with-desk';
import { CommandFailure } from '../failure';
import { readText } from '../files';
import { print, printJson, printTable } from '../output';
import type { VatRate } from '../vat/save-rates';

const Country = z.string().regex(/^[A-Z]{2}$/, 'must be two upper-case letters');
/** A share of the net price as exact decimal text: 0.25 is 25 %. */
const Rate = z.string().regex(/^0(\.\d{1,9})?$/, 'must be a share such as 0.25, below 1');
const GivenRate = z.object({ country: Country, rate: Rate, from: Instant });

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
    .argument('<country>', 'ISO 3166 code, such as SE')
    .argument('<rate>', 'share such as 0.25')
    .requiredOption('--from <instant>', 'ISO 8601 in UTC, such as 2027-01-01T00:00:00Z')
    .option('--as <name>', 'who sets it, for the record (default: the user of this machine)')
    .option('--json', 'as JSON')
    .action(async (country: string, rate: string, options: SetOptions & { from: string }) => {
      const set = readRate({ country, rate, from: options.from }, '');
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
      const rates = readFile(file);
      await save(rates, actorOf(options.as));
      if (options.json) printJson(rates.map(describeRate));
      else print(`${rates.length} rates set`);
    });
  toDesk(vat.command('list').description('all rates')).argument('[country]').action(list);
}

function readRate(given: { country?: string; rate?: string; from?: string }, where: string): VatRate {
  const read = GivenRate.safeParse(given);
  if (read.success) return read.data;
  throw new CommandFailure(
    read.error.issues.map((issue) => `${where}${issue.path.join('.')}: ${issue.message}`),
  );
}

/** All faults of a file at once; a header line is allowed. */
function readFile(file: string): VatRate[] {
  const lines = readText(file).split(/\r?\n/);
  const faults: string[] = [];
  const rates = lines.flatMap((line, index) => {
    const [country, rate, from] = line.split(',').map((cell) => cell.trim());
    if (line.trim() === '' || (index === 0 && country === 'country')) return [];
    try {
      return [
        readRate({ country: country ?? '', rate: rate ?? '', from: from ?? '' }, `line ${index + 1}, `),
      ];
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      faults.push(...error.lines);
      return [];
    }
  });
  if (faults.length > 0) throw new CommandFailure(faults);
  return rates;
}

/** A rate for `--json`, the same whether set or listed. */
function describeRate({ country, rate, from }: VatRate) {
  return { country, rate, from: instantToIso(from) };
}

async function save(rates: VatRate[], actor: string): Promise<void> {
  const { saveRates } = await import('../vat/save-rates.js');
  await saveRates(rates, actor);
}

async function list(country: string | undefined, options: DeskOptions): Promise<void> {
  if (country !== undefined && !Country.safeParse(country).success)
    throw new InvalidArgumentError('country must be two upper-case letters');
  const rates = await ask(options, 'vat.list', { country });
  if (options.json) return printJson(rates);
  printTable(
    ['country', 'rate', 'from'],
    rates.map((rate) => [rate.country, rate.rate, rate.from]),
  );
}
