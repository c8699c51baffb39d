import { instantFromMs, instantToIso } from '@hub/contract';
import { Country } from '@hub/shops';
import { listVatRates } from '@hub/support-desk';
import { z } from 'zod';
import { look } from '../command';

/** VAT rates by country, each from an instant on (D24). */
export const vatList = look({
  input: z.strictObject({
    country: Country.optional(),
  }),
  run: async ({ db }, { country }) =>
    (await listVatRates(db, country)).map(({ country: of, rate, from }) => ({
      country: of,
      rate,
      from: instantToIso(instantFromMs(from.getTime())),
    })),
});
