import { StorableText } from '@hub/contract';
import { inTransaction, type Tx } from '@hub/database';
import { z } from 'zod';
import type { Acting, Action, ActionEnd, Definition, Done, Invalid, Known } from './action-definition';
import { recordAction } from './record-actions';
import { includesRole, WHO_MAY } from './roles';

export type { Acted, Acting, Action, ActionEnd, ActionRole, By, ChangingRecord } from './action-definition';
export type { Fault, Field, Question, Undo } from './question';

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
        const { says, answer, begins } = end;
        return { kind: 'done', says, answer, begins, undo: end.kind === 'done' ? end.undo : undefined };
      };
      return inTransaction(db, work, timeoutMs === undefined ? {} : { timeoutMs }).catch((error: unknown) => {
        if (error instanceof NotDone) return error.end;
        throw error;
      });
    },
  };
}

/**
 * The second form, for an action of many transactions, or of a call: `run` begins it, in one transaction that records
 * it. What follows is done outside, each part with a record of its own; done again, it goes on where it ended. If
 * `goOn` ends otherwise than done, nothing of it was done.
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
