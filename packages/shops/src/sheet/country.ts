import isISO31661Alpha2 from 'validator/lib/isISO31661Alpha2';
import { z } from 'zod';

/** Codes that others use for a country of ISO 3166-1: ISO reserves `UK`, the European Union writes `EL`. */
const ISO_CODES: ReadonlyMap<string, string> = new Map([
  ['UK', 'GB'],
  ['EL', 'GR'],
]);

/**
 * A country that a person names: an ISO 3166-1 code in upper case (D25). Orders carry these codes, so a country under
 * another code is never matched with a destination.
 */
export const Country = z.string().superRefine((code, context) => {
  if (/^[A-Z]{2}$/.test(code) && isISO31661Alpha2(code)) return;
  const isoCode = ISO_CODES.get(code);
  const hint = isoCode === undefined ? '' : `: ${isoCode} in place of ${code}`;
  context.addIssue({
    code: 'custom',
    message: `must be an ISO 3166-1 country code of two upper-case letters${hint}`,
  });
});
