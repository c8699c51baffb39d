import { withoutEffect, type Database } from '@hub/database';
import type { BodyCipher } from '@hub/installation';
import type { Forecasts } from '@hub/messaging';
import type { TestToken } from '@hub/shops';
import { includesRole, WHO_MAY, type Role } from '../engine/roles';
import type { Action, ActionEnd, Fault } from '../engine/action';
import type { Question } from '../engine/question';
import type { TokenOwner } from '../engine/token-owner';
import { z } from 'zod';
import { CommandFault } from './command-fault';
import { NamedOrder, requireShop } from './fields';
import { requireOrder } from './orders/require-order';

/** The context of commands, and their caller. */
export interface CommandContext {
  db: Database;
  /** Decrypts stored bodies (D33). */
  cipher: BodyCipher;
  /** Asks workers for the forecast of a replay. */
  forecasts: Forecasts;
  /** Calls a store with the bearer token that it gets first. */
  testToken: TestToken;
  /** Who acts, and in which role; `actor` is the name in the audit. */
  person: string;
  role: Role;
  /** Who vouches for them, and as whom. */
  identity: TokenOwner;
  actor: string;
  /** Milliseconds since the epoch. */
  now: number;
  /** With `--local`: support may be unavailable, so nothing else advances a bulk run. */
  isAlone: boolean;
}

/**
 * `look`: it changes nothing. `reveal`: it shows personal data and records who viewed it; a dry run would roll the
 * record back and leave the data shown, so there is none. `act`: it changes something, and has a dry run.
 */
type CommandKind = 'look' | 'reveal' | 'act';

/** One request of the hub command to the desk: its input and its answer `R`, both as JSON. */
export interface DeskCommand<Given, R> {
  /** Never set: the type of the input. */
  readonly given?: Given;
  readonly role: Role | 'shop';
  readonly kind: CommandKind;
  /** What it takes, for the document of the API. */
  readonly input: z.ZodType;
  /** Of a list: what it holds. */
  readonly about?: string;
  /** Throws `CommandFault` for what the role may not do, for invalid input, and for refused actions. */
  execute(context: CommandContext, given: unknown): Promise<R>;
  /** Of an action: the same, and what was done as a sentence. */
  act?(context: CommandContext, given: unknown): Promise<{ answer: R; says: string }>;
  /** Of an action: what would happen. Null: nothing is known of it. */
  ask?(context: CommandContext, given: unknown): Promise<Question | null>;
}

interface Definition<S extends z.ZodType, R> {
  input: S;
  /** The required role: an agent by default, if it is recorded. */
  role?: Role;
  run: (context: CommandContext, input: z.output<S>) => Promise<R>;
}

/** A command that reads; every role may use it. */
export function look<S extends z.ZodType, R>(
  definition: Omit<Definition<S, R>, 'role'>,
): DeskCommand<z.input<S>, R> {
  return commandOf({ ...definition, role: 'viewer' }, 'look');
}

/** A command that shows personal data: recorded. */
export function reveal<S extends z.ZodType, R>(definition: Definition<S, R>): DeskCommand<z.input<S>, R> {
  return commandOf(definition, 'reveal');
}

/** A command that changes something: recorded. */
export function act<S extends z.ZodType, R>(definition: Definition<S, R>): DeskCommand<z.input<S>, R> {
  return commandOf(definition, 'act');
}

/**
 * The command of an action. Where the action has an `order`, the command names it by any of its ids, and its answer says by which. An
 * action that is `tried` is carried out only with `carry_out`.
 */
export function ofAction(action: Action<object, CommandContext>): DeskCommand<unknown, object> {
  const { input, tried } = action;
  if (tried !== null) return triedCommand(action, tried);
  if (!('order' in input.shape))
    return actionCommand(action, input.extend(noteOf(action)), async ({ db }, given) => {
      if (typeof given['shop'] === 'string') await requireShop(db, given['shop']);
      return { given, answer: (end) => end };
    });
  const { order: _id, ...rest } = input.shape;
  const takes = z.object({ ...rest, ...NamedOrder.shape, ...noteOf(action) });
  return actionCommand(action, takes, async ({ db }, { order, shop, ...given }) => {
    const name = read(NamedOrder, { order, shop });
    const { id } = await requireOrder(db, name);
    return { given: { ...given, order: id }, answer: (end) => ({ order: name.order, ...end }) };
  });
}

