import { z } from 'zod';
import { parseUrl } from './parse-url';

const NUL_OR_LONE_SURROGATE = /[\0\p{Surrogate}]/u;

/** A string PostgreSQL can hold: no NUL, no lone surrogate (D7). */
export const StorableText = z
  .string()
  .refine((text) => !NUL_OR_LONE_SURROGATE.test(text), 'must not hold NUL or a lone surrogate');

/** Text that says something: neither empty nor only white space. */
export const FilledText = StorableText.refine((text) => text.trim() !== '', 'must not be empty').meta({
  minLength: 1,
});

/** An ISO 3166 country code of two letters, read in either case, kept in upper case. */
export const CountryCode = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'must be a country code of two letters')
  .transform((code) => code.toUpperCase());

/** An absolute `http` or `https` address, fit to be shown as a link. */
export const WebAddress = StorableText.refine(isWebAddress, 'must be an http or https address').meta({
  format: 'uri',
});

function isWebAddress(text: string): boolean {
  return ['http:', 'https:'].includes(parseUrl(text)?.protocol ?? '');
}
