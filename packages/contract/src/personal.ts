import { z } from 'zod';

/** How a personal field is recognised without its schema, as in a log line or a store's answer. */
interface PersonalField {
  /** By its name alone; otherwise only by its place (`reason`, a name of many other fields). */
  byName: boolean;
}

const MARKED = z.registry<PersonalField>();

/** Marks a field as the customer's (D29), once: masks and log redaction use these marks, and a test requires them. */
export function personal<S extends z.ZodType>(schema: S, mark: PersonalField = { byName: true }): S {
  const own = schema.clone();
  MARKED.add(own, mark);
  return own;
}

/** A field of text or figures that a schema reads, and whether it is personal. */
export interface ReadField {
  path: string;
  name: string;
  personal: PersonalField | null;
}

/** Every field of a schema, at any depth. */
export function fieldsOf(schema: z.core.$ZodType, path = ''): ReadField[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => {
      const at = path === '' ? name : `${path}.${name}`;
      const mark = markOf(field);
      const below = mark === null ? fieldsOf(field, at) : [];
      return below.length > 0 ? below : [{ path: at, name, personal: mark }];
    });
  return partsOf(schema).flatMap((part) => fieldsOf(part, path));
}

/** The mark may be on the field's schema or on one that it wraps, as in `optionalText`. */
export function markOf(schema: z.core.$ZodType): PersonalField | null {
  const mark = MARKED.get(schema);
  if (mark) return mark;
  for (const part of schema instanceof z.ZodArray ? [] : partsOf(schema)) {
    const below = markOf(part);
    if (below) return below;
  }
  return null;
}

/** The schemas that a list, an optional field or a conversion is made of. */
export function partsOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodCatch)
    return [schema.unwrap()];
  return schema instanceof z.ZodPipe ? [schema.in, schema.out] : [];
}
