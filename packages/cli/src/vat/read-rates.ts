import { Instant } from '@hub/contract';
import { Country } from '@hub/shops';
import { z } from 'zod';
import { CommandFailure } from '../failure';
import type { VatRate } from './save-rates';

/** A share of the net price as exact decimal text: 0.25 is 25 %. */
const Rate = z.string().regex(/^0(\.\d{1,9})?$/, 'must be a share such as 0.25, below 1');
const GivenRate = z.object({ country: Country, rate: Rate, from: Instant });

/** What a person gives of a rate. */
interface Given {
  country: string | undefined;
  rate: string | undefined;
  from: string | undefined;
}

/** Reads one rate. Throws `CommandFailure` with all its faults. */
export function readRate(given: Given): VatRate {
  const read = rateOrFaults(given);
  if (Array.isArray(read)) throw new CommandFailure(read);
  return read;
}

/** Reads a file of rates, with or without a header line. Throws `CommandFailure` with all faults of the file. */
export function readRates(text: string): VatRate[] {
  const read = text.split(/\r?\n/).flatMap((line, index): (VatRate | string)[] => {
    const [country, rate, from] = line.split(',').map((cell) => cell.trim());
    if (line.trim() === '' || (index === 0 && country === 'country')) return [];
    const found = rateOrFaults({ country, rate, from });
    return Array.isArray(found) ? found.map((fault) => `line ${index + 1}, ${fault}`) : [found];
  });
  const faults = read.filter((one) => typeof one === 'string');
  if (faults.length > 0) throw new CommandFailure(faults);
  return read.filter((one) => typeof one !== 'string');
}

function rateOrFaults(given: Given): VatRate | string[] {
  const { country = '', rate = '', from = '' } = given;
  const read = GivenRate.safeParse({ country, rate, from });
  return read.success
    ? read.data
    : read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}
