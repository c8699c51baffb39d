import { StorableText } from '@hub/contract';
import { inTransaction, type Database, type Prisma, type Tx } from '@hub/database';
import { z } from 'zod';
import type { HubCommand } from './hub-command';
import { recordAction } from './record-actions';
import type { RecordedChange } from './recorded-change';
import { includesRole, WHO_MAY, type Role } from './roles';
import type { Fault, Question, Undo } from './question';

export type { Fault, Field, Question, Undo } from './question';

/** Who acts, and when. */
export interface Acting {
  db: Database;
  /** The name in the audit, such as `agent:ada`. */
  actor: string;
  /** `shop`: people of `shop`, at its door: they act on what is their own alone (D35). */
  role: Role | 'shop';
  shop?: ActingShop | undefined;
  /** Milliseconds since the epoch. */
  now: number;
  /** Read under a lock, where the wait for it counts; unless given, the process's. */
  clock?: { now(): number };
}

/** A shop whose people act, and how the link of their session was delivered. */
interface ActingShop {
  id: number;
  slug: string;
  delivery?: 'mailed' | 'printed';
}

/** What the audit says of an action besides its name, its actor and its note. */
type Recorded<Changes extends boolean> = {
  /** The subject: `dead_letter:<id>`, `alert:<id>` and the like. */
  subjects: readonly string[];
  /** Figures and reasons, without personal data. */
  detail?: Prisma.InputJsonObject;
} & (Changes extends true ? { changes: readonly RecordedChange[] } : { changes?: never });
/** The same of an action that changes a setting, or a state that only people change. */
export type ChangingRecord = Recorded<true>;

/**
 * How an action ended. `says`: for a person, in one sentence. `answer`: for a program. `others`: of many things, the records of the
 * others. `begins`: workers do the rest, so its result is not known yet.
 */
export type Acted<Answer, Changes extends boolean = false> =
  | (Done<Answer> & { record: Recorded<Changes>; others?: readonly Recorded<Changes>[] })
  /** It was so already: nothing is recorded. */
  | { kind: 'unchanged'; says: string; answer: Answer }
  | { kind: 'unknown' | 'forbidden'; says: string }
  | Invalid
  | Refused;

/** `faults`: all that is wrong with a text that was given as a whole. */
interface Invalid {
  kind: 'invalid';
  says: string;
  field: string;
  faults?: readonly Fault[];
}

/** `why`: the reason alone, for a list of refusals. `faults`: all that is wrong, or why each of many things is refused. */
interface Refused {
  kind: 'refused';
  says: string;
  why?: string;
  faults?: readonly Fault[];
}

interface Done<Answer> {
  kind: 'done';
  says: string;
  answer: Answer;
  begins?: true | undefined;
  undo?: Undo | undefined;
}

/** The end of an action at any door. `field`: of the input, if it is one. */
export type ActionEnd<Answer> =
  | Done<Answer>
  | { kind: 'forbidden' | 'unknown'; says: string; field?: never; faults?: never }
  | Invalid
  | (Refused & { field?: string });

export type ActionRole = 'agent' | 'lead' | 'shop';

/** Who acts, within the transaction. */
export type By = Omit<Acting, 'db'> & {
  /** Why, for the record; empty: nothing is said. */
  note: string;
};

/** The input as far as it is known when a person is asked: what they still choose may be missing. */
type Known<Input extends z.ZodObject, Chosen extends PropertyKey> = Omit<z.output<Input>, Chosen> &
  Partial<Pick<z.output<Input>, Chosen & keyof z.output<Input>>>;

interface Definition<
  Input extends z.ZodObject,
  Answer,
  Name extends string,
  Changes extends boolean,
  Needs,
  Chosen extends keyof z.output<Input> & string,
  Command extends string,
  Tried extends string,
