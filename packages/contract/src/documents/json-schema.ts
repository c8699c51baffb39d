import { z } from 'zod';

/** The JSON Schema of what goes over the wire (a schema's input); rules that JSON Schema cannot say are left to the words. */
export function wireSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}
