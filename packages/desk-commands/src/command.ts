import type { Database } from '@hub/database';
import type { BodyCipher } from '@hub/installation';
import type { Forecasts } from '@hub/messaging';
import { includesRole, type Action, type Role } from '@hub/support-desk';
import type { z } from 'zod';
import { CommandFault } from './command-fault';

/** The context of commands, and their caller. */
export interface CommandContext {
  db: Database;
  /** Decrypts stored bodies (D33). */
  cipher: BodyCipher;
  /** Asks workers for the forecast of a replay. */
  forecasts: Forecasts;
  /** Who acts, and in which role; `actor` is the name in the audit. */
  person: string;
  role: Role;
  actor: string;
  /** Milliseconds since the epoch. */
  now: number;
  /** With `--local`: support may be away, so nothing else advances a bulk run. */
  isAlone: boolean;
}

/**
 * `look`: it changes nothing. `reveal`: it shows personal data and records who viewed it; a dry run would roll the
 * record back and leave the data shown, so there is none. `act`: it changes something, and has a dry run.
 */
type CommandKind = 'look' | 'reveal' | 'act';

/** One request of the hub command to the desk. `S` parses the input; `R` is the answer, both as JSON. */
export interface DeskCommand<S extends z.ZodType, R> {
  readonly input: S;
  readonly role: Role;
  readonly kind: CommandKind;
  /** Throws `CommandFault` for what the role may not do, for invalid input, and for refused actions. */
  execute(context: CommandContext, given: unknown): Promise<R>;
}

interface Definition<S extends z.ZodType, R> {
  input: S;
  /** The required role: an agent by default, if it is recorded. */
  role?: Role;
  run: (context: CommandContext, input: z.output<S>) => Promise<R>;
}

/** A command that reads; every role may use it. */
export function look<S extends z.ZodType, R>(definition: Omit<Definition<S, R>, 'role'>): DeskCommand<S, R> {
  return commandOf({ ...definition, role: 'viewer' }, 'look');
}

/** A command that shows personal data: recorded. */
export function reveal<S extends z.ZodType, R>(definition: Definition<S, R>): DeskCommand<S, R> {
  return commandOf(definition, 'reveal');
}

/** A command that changes something: recorded. */
export function act<S extends z.ZodType, R>(definition: Definition<S, R>): DeskCommand<S, R> {
  return commandOf(definition, 'act');
}

interface OfAction<S extends z.ZodType, R, Answer> {
  /** As it is sent, with its note if the action takes one. */
  input: S;
  action: Action<R>;
  /** The action's input. Throws `CommandFault` if what is named is not there. */
  into: (context: CommandContext, given: z.output<S>) => Promise<object> | object;
  answer: (end: R, given: z.output<S>) => Answer;
}

/** An action of support as a command. */
export function actionCommand<S extends z.ZodType, R, Answer>(
  of: OfAction<S, R, Answer>,
): DeskCommand<S, Answer> {
  const { input, action, into, answer } = of;
  return act({
    input,
    role: action.role,
    run: async (context, given) => answer(await carryOut(action, context, await into(context, given)), given),
  });
}

/** Carries an action out. Throws `CommandFault` if it is not done, in the action's words. */
export async function carryOut<R>(action: Action<R>, context: CommandContext, given: object): Promise<R> {
  const end = await action.act(context, given);
  if (end.kind === 'done') return end.answer;
  throw new CommandFault(end.kind, [end.field ? `${end.field}: ${end.says}` : end.says], end.field);
}

/** Refuses what requires more than the caller's role. */
export function requireRole({ role }: Pick<CommandContext, 'role'>, asked: Role, what = 'this'): void {
  if (!includesRole(role, asked))
    throw new CommandFault('forbidden', [`your role is ${role}: ${what} asks for ${WHO[asked]}`]);
}

const WHO: Record<Role, string> = { viewer: 'a viewer', agent: 'an agent', lead: 'a lead' };

function commandOf<S extends z.ZodType, R>(
  { input, role = 'agent', run }: Definition<S, R>,
  kind: CommandKind,
): DeskCommand<S, R> {
  return {
    input,
    role,
    kind,
    execute: async (context, given) => {
      requireRole(context, role);
      const read = input.safeParse(given);
      if (read.success) return run(context, read.data);
      const faults = read.error.issues.flatMap(faultsOf);
      const lines = faults.map(({ field, message }) => `${field}: ${message}`);
      throw new CommandFault('invalid', lines, faults[0]?.field);
    },
  };
}

/** Faults with their fields; one that the command does not have, such as a filter with a typo, is named too. */
function faultsOf(issue: z.core.$ZodIssue): { field: string; message: string }[] {
  const { path, message } = issue;
  if (issue.code !== 'unrecognized_keys') return [{ field: fieldOf(path), message }];
  return issue.keys.map((key) => ({ field: fieldOf([...path, key]), message: 'there is no such field' }));
}

const fieldOf = (path: readonly PropertyKey[]): string => path.map(String).join('.') || 'input';
