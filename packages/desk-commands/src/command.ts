import type { Database } from '@hub/database';
import type { BodyCipher } from '@hub/installation';
import type { Forecasts } from '@hub/messaging';
import { includesRole, type Role } from '@hub/support-desk';
import type { z } from 'zod';
import { CommandFault } from './command-fault';

/** What commands work with, and for whom. */
export interface CommandContext {
  db: Database;
  /** Opens bodies that are kept (D33). */
  cipher: BodyCipher;
  /** Asks workers what a replay would do. */
  forecasts: Forecasts;
  /** Who does it, and as what; `actor` is how the audit says so. */
  person: string;
  role: Role;
  actor: string;
  /** Milliseconds since the epoch. */
  now: number;
  /** Past the desk: support may be away, so nobody else takes a bulk run further. */
  isAlone: boolean;
}

/**
 * `look`: it changes nothing. `reveal`: it shows personal data and records who looked; a trial would take the record back
 * and leave the data shown, so there is none. `act`: it changes something, and can be tried without effect.
 */
type CommandKind = 'look' | 'reveal' | 'act';

/** One thing that the hub command asks of the desk. `S` reads what is sent; `R` comes back, both as JSON. */
export interface DeskCommand<S extends z.ZodType, R> {
  readonly input: S;
  readonly role: Role;
  readonly kind: CommandKind;
  /** Throws `CommandFault` for what the role may not, for input that it cannot take, and for what is not to be done. */
  execute(context: CommandContext, given: unknown): Promise<R>;
}

interface Definition<S extends z.ZodType, R> {
  input: S;
  /** Who may: an agent unless said otherwise, of what is recorded. */
  role?: Role;
  run: (context: CommandContext, input: z.output<S>) => Promise<R>;
}

/** A command by which somebody looks; every role may. */
export function look<S extends z.ZodType, R>(definition: Omit<Definition<S, R>, 'role'>): DeskCommand<S, R> {
  return commandOf({ ...definition, role: 'viewer' }, 'look');
}

/** A command by which somebody looks at personal data: recorded. */
export function reveal<S extends z.ZodType, R>(definition: Definition<S, R>): DeskCommand<S, R> {
  return commandOf(definition, 'reveal');
}

/** A command by which somebody does something: recorded. */
export function act<S extends z.ZodType, R>(definition: Definition<S, R>): DeskCommand<S, R> {
  return commandOf(definition, 'act');
}

/** Refuses what asks for more than the role of whoever asks. */
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
      const [first] = read.error.issues;
      const lines = read.error.issues.map(({ path, message }) => `${fieldOf(path)}: ${message}`);
      throw new CommandFault('invalid', lines, first && fieldOf(first.path));
    },
  };
}

const fieldOf = (path: readonly PropertyKey[]): string => path.map(String).join('.') || 'input';
