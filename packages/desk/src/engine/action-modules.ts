import { z } from 'zod';
import type { Action } from './action';

/**
 * The names of actions in the audit with their labels: a module of its own, because actions read timelines, and
 * timelines name actions.
 * It is generated, and a test compares it.
 */
export function actionLabelsModule(actions: readonly Action<unknown, never>[]): string {
  const linesOf = (isChanging: boolean) => {
    const named = actions
      .filter(({ changes }) => changes === isChanging)
      .flatMap(({ names }) => Object.entries(names));
    return [...new Map(named)].map(([name, label]) => `  ${JSON.stringify(name)}: ${JSON.stringify(label)},`);
  };
  return moduleOf([
    '/** Actions that change a setting, or a state that only people change. Each is recorded with its change. */',
    ...constantOf('CHANGING_ACTIONS', '{}', linesOf(true)),
    '/** Actions that request work, or whose name says all that they change. */',
    ...constantOf('OTHER_ACTIONS', '{}', linesOf(false)),
  ]);
}

/**
 * What the hub command needs of the actions: a module of its own, because loading the actions takes a second. It is
 * generated, and a test compares it.
 */
export function actionOptionsModule(actions: readonly Action<unknown, never>[]): string {
  const lines = actions.flatMap(({ command, hub, note, input }) => {
    if (command === null || hub === null) return [];
    const takes = Object.entries(hub.takes ?? {}).map(([field, [flags, help = '', optional]]) => {
      if (!(field in input.shape)) throw new Error(`${command} has no field ${field}`);
      return { field, flags, help, isRequired: optional === undefined };
    });
    const isOfOrder = 'order' in input.shape;
    for (const [field, schema] of Object.entries(input.shape))
      if (!(field in (hub.takes ?? {})) && field !== 'order' && !z.safeParse(schema, undefined).success)
        throw new Error(`${command} needs ${field}, which hub does not take`);
    return [`  ${JSON.stringify({ command, says: hub.says, isOfOrder, note, takes })},`];
  });
  return moduleOf([
    '/** The commands of `hub` that send an action what they are given. */',
    ...constantOf('ACTION_OPTIONS', '[]', lines),
  ]);
}

function moduleOf(lines: readonly string[]): string {
  return ['// Written by `npm run docs` from the actions of the desk.', '', ...lines].join('\n');
}

/** The lines of a constant, and an empty one. */
function constantOf(name: string, brackets: '{}' | '[]', lines: readonly string[]): string[] {
  return [`export const ${name} = ${brackets.charAt(0)}`, ...lines, `${brackets.charAt(1)} as const;`, ''];
}
