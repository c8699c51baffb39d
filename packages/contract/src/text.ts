import { z } from 'zod';
import { parseUrl } from './parse-url';

const NUL_OR_LONE_SURROGATE = /[\0\p{Surrogate}]/u;

/** A string PostgreSQL can hold: no NUL, no lone surrogate (D7). */
export const StorableText = z
  .string()
  .refine((text) => !NUL_OR_LONE_SURROGATE.test(text), 'must not hold NUL or a lone surrogate');

const NOT_STORABLE = /[\0\p{Surrogate}]/gu;

/**
 * A text of another's as PostgreSQL can hold it (D7): what it cannot is replaced, and no character is cut in half.
 * @param characters longest result
 */
export function storableText(text: string, characters = Infinity): string {
  // A character takes two units at the most: what is surely too long is not looked at.
  const head = text.slice(0, 2 * characters);
  const cut = head.length <= characters ? head : Array.from(head).slice(0, characters).join('');
  return cut.replace(NOT_STORABLE, '\uFFFD');
}

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
