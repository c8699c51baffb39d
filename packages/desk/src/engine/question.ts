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
  /** What becomes of each of many things. */
  table?: QuestionTable;
  /** All that is wrong with a text that was given as a whole: it is not possible. */
  faults?: readonly Fault[];
}

interface QuestionTable {
  label: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A fault of a text. `field`: empty if it is of the whole line; of many things, the id of one. */
export interface Fault {
  line?: number | undefined;
  /** Empty where it is of no field, or of one thing among several (`about`). */
  field: string;
  /** The id of what it is about, where several were sent. */
  about?: string;
  message: string;
}

/** A field of a form, named as in the action's input. `value`: what it holds, unless a person wrote something else before. */
export type Field = { name: string; label: string; value?: string; optional?: boolean } & (
  | { kind: 'text'; longest: number; pattern?: string; placeholder?: string }
  | { kind: 'number'; least: number; most: number }
  /** A time in UTC, to the minute, or to the second. */
  | { kind: 'moment'; step?: 1 }
  | { kind: 'choice'; choices: readonly (readonly [value: string, label: string])[] }
);

/** What takes an action back while nothing of it has left: another action, at an address of the desk. */
export interface Undo {
  path: string;
  /** Of the button. */
  label: string;
  fields: Readonly<Record<string, string>>;
}
