import { instantFromMs, instantToIso } from '@hub/contract';
import { listVatRates } from '@hub/support-desk';
import { z } from 'zod';
import { look } from '../command';

/** VAT rates by country, each from an instant on (D24). */
export const vatList = look({
  input: z.strictObject({
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be two upper-case letters')
      .optional(),
  }),
  run: async ({ db }, { country }) =>
    (await listVatRates(db, country)).map(({ country: of, rate, from }) => ({
      country: of,
      rate,
      from: instantToIso(instantFromMs(from.getTime())),
    })),
});
