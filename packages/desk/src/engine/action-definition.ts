import type { Database, Prisma, Tx } from '@hub/database';
import type { z } from 'zod';
import type { HubCommand } from './hub-command';
import type { Fault, Question, Undo } from './question';
import type { RecordedChange } from './recorded-change';
import type { Role } from './roles';

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
 * How an action ended. `says`: for a person, in one sentence. `answer`: for a program. `others`: of many things, the
 * records of the others. `begins`: workers do the rest, so its result is not known yet.
 */
export type Acted<Answer, Changes extends boolean = false> =
  | (Done<Answer> & { record: Recorded<Changes>; others?: readonly Recorded<Changes>[] })
  /** It was so already, or was asked for a moment ago: nothing is recorded. */
  | { kind: 'unchanged'; says: string; answer: Answer; begins?: true }
  | { kind: 'unknown' | 'forbidden'; says: string }
  | Invalid
  | Refused;

/** `faults`: all that is wrong with a text that was given as a whole. */
export interface Invalid {
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

export interface Done<Answer> {
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
export type Known<Input extends z.ZodObject, Chosen extends PropertyKey> = Omit<z.output<Input>, Chosen> &
  Partial<Pick<z.output<Input>, Chosen & keyof z.output<Input>>>;

export interface Definition<
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
  /** Null: `hub` does more than send its input as it is given. */
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
