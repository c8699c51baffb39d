import type { z } from 'zod';

/** The expectation in our own terms: zod's texts name types that readers of a sheet do not know. */
export const expectation: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined || issue.input === null) return 'is required';
  if (issue.code === 'invalid_type') return `must be ${FORMS[issue.expected] ?? 'of another form'}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_small') return 'must hold at least one entry';
  return 'is not valid';
};

const FORMS: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  object: 'a mapping of fields',
  record: 'a mapping of fields',
};
