import type { List } from './list-definition';

/**
 * What the hub command needs of the lists for its help: a module of its own, because loading the lists takes a second.
 * It is generated, and a test compares it.
 */
export function listOptionsModule(lists: readonly List[]): string {
  const lines = lists.flatMap(({ path, command, filters, unsaid = {}, sorts }) => [
    `  ${JSON.stringify(path)}: {`,
    `    command: ${JSON.stringify(command)},`,
    '    filters: [',
    ...Object.entries(filters).map(([name, { says, field }]) => {
      const usual = unsaid[name] ?? (field.kind === 'choice' ? field.usual : undefined);
      const help = usual === undefined ? says : `${says}; ${usual} if not given`;
      return `      ${JSON.stringify({ name, kind: field.kind, says: help })},`;
    }),
    '    ],',
    `    sorts: ${JSON.stringify(sorts)},`,
    '  },',
  ]);
  return `// Written by \`npm run docs\` from the lists of the desk.

/** The command, the filters and the sortings of each list. */
export const LIST_OPTIONS = {
${lines.join('\n')}
} as const;
`;
}
