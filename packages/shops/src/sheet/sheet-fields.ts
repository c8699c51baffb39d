import { isPublicHttpsUrl, LIMITS, parseUrl, StorableText } from '@hub/contract';
import { z } from 'zod';
import { expectation } from './expectation';

/** A field that may be absent or empty, with its default. */
export function orElse<S extends z.ZodType>(fallback: unknown, schema: S) {
  return z.preprocess((value) => value ?? fallback, schema);
}

export const FilledText = StorableText.refine((text) => text.trim() !== '', 'must not be empty');

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
export const Currency = z
  .string()
  .refine((code) => CURRENCIES.has(code), 'must be an ISO 4217 currency code of three upper-case letters');

const FOR_TESTS =
  'ALLOW_INSECURE_STORES=true lets plain HTTP and private addresses in, for tests and not in production';

/** The base address of a store's API: public HTTPS; for tests also plain HTTP and private addresses (D28). */
export function storeApiRoot(allowInsecureStores: boolean) {
  const bare = 'without credentials, query and fragment';
  if (allowInsecureStores)
    return z.string().refine(isBareWebAddress, `must be an http or https address ${bare}`);
  const secure = `must be an https address of the public network, ${bare}`;
  return z.string().superRefine((text, context) => {
    if (isBareWebAddress(text) && isPublicHttpsUrl(text)) return;
    // For what tests would accept, the fault says how.
    const hint = isBareWebAddress(text) ? `; ${FOR_TESTS}` : '';
    context.addIssue({ code: 'custom', message: `${secure}${hint}` });
  });
}

export const WebAddress = z.string().refine(isBareWebAddress, 'must be an http or https address');

function isBareWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s\\?#]+$/i.test(text)) return false;
  const read = parseUrl(text);
  return read !== null && read.username === '' && read.password === '';
}

/** A coordinate in degrees. */
export function coordinate(bound: number) {
  const text = `must be a number from -${bound} to ${bound}`;
  return z
    .string({ error: text })
    .regex(/^[-+]?\d{1,3}(\.\d+)?$/, text)
    .transform(Number)
    .pipe(z.number().min(-bound, text).max(bound, text));
}

const RATE_DECIMALS = 9;

/** A rate above 0 and at most 1, as exact decimal text without trailing zeros. */
export const Rate = z
  .string({ error: 'must be a number above 0 and at most 1' })
  .regex(/^(\d{1,20}(\.\d*)?|\.\d+)$/, 'must be a number above 0 and at most 1')
  .transform(canonicalDecimal)
  .refine((rate) => rate === '1' || /^0\.0*[1-9]/.test(rate), 'must be above 0 and at most 1')
  .refine(
    (rate) => rate.length <= '0.'.length + RATE_DECIMALS,
    `must have at most ${RATE_DECIMALS} decimals`,
  );

/** Without leading and trailing zeros. */
export function canonicalDecimal(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  const significant = fraction.replace(/0+$/, '');
  const integer = whole.replace(/^0+/, '') || '0';
  return significant === '' ? integer : `${integer}.${significant}`;
}

/** A list without duplicates; checked even if other entries are faulty, so that all faults come at once. */
export function listOf<S extends z.ZodType>(
  entry: S,
  identity: (value: unknown) => unknown = (value) => value,
) {
  return z
    .array(entry)
    .max(LIMITS.maxEntries, `must hold at most ${LIMITS.maxEntries} entries`)
    .superRefine(
      (entries: readonly unknown[], context) => {
        const seen = new Set<unknown>();
        for (const [index, value] of entries.entries()) {
          const id = identity(value);
          if (id !== undefined && seen.has(id)) {
            context.addIssue({ code: 'custom', path: [index], message: 'repeats an earlier entry' });
          }
          seen.add(id);
        }
      },
      { when: ({ value }) => Array.isArray(value) },
    );
}

/** Parses a text by one schema and anything else by the other; faults keep their own paths. */
export function textOr<T extends z.ZodType, O extends z.ZodType>(text: T, other: O) {
  return z.unknown().transform((value, context): z.output<T> | z.output<O> => {
    const read = (typeof value === 'string' ? text : other).safeParse(value, { error: expectation });
    if (read.success) return read.data;
    context.issues.push(...read.error.issues.map((issue) => ({ ...issue, input: undefined })));
    return z.NEVER;
  });
}
