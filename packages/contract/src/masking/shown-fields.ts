import { z } from 'zod';
import { markOf, partsOf } from '../personal';

/** What of a JSON value is shown in clear (D29); the rest is masked. `masked`: a personal field, whose name is shown. */
export type Shown =
  | 'value'
  | 'masked'
  | { readonly each: Shown }
  | { readonly fields: ReadonlyMap<string, Shown> };

/** The fields of a schema of the contract that are not personal: text and figures in its objects and lists. */
export function shownOf(schema: z.core.$ZodType): Shown {
  if (markOf(schema)) return 'masked';
  if (schema instanceof z.ZodObject)
    return {
      fields: new Map(
        Object.entries(schema.shape).map(([name, field]: [string, z.core.$ZodType]) => [
          name,
          shownOf(field),
        ]),
      ),
    };
  if (schema instanceof z.ZodArray) return { each: shownOf(schema.element) };
  const parts = partsOf(schema).map(shownOf);
  return parts.find((part) => part !== 'value') ?? 'value';
}

/** A body of one of several forms: what either of them shows. */
export function eitherOf(...forms: readonly Shown[]): Shown {
  return forms.reduce(merged);
}

function merged(one: Shown, other: Shown): Shown {
  if (typeof one === 'string' || typeof other === 'string') return one === 'masked' ? one : other;
  if ('each' in one || 'each' in other)
    return 'each' in one && 'each' in other ? { each: merged(one.each, other.each) } : one;
  const fields = new Map(one.fields);
  for (const [name, shown] of other.fields) {
    const known = fields.get(name);
    fields.set(name, known === undefined ? shown : merged(known, shown));
  }
  return { fields };
}