function triedCommand(action: Action<object, CommandContext>, tried: string): DeskCommand<unknown, object> {
  const takes = action.input.extend({ carry_out: z.boolean(), ...noteOf(action) });
  const carried = actionCommand(action, takes, async (_context, given) => {
    const { carry_out, ...rest } = read(Carried, given);
    return { given: rest, answer: (end) => ({ ...end, [tried]: carry_out }) };
  });
  return {
    role: action.role,
    kind: 'act',
    input: takes,
    execute: async (context, given) => {
      requireRole(context, action.role);
      const run = () => carried.execute(context, given);
      return read(Carried, given).carry_out ? run() : withoutEffect(run);
    },
    ask: async (context, given) => {
      requireRole(context, action.role);
      return action.ask(context, read(Uncarried, given));
    },
  };
}
const Carried = z.looseObject({ carry_out: z.boolean() });
const Uncarried = Carried.transform(({ carry_out: _carryOut, note: _note, ...input }) => input);

const noteOf = ({ note }: Pick<Action, 'note'>) =>
  note === 'none' ? {} : { note: note === 'required' ? z.string() : z.string().optional() };

type Into = (
  context: CommandContext,
  given: Record<string, unknown>,
) => Promise<{ given: object; answer: (end: object) => object }>;

function actionCommand(
  action: Action<object, CommandContext>,
  takes: z.ZodType,
  into: Into,
): DeskCommand<unknown, object> {
  const Given = z.looseObject({});
  const perform = async (context: CommandContext, raw: unknown) => {
    requireRole(context, action.role);
    const { given, answer } = await into(context, read(Given, raw));
    const { answer: end, says } = await carryOut(action, context, given);
    return { answer: answer(end), says };
  };
  return {
    role: action.role,
    kind: 'act',
    input: takes,
    act: perform,
    execute: async (context, raw) => (await perform(context, raw)).answer,
    ask: async (context, raw) => {
      requireRole(context, action.role);
      return action.ask(context, (await into(context, read(Given, raw))).given);
    },
  };
}

/** Carries an action out. Throws `CommandFault` if it is not done, in the action's words. */
export async function carryOut<R>(
  action: Action<R, CommandContext>,
  context: CommandContext,
  given: object,
): Promise<{ answer: R; says: string }> {
  return doneOf(await action.act(context, given));
}

/** The end of an action that is done. Throws `CommandFault` if it is not, in the action's words. */
export function doneOf<R>(end: ActionEnd<R>): { answer: R; says: string } {
  if (end.kind === 'done') return end;
  const says = end.field ? `${end.field}: ${end.says}` : end.says;
  const { faults = [] } = end;
  throw new CommandFault(
    end.kind,
    [says, ...faults.map(faultText)],
    end.field ?? faults.find(({ field }) => field !== '')?.field,
  );
}

/** Such as `line 3, Proposal: …`. */
function faultText({ line, field, about, message }: Fault): string {
  const where = [line === undefined ? '' : `line ${line}`, field, about ?? ''].filter((part) => part !== '');
  return where.length === 0 ? message : `${where.join(', ')}: ${message}`;
}

/** Refuses what requires more than the caller's role. */
export function requireRole(
  { role }: Pick<CommandContext, 'role'>,
  asked: Role | 'shop',
  what = 'this',
): void {
  if (asked === 'shop' || !includesRole(role, asked))
    throw new CommandFault('forbidden', [`your role is ${role}: ${what} asks for ${WHO_MAY[asked]}`]);
}

function commandOf<S extends z.ZodType, R>(
  { input, role = 'agent', run }: Definition<S, R>,
  kind: CommandKind,
): DeskCommand<z.input<S>, R> {
  return {
    role,
    kind,
    input,
    execute: async (context, given) => {
      requireRole(context, role);
      return run(context, read(input, given));
    },
  };
}

/** Throws `CommandFault` with all faults. */
function read<S extends z.ZodType>(input: S, given: unknown): z.output<S> {
  const found = input.safeParse(given);
  if (found.success) return found.data;
  const faults = found.error.issues.flatMap(faultsOf);
  const lines = faults.map(({ field, message }) => `${field}: ${message}`);
  throw new CommandFault('invalid', lines, faults[0]?.field);
}

/** Faults with their fields; one that the command does not have, such as a filter with a typo, is named too. */
function faultsOf(issue: z.core.$ZodIssue): { field: string; message: string }[] {
  const { path, message } = issue;
  if (issue.code !== 'unrecognized_keys') return [{ field: fieldOf(path), message }];
  return issue.keys.map((key) => ({ field: fieldOf([...path, key]), message: 'there is no such field' }));
}

const fieldOf = (path: readonly PropertyKey[]): string => path.map(String).join('.') || 'input';
