import { StorableText } from '@hub/contract';
import { inTransaction, type Database, type Tx } from '@hub/database';
import { z } from 'zod';
import { recordActions, type SupportActionReport } from '../actions/record-actions';
import { includesRole, type Role } from '../roles';

/** Who acts, and when. */
export interface Acting {
  db: Database;
  /** The name in the audit, such as `agent:ada`. */
  actor: string;
  role: Role;
  /** Milliseconds since the epoch. */
  now: number;
}

/** What a person is asked before an action: what will happen, and what to make sure of first. */
export interface Question {
  title: string;
  /** What will happen, one sentence each. */
  happens: readonly string[];
  warning?: string;
  /** The label of the button; none: it is not possible, for the reason in `impossible`. */
  submit?: string;
  impossible?: string;
  danger?: boolean;
  /** Fields besides the note. */
  asks?: readonly Field[];
  /** What the note is to say, where it must say something. */
  noteSays?: string;
}

/** A field of a form, named as in the action's input. */
export type Field =
  | { kind: 'text'; name: string; label: string; longest: number; optional?: boolean }
  /** A time in UTC, to the minute. */
  | { kind: 'moment'; name: string; label: string }
  | {
      kind: 'choice';
      name: string;
      label: string;
      choices: readonly (readonly [value: string, label: string])[];
    };

/** How an action ended: `says` for a person, in one sentence; `answer` for a program. */
export type Acted<Answer> =
  | { kind: 'done'; says: string; answer: Answer; record: WithoutActor }
  /** It was so already: nothing is recorded. */
  | { kind: 'unchanged'; says: string; answer: Answer }
  | { kind: 'unknown'; says: string }
  /** `why`: the reason alone, for a list of refusals. */
  | { kind: 'refused'; says: string; why?: string };

/** The end of an action at any door. `field`: of the input, if it is one. */
export type ActionEnd<Answer> =
  | { kind: 'done'; says: string; answer: Answer }
  | { kind: 'forbidden' | 'invalid' | 'unknown'; says: string; field?: string }
  | { kind: 'refused'; says: string; field?: string; why?: string };

interface Definition<Input extends z.ZodObject, Answer> {
  role?: 'agent' | 'lead';
  /** Whether a note for the record must, may or cannot be given; it may by default. */
  note?: 'required' | 'none';
  input: Input;
  /** The fields that a person still chooses when asked: optional in the input. */
  chosen?: readonly (keyof z.output<Input> & string)[];
  /** Null: there is nothing of that name. */
  ask: (acting: Acting, input: z.output<Input>) => Promise<Question | null>;
  /** Decides under its locks, and acts, in the transaction that records it. */
  run: (tx: Tx, input: z.output<Input>, by: Pick<Acting, 'actor' | 'now'>) => Promise<Acted<Answer>>;
}

/**
 * An action of support, defined once: its question, its rule, its role, whether it needs a note, and its record. Page, command and
 * door only say where the input comes from.
 */
export interface Action<Answer = unknown> {
  readonly role: 'agent' | 'lead';
  readonly note: 'required' | 'optional' | 'none';
  /** The names of what a person chooses when asked, the note included. */
  readonly fields: readonly string[];
  /** Null: there is nothing of that name. */
  ask(acting: Acting, given: unknown): Promise<Question | null>;
  /** @param given the input with its `note`, as it came: it is validated here */
  act(acting: Acting, given: unknown): Promise<ActionEnd<Answer>>;
}

/** The longest note, at every door. */
export const LONGEST_NOTE = 1_000;
/** Whose word stands for a shop's: without it nothing is done. */
const NOTE_MISSING = 'write down who at the shop said so, when and how';

const Note = z
  .string()
  .trim()
  .max(LONGEST_NOTE, `a note is text of at most ${LONGEST_NOTE} characters`)
  .pipe(StorableText);
const NOTES = {
  required: z.object({ note: Note.default('').refine((note) => note !== '', NOTE_MISSING) }),
  optional: z.object({ note: Note.optional() }),
  none: z.object({ note: z.undefined('there is no such field') }),
} as const;
const WHO = { agent: 'an agent', lead: 'a lead' } as const;

/** Makes the action of a definition. */
export function action<Input extends z.ZodObject, Answer>(of: Definition<Input, Answer>): Action<Answer> {
  const { role = 'agent', note = 'optional', input, chosen = [] } = of;
  return {
    role,
    note,
    fields: [...chosen, ...(note === 'none' ? [] : ['note'])],
    async ask(acting, given) {
      const read = input.safeParse(given);
      return read.success ? of.ask(acting, read.data) : null;
    },
    async act({ db, actor, role: has, now }, given) {
      if (!includesRole(has, role))
        return { kind: 'forbidden', says: `your role is ${has}: this asks for ${WHO[role]}` };
      const { note: why, ...rest } = z.looseObject({}).catch({}).parse(given);
      const noted = NOTES[note].safeParse({ note: why });
      if (!noted.success) return invalid(noted.error);
      const read = input.safeParse(rest);
      if (!read.success) return invalid(read.error);
      return inTransaction(db, async (tx) => {
        const end = await of.run(tx, read.data, { actor, now });
        if (end.kind === 'unknown' || end.kind === 'refused') return end;
        if (end.kind === 'done') await recordActions(tx, recordOf(end.record, actor, noted.data.note));
        return { kind: 'done', says: end.says, answer: end.answer };
      });
    },
  };
}

/** `Omit` of each member of a union. */
type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;
type WithoutActor = DistributiveOmit<SupportActionReport, 'actor'>;

function recordOf(record: WithoutActor, actor: string, note: string | undefined): SupportActionReport {
  return { ...record, actor, detail: { ...record.detail, ...(note ? { note } : {}) } };
}

/** The first fault, with its field; a field that the action does not have is one. */
function invalid({ issues: [issue] }: z.ZodError): { kind: 'invalid'; says: string; field: string } {
  if (issue?.code === 'unrecognized_keys')
    return { kind: 'invalid', says: 'there is no such field', field: issue.keys[0] ?? 'input' };
  const field = (issue?.path ?? []).map(String).join('.') || 'input';
  return { kind: 'invalid', says: issue?.message ?? 'cannot be read', field };
}
