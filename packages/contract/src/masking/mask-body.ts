import { storableText } from '../text';
import type { Shown } from './shown-fields';

/** Stands for what is masked, and for the names of fields that the contract does not know. */
export const MASK = '•••';

const EMAIL = /[^\s@<>"'(),:;[\]]{1,128}@[^\s@<>"'(),:;[\]]{1,255}/g;
const WORD = /[\p{L}\p{N}]+/gu;
/** Shorter words, such as a house number, are in too many texts that say nothing about a person. */
const MIN_WORD = 3;
/** Texts of an answer that a store writes freely. */
const FREE_TEXTS = new Set(['message', 'code', 'field']);

/**
 * A copy of a body for people (D29), and for storage where only such a copy is kept: what the contract lists and does
 * not mark as personal, in texts that PostgreSQL can hold. Everything else is masked, unknown names too. Its cost grows
 * with the length of the body alone (D36), and its depth is the list's.
 *
 * @param words of the customer, which a store's free text may repeat: such a text is masked as a whole
 */
export function maskBody(value: unknown, shown: Shown, words: ReadonlySet<string> = new Set()): unknown {
  if (value === null || value === undefined) return value;
  if (shown === 'masked') return MASK;
  if (shown === 'value') return maskedValue(value);
  if ('each' in shown)
    return Array.isArray(value) ? value.map((entry) => maskBody(entry, shown.each, words)) : MASK;
  if (typeof value !== 'object' || Array.isArray(value)) return MASK;
  const masked: Record<string, unknown> = {};
  for (const [name, content] of Object.entries(value)) {
    const field = shown.fields.get(name);
    if (field === undefined) masked[MASK] = MASK;
    else if (FREE_TEXTS.has(name) && repeatsAny(content, words)) masked[name] = MASK;
    else masked[name] = maskBody(content, field, words);
  }
  return masked;
}

function maskedValue(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value).replace(EMAIL, MASK);
  return typeof value === 'number' || typeof value === 'boolean' ? value : MASK;
}

/** The words, in small letters, of every text of a body that is not shown. */
export function hiddenWords(value: unknown, shown: Shown): Set<string> {
  const words = new Set<string>();
  const left: [unknown, Shown][] = [[value, shown]];
  for (let next = left.pop(); next; next = left.pop()) {
    const [content, of] = next;
    if (of === 'masked' && typeof content === 'string') for (const word of wordsIn(content)) words.add(word);
    if (typeof of === 'string' || typeof content !== 'object' || content === null) continue;
    // One by one: a list may be longer than a call may have arguments.
    for (const part of partsOf(content, of)) left.push(part);
  }
  return words;
}

/** The parts of a list or an object, each with what of it is shown. */
function partsOf(content: object, of: Exclude<Shown, string>): [unknown, Shown][] {
  if ('each' in of) return Array.isArray(content) ? content.map((entry) => [entry, of.each]) : [];
  return Object.entries(content).map(([name, field]) => [field, of.fields.get(name) ?? 'masked']);
}

function repeatsAny(content: unknown, words: ReadonlySet<string>): boolean {
  return typeof content === 'string' && words.size > 0 && wordsIn(content).some((word) => words.has(word));
}

/** Without regard to case and accents. Of an e-mail address without its domain, which many share. */
function wordsIn(text: string): string[] {
  const folded = text
    .replaceAll(EMAIL, (address) => address.slice(0, address.indexOf('@')))
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase();
  return (folded.match(WORD) ?? []).filter((word) => word.length >= MIN_WORD);
}
