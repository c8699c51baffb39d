import { z } from 'zod';
import { parseUrl } from './parse-url';

const NUL_OR_LONE_SURROGATE = /[\0\p{Surrogate}]/u;

/** A string PostgreSQL can hold: no NUL, no lone surrogate (D7). */
export const StorableText = z
  .string()
  .refine((text) => !NUL_OR_LONE_SURROGATE.test(text), 'must not hold NUL or a lone surrogate');

const NOT_STORABLE = /[\0\p{Surrogate}]/gu;

/**
 * An external text in a form that PostgreSQL can hold (D7): invalid characters are replaced, and no character is cut in
 * half.
 * @param characters longest result
 */
export function storableText(text: string, characters = Infinity): string {
  // A character takes at most two units: what is certainly too long is not read.
  const head = text.slice(0, 2 * characters);
  const cut = head.length <= characters ? head : Array.from(head).slice(0, characters).join('');
  return cut.replace(NOT_STORABLE, '\uFFFD');
}

/** Text that is neither empty nor only white space. */
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

/**
 * A text of at most so many characters. The documents name the limit in words, not as `maxLength`: of an event, a longer
 * text is left out and refuses nothing (D7).
 */
export function textUpTo(schema: z.ZodString, characters: number) {
  const error = `must hold at most ${characters} characters`;
  // No further rule looks at an overlong text.
  return schema.refine((text) => isUpTo(text, characters), { error, abort: true });
}

/** Whether a text has at most so many characters. */
export function isUpTo(text: string, characters: number): boolean {
  if (text.length <= characters) return true;
  // A character takes at most two units: what is certainly too long is not counted.
  return text.length <= 2 * characters && Array.from(text).length <= characters;
}

function isWebAddress(text: string): boolean {
  return ['http:', 'https:'].includes(parseUrl(text)?.protocol ?? '');
}
