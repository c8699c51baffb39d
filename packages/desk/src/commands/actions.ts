import { ACTIONS } from '../actions';
import type { Action } from '../engine/action';
import type { z } from 'zod';
import { ofAction, type CommandContext, type DeskCommand } from './command';
import type { NamedOrder } from './fields';

type NameOf<A> = A extends Action<unknown, never, z.ZodObject, infer Name> ? Name : never;
export interface Noted {
  note?: string | undefined;
}
/** What `ofAction` makes of an action. */
type CommandOf<A> =
  A extends Action<infer R, never, infer Input extends z.ZodObject, string, infer Tried extends string>
    ? [Tried] extends [never]
      ? 'order' extends keyof z.input<Input>
        ? DeskCommand<
            Omit<z.input<Input>, 'order'> & z.input<typeof NamedOrder> & Noted,
            { order: string } & R
          >
        : DeskCommand<z.input<Input> & Noted, R>
      : DeskCommand<z.input<Input> & { carry_out: boolean } & Noted, R & Record<Tried, boolean>>
    : never;
type Acted = {
  [A in (typeof ACTIONS)[number] as NameOf<A>]: CommandOf<A>;
};

/** The command of each action that has one, by its name. */
export const ACTED = Object.fromEntries(
  ACTIONS.flatMap((one: Action<object, CommandContext>) =>
    one.command === null ? [] : [[one.command, ofAction(one)]],
  ),
  // Each action stands under its own name.
) as Acted;