> {
  /** Its name in the audit, or its names, each with what a person did, such as `{ 'order.end_hold': 'ended the hold' }`. */
  names: { readonly [N in Name]: string };
  /** Which of several names it is; unless given, the first. */
  name?: (input: z.output<Input>, by: By) => Name;
  /** It changes a setting, or a state that only people change: it is recorded with its changes. */
  changes?: Changes;
  /**
   * Its command at the API and for `hub`: `shop.pause` is `POST /api/v1/commands/shop.pause`. Where its input has an `order`, the command
   * takes any of the order's ids.
   */
  command?: Command;
  /** Its command of `hub`, if that sends its input as it is given. Of an order, it takes `<id>` and `--shop` too. */
  hub?: HubCommand;
  /** The command only tries it unless it is to be carried out; the field of its answer that says which. */
  tried?: Tried;
  /** Its address at the desk, if all that it is asked with is there, such as `/shops/:slug/pause`. */
  page?: `/${string}`;
  /** Who of support may do it: an agent, if it is not said. `shop`: none, a shop alone. */
  role?: ActionRole;
  /** Whether a note for the record must, may or cannot be given; it may by default. A shop gives none: it speaks for itself. */
  note?: 'required' | 'none';
  /** What is said where a note is missing; unless given, that it is to say who of the shop said so. */
  noteMissing?: string;
  input: Input;
  /** The fields that a person still chooses when asked. */
  chosen?: readonly Chosen[];
  /**
   * A shop may do it too, at its door (D35), where the field `shop` is always the shop itself. Returns whether what the input names
   * is the shop's own: to a shop there is nothing else.
   */
  ofShop?: (tx: Tx, input: Known<Input, Chosen>, shopId: number) => Promise<boolean> | boolean;
  /** Null: there is nothing of that name. None: it is done at once. */
  ask?: (acting: Acting & Needs, input: Known<Input, Chosen>) => Promise<Question | null>;
  /** Asked of other services before, outside the transaction; it must not reveal what is not the caller's own. An end, or null to go on. */
  before?: (acting: Acting & Needs, input: z.output<Input>) => Promise<Acted<Answer, Changes> | null>;
  /** Decides under its locks, and acts, in the transaction that records it: unless it is done, that transaction is rolled back. */
  run: (tx: Tx, input: z.output<Input>, by: By & Needs) => Promise<Acted<Answer, Changes>>;
  /** The longest time that its transaction may take. */
  timeoutMs?: number;
}

/**
 * An action, defined once: its name in the audit, its question, its rule, its role, whether it needs a note, and its record. Page,
 * command and door only say where the input comes from.
 * @typeParam Needs what it needs besides the database
 */
export interface Action<
  Answer = unknown,
  Needs = unknown,
  Input extends z.ZodObject = z.ZodObject,
  Command extends string = string,
  Tried extends string = string,
