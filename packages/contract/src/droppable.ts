import { z } from 'zod';
import { faultOf, readWith, type Fault } from './faults';

/** Of each field that may be dropped, the schema that it should match. */
const STRICT = new WeakMap<z.core.$ZodType, z.ZodType>();

/**
 * An optional field that is dropped if it is faulty, so that a parcel or a cancellation is not lost because of a text
 * (D7). `droppedFields` names what was dropped.
 */
export function droppable<S extends z.ZodType>(strict: S) {
  const schema = z.preprocess((value) => (strict.safeParse(value).success ? value : undefined), strict);
  STRICT.set(schema, strict);
  return schema;
}

/** The faults of fields that reading `value` by this schema dropped. */
export function droppedFields(schema: z.core.$ZodType, value: unknown, path = ''): Fault[] {
  const strict = STRICT.get(schema);
  if (strict) {
    const read = readWith(strict, value);
    return read.ok ? [] : read.issues.slice(0, 1).map((issue) => faultOf(issue, path));
  }
  if (schema instanceof z.ZodObject) {
    if (typeof value !== 'object' || value === null) return [];
    const given: Readonly<Record<string, unknown>> = { ...value };
    return Object.entries(schema.shape).flatMap(([name, field]) =>
      droppedFields(field, given[name], path === '' ? name : `${path}.${name}`),
    );
  }
  if (schema instanceof z.ZodArray)
    return Array.isArray(value)
      ? value.flatMap((entry, index) => droppedFields(schema.element, entry, `${path}[${index}]`))
      : [];
  return schema instanceof z.ZodPipe ? droppedFields(schema.out, value, path) : [];
}
