import type { List } from './list';

/**
 * What the hub command needs of the lists for its help: a module of its own, because loading the lists takes a second.
 * It is generated, and a test compares it.
 */
export function listOptionsModule(lists: readonly List[]): string {
  const options = lists.map(({ path, filters, sorts }) => [
    path,
    {
      filters: Object.entries(filters).map(([name, { says, field }]) => ({ name, kind: field.kind, says })),
      sorts,
    },
  ]);
  return `// Written by \`npm run docs\` from the lists of the desk.

/** The filters and sortings of each list. */
export const LIST_OPTIONS = ${JSON.stringify(Object.fromEntries(options), null, 2)} as const;
`;
}