> {
  /** Its names in the audit, each with what a person did. */
  readonly names: Readonly<Record<string, string>>;
  /** Whether it is recorded with its changes. */
  readonly changes: boolean;
  /** Null: no command does it as it is. */
  readonly command: Command | null;
  /** Null: `hub` does more than to send its input as it is given. */
  readonly hub: HubCommand | null;
  /** Null: its command carries it out. */
  readonly tried: Tried | null;
  /** Null: more than its address says what it is asked with. */
  readonly page: string | null;
  readonly role: ActionRole;
  /** Whether a shop may do it too, at its door. */
  readonly isOfShop: boolean;
  readonly note: 'required' | 'optional' | 'none';
  readonly input: Input;
  /** The names of what a person chooses when asked, the note included. */
  readonly fields: readonly string[];
  /** Whether a person is asked first. */
  readonly isAsked: boolean;
  /** Null: there is nothing of that name. */
  readonly ask: (acting: Acting & Needs, given: unknown) => Promise<Question | null>;
  /** @param given the input with its `note`, as it came: it is validated here */
  readonly act: (acting: Acting & Needs, given: unknown) => Promise<ActionEnd<Answer>>;
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

/** Makes the action of a definition. */
export function action<
  Input extends z.ZodObject,
  Answer,
  const Name extends string,
  const Changes extends boolean = false,
  Needs = unknown,
  const Chosen extends keyof z.output<Input> & string = never,
  const Command extends string = never,
  const Tried extends string = never,
>(
  of: Definition<Input, Answer, Name, Changes, Needs, Chosen, Command, Tried>,
): Action<Answer, Needs, Input, Command, Tried> {
  const { names, role = 'agent', note = 'optional', input, chosen = [], ofShop, timeoutMs } = of;
  const optional = chosen.map((field) => [field, z.optional(input.shape[field] ?? z.never())] as const);
  const inputWhenAsked = input.extend(Object.fromEntries(optional));
  /** At a shop's door the field `shop` is the shop itself, whatever was given. */
  const inputOfShop = (given: unknown, shop: Acting['shop']) => {
    const fields = z.looseObject({}).catch({}).parse(given);
    return shop && 'shop' in input.shape ? { ...fields, shop: shop.slug } : fields;
  };
  return {
    names,
    changes: of.changes ?? false,
    command: of.command ?? null,
    hub: of.hub ?? null,
    tried: of.tried ?? null,
    page: of.page ?? null,
    role,
    isOfShop: ofShop !== undefined,
    note,
    input,
    isAsked: of.ask !== undefined,
    fields: [...chosen, ...(note === 'none' ? [] : ['note'])],
    async ask(acting, given) {
      const { db, shop } = acting;
      const asked = inputOfShop(given, shop);
      const known = inputWhenAsked.safeParse(asked);
      if (!known.success || !of.ask) return null;
      // The same fields, of which the chosen ones may be missing: zod does not keep their names.
      const found = known.data as Known<Input, Chosen>;
      const isNamed =
        !shop || (await inTransaction(db, async (tx) => (await ofShop?.(tx, found, shop.id)) ?? false));
      return isNamed ? of.ask(acting, found) : null;
    },
    async act(acting, given) {
      const { db, actor, role: has, shop } = acting;
      if (shop ? !ofShop : has === 'shop' || role === 'shop' || !includesRole(has, role))
        return { kind: 'forbidden', says: `your role is ${has}: this asks for ${WHO_MAY[role]}` };
      const { note: why, ...rest } = z.looseObject({}).catch({}).parse(given);
      const noted = NOTES[shop ? 'none' : note].safeParse({ note: why });
      if (!noted.success) return invalid(noted.error, of.noteMissing);
      const read = input.safeParse(inputOfShop(rest, shop));
      if (!read.success) return invalid(read.error);
      const early = (await of.before?.(acting, read.data)) ?? null;
      const work = async (tx: Tx): Promise<ActionEnd<Answer>> => {
        if (shop && !(await ofShop?.(tx, read.data, shop.id))) throw new NotDone(NOT_OWN);
        const by = { ...acting, note: noted.data.note ?? '' };
        const end = early ?? (await of.run(tx, read.data, by));
        if (end.kind !== 'done' && end.kind !== 'unchanged') throw new NotDone(end);
        for (const record of end.kind === 'done' ? [end.record, ...(end.others ?? [])] : []) {
          const named = of.name?.(read.data, by) ?? Object.keys(names)[0] ?? '';
          const detail = { ...record.detail, ...(by.note === '' ? {} : { note: by.note }) };
          await recordAction(tx, { ...record, action: named, actor, detail });
        }
        const { begins, undo } = end.kind === 'done' ? end : {};
        return { kind: 'done', says: end.says, answer: end.answer, begins, undo };
      };
      return inTransaction(db, work, timeoutMs === undefined ? {} : { timeoutMs }).catch((error: unknown) => {
        if (error instanceof NotDone) return error.end;
        throw error;
      });
    },
  };
}

/**
 * The second form, for an action of many transactions, or of a call: `run` begins it, in one transaction that records it. What follows
 * is done outside, each part with a record of its own; done again, it goes on where it ended. An end of another kind: nothing of it
 * was done.
 */
export function longAction<
  Input extends z.ZodObject,
  Begun,
  Answer,
  const Name extends string,
  const Changes extends boolean = false,
  Needs = unknown,
  const Chosen extends keyof z.output<Input> & string = never,
  const Command extends string = never,
  const Tried extends string = never,
>(
  of: Definition<Input, Begun, Name, Changes, Needs, Chosen, Command, Tried> & {
    goOn: (
      acting: Acting & Needs,
      begun: Begun,
    ) => Promise<{ says: string; answer: Answer } | Exclude<ActionEnd<Answer>, Done<Answer>>>;
  },
): Action<Answer, Needs, Input, Command, Tried> {
  const begins = action<Input, Begun, Name, Changes, Needs, Chosen, Command, Tried>(of);
  return {
    ...begins,
    async act(acting, given) {
      const end = await begins.act(acting, given);
      if (end.kind !== 'done') return end;
      const went = await of.goOn(acting, end.answer);
      return 'kind' in went ? went : { kind: 'done', ...went };
    },
  };
}

/** Rolls the transaction back: what was not done changed nothing. */
class NotDone extends Error {
  constructor(readonly end: Exclude<ActionEnd<never>, { kind: 'done' }>) {
    super(end.says);
  }
}

/** The same text whether another shop has it or none: it does not reveal what exists. */
const NOT_OWN = { kind: 'unknown', says: 'There is nothing of this name.' } as const;

/** The first fault, with its field; a field that the action does not have is one. */
function invalid({ issues: [issue] }: z.ZodError, noteMissing?: string): Invalid {
  if (noteMissing !== undefined && issue?.message === NOTE_MISSING)
    return { kind: 'invalid', says: noteMissing, field: 'note' };
  if (issue?.code === 'unrecognized_keys')
    return { kind: 'invalid', says: 'there is no such field', field: issue.keys[0] ?? 'input' };
  const field = (issue?.path ?? []).map(String).join('.') || 'input';
  return { kind: 'invalid', says: issue?.message ?? 'cannot be read', field };
}
