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

/** What takes an action back while nothing of it has left: another action, at an address of the desk. */
export interface Undo {
  path: string;
  /** Of the button. */
  label: string;
  fields: Readonly<Record<string, string>>;
}
