import { z } from 'zod';

const purposes = z.registry<{ purpose: string }>();

/** A variable of the configuration, with what an operator uses it for. */
export function variable<T extends z.ZodType>(purpose: string, schema: T): T {
  purposes.add(schema, { purpose });
  return schema;
}

/** What `docs/operators/variables.md` says about a variable. */
export interface VariableFacts {
  purpose: string;
  /** The form of the value; empty if the purpose says it. */
  expected: string;
  /** As it would be written in the environment; null if there is none. */
  usual: string | null;
  isRequired: boolean;
}

/** @throws if the variable has no purpose */
export function variableFacts(name: string, schema: z.core.$ZodType): VariableFacts {
  const layers = layersOf(schema);
  const purpose = layers.map((layer) => purposes.get(layer)?.purpose).find((one) => one !== undefined);
  if (purpose === undefined) throw new Error(`${name} has no purpose: declare it with variable()`);
  const expected = layers.map((layer) => z.globalRegistry.get(layer)?.description).find(Boolean) ?? '';
  const usual = layers.find((layer) => layer instanceof z.ZodDefault)?.def.defaultValue;
  const isOptional = layers.some((layer) => layer instanceof z.ZodOptional || layer instanceof z.ZodDefault);
  return { purpose, expected, usual: writtenAs(usual), isRequired: !isOptional };
}

/** A schema and those that it wraps, the outermost first. */
function layersOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return [schema, ...layersOf(schema.unwrap())];
  if (schema instanceof z.ZodPipe) return [schema, ...layersOf(schema.in), ...layersOf(schema.out)];
  return [schema];
}

/** @returns null for the default of a list without entries, and of any other object */
function writtenAs(value: unknown): string | null {
  if (Array.isArray(value)) return value.length === 0 ? null : value.join(',');
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : null;
}
