import type { Action } from './action';

/**
 * The names of actions in the audit with their labels: a module of its own, because actions read timelines, and timelines name actions.
 * It is generated, and a test compares it.
 */
export function actionLabelsModule(actions: readonly Action<unknown, never>[]): string {
  const linesOf = (isChanging: boolean) => {
    const named = actions
      .filter(({ changes }) => changes === isChanging)
      .flatMap(({ names }) => Object.entries(names));
    return [...new Map(named)].map(([name, label]) => `  ${JSON.stringify(name)}: ${JSON.stringify(label)},`);
  };
  return `// Written by \`npm run docs\` from the actions of the desk.

/** Actions that change a setting, or a state that only people change, and what they did, for people: each is recorded with its change. */
export const CHANGING_ACTIONS = {
${linesOf(true).join('\n')}
} as const;

/** Actions that request work, or whose name says all that they change. */
export const OTHER_ACTIONS = {
${linesOf(false).join('\n')}
} as const;
`;
}
