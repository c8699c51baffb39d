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

/**
 * What the hub command needs of the actions: a module of its own, because loading the actions takes a second. It is generated, and a
 * test compares it.
 */
export function actionOptionsModule(actions: readonly Action<unknown, never>[]): string {
  const lines = actions.flatMap(({ command, hub, note, input }) => {
    if (command === null || hub === null) return [];
    const takes = Object.entries(hub.takes ?? {}).map(([field, [flags, help = '', optional]]) => {
      if (!(field in input.shape)) throw new Error(`${command} has no field ${field}`);
      return { field, flags, help, isRequired: optional === undefined };
    });
    const isOfOrder = 'order' in input.shape;
    return [`  ${JSON.stringify({ command, says: hub.says, isOfOrder, note, takes })},`];
  });
  return `// Written by \`npm run docs\` from the actions of the desk.

/** The commands of \`hub\` that send an action what they are given. */
export const ACTION_OPTIONS = [
${lines.join('\n')}
] as const;
`;
}
