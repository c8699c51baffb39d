import { StorableText } from '@hub/contract';
import type { Database } from '@hub/database';
import { z } from 'zod';
import type { Role } from './roles';
import type { TokenOwner } from './token-owner';

/** Who looks at a list, and when. */
export interface Looking {
  db: Database;
  /** Their name, for what is theirs. */
  person: string;
  role: Role;
  /** Who vouches for them, and as whom: two people may have the same name. */
  identity: TokenOwner;
  /** The same as the audit has it, such as `agent:ada`. */
  actor: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** A list's filter or place names nothing that there is. The message is for people, and holds nothing of the input. */
export class ListFault extends Error {
  constructor(
    readonly kind: 'invalid' | 'unknown',
    message: string,
    /** `offers`: what the field can be, if that is a choice. */
    readonly at: { field: string; offers?: readonly string[] },
  ) {
    super(message);
  }
}

export type Choices = readonly (readonly [value: string, label: string])[];

/** A filter of a list: a field on the page, a parameter of the address and the API, an option of the command. */
export interface Filter<Value> {
  label: string;
  /** At the terminal. */
  says: string;
  field:
    | { kind: 'text'; offers: readonly string[] }
    /** `usual`: what counts where nothing is chosen; undefined: any. `isOpen`: other values are accepted too. */
    | { kind: 'choice'; usual: string | undefined; choices: Choices; isOpen?: true }
    | { kind: 'shop' }
    | { kind: 'moment' }
    | { kind: 'day' }
    | { kind: 'month' };
  /** Whether a text that is not empty can be a value. */
  accepts: (given: string) => boolean;
  /** What a text that it does not accept must be, if that is known. */
  faultOf?: ((given: string) => string | undefined) | undefined;
  /** Its value for the query. Throws `ListFault` if there is nothing of that name. @param given undefined: not filtered by it */
  read: (given: string | undefined, looking: Looking) => Promise<Value> | Value;
}

const LONGEST_TEXT = 255;
const isStorable = (given: string) => given.length <= LONGEST_TEXT && StorableText.safeParse(given).success;

/** Any text; `as` reads it, and is null for a text that it cannot read. */
export function text(
  label: string,
  {
    says = label,
    offers = [],
    as = (given) => given,
    faultOf,
  }: {
    says?: string;
    offers?: readonly string[];
    as?: (given: string) => string | null;
    faultOf?: (given: string) => string | undefined;
  } = {},
): Filter<string | undefined> {
  return {
    label,
    says,
    field: { kind: 'text', offers },
    accepts: (given) => isStorable(given) && as(given) !== null,
    faultOf,
    read: (given) => (given === undefined ? undefined : (as(given) ?? undefined)),
  };
}

/** One of these values, or any. */
export function choice<const Value extends string>(
  label: string,
  choices: readonly (readonly [value: Value, label: string])[],
  says = `one of ${choices.map(([value]) => value).join(', ')}`,
): Filter<Value | undefined> {
  return oneOf(label, { choices, says, usual: undefined });
}

/** One of these values, or another one that rows may have, or any. */
export function choiceOrText(label: string, choices: Choices, says: string): Filter<string | undefined> {
  const field = { kind: 'choice', usual: undefined, choices, isOpen: true } as const;
  return { label, says, field, accepts: isStorable, read: (given) => given };
}

/** One of these values, the first where nothing is chosen. */
export function choiceOrFirst<const Value extends string>(
  label: string,
  choices: readonly [
    readonly [value: Value, label: string],
    ...(readonly (readonly [value: Value, label: string])[]),
  ],
): Filter<Value> {
  const [[usual]] = choices;
  const says = `one of ${choices.map(([value]) => value).join(', ')}`;
  return oneOf(label, { choices, says, usual });
}

function oneOf<Value extends string, Usual extends Value | undefined>(
  label: string,
  of: { choices: readonly (readonly [value: Value, label: string])[]; says: string; usual: Usual },
): Filter<Value | Usual> {
  const { choices, says, usual } = of;
  const find = (given: string | undefined) => choices.find(([value]) => value === given)?.[0];
  return {
    label,
    says,
    field: { kind: 'choice', usual, choices },
    accepts: (given) => find(given) !== undefined,
    read: (given) => find(given) ?? usual,
  };
}

/** A shop by its slug, also one that was removed. */
export function shop(label: string, says: string): Filter<number | undefined> {
  return {
    label,
    says,
    field: { kind: 'shop' },
    accepts: isStorable,
    async read(slug, { db }) {
      if (slug === undefined) return undefined;
      const found = await db.shop.findUnique({ where: { slug }, select: { id: true } });
      if (!found) throw new ListFault('unknown', 'There is no such shop.', { field: 'shop' });
      return found.id;
    },
  };
}

/** From a moment on, and before another. @param of what a time is of, such as `Opened`, if a row has several */
export function period(of?: string): { since: Filter<Date | undefined>; until: Filter<Date | undefined> } {
  return {
    since: moment(of ? `${of} from (UTC)` : 'From (UTC)', 'from then on'),
    until: moment(of ? `${of} before (UTC)` : 'Before (UTC)', 'before then'),
  };
}

/** As a browser's field has it, in UTC; or with its `Z`, as JSON has it. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z?$/;

function moment(label: string, says: string): Filter<Date | undefined> {
  const read = (given: string) => new Date(given.endsWith('Z') ? given : `${given}Z`);
  return {
    label,
    says,
    field: { kind: 'moment' },
    accepts: (given) => MOMENT.test(given) && !Number.isNaN(read(given).getTime()),
    read: (given) => (given === undefined ? undefined : read(given)),
  };
}

/** A day in UTC, such as `2026-11-01`. */
export function day(label: string, says: string): Filter<string | undefined> {
  return {
    label,
    says,
    field: { kind: 'day' },
    accepts: (given) => z.iso.date().safeParse(given).success,
    read: (given) => given,
  };
}

/** A month in UTC, such as `2026-11`; the current one where none is given. */
export function month(label: string, says: string): Filter<string> {
  return {
    label,
    says,
    field: { kind: 'month' },
    accepts: (given) => /^\d{4}-(0[1-9]|1[0-2])$/.test(given),
    read: (given, { now }) => given ?? new Date(now).toISOString().slice(0, 7),
  };
}
