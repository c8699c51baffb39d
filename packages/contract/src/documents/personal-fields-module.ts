import { PERSONAL_FIELD_NAMES } from '../personal-fields';

/** Where the runtime, which depends on no other package, finds the field names whose values its logs must hide. */
export const PERSONAL_FIELDS_MODULE = 'packages/runtime/src/personal-fields.ts';

/** The module's text. */
export function personalFieldsModule(): string {
  return `// Written by \`npm run docs\` from the marks in packages/contract/src/events; a test compares. Do not edit.

/** Names of the customer's fields in events (D29). */
export const PERSONAL_FIELD_NAMES: readonly string[] = [
${PERSONAL_FIELD_NAMES.map((name) => `  '${name}',`).join('\n')}
];
`;
}
