import { callList } from '../calls/call-list';
import { csvHead, csvRow } from '../engine/csv';
import { ListFault } from '../engine/filters';
import { LISTS } from '../lists';
import { messageList } from '../messages/message-list';
import { nameOfActor } from '../cases/colleagues';
import { orderList } from '../orders/order-list';
import { pairList } from '../links/pair-list';
import { plainOf, textOf } from '../engine/cell';
import { time } from '../engine/list';
import type { List, ListCommand, ListPart } from '../engine/list-definition';
import { z } from 'zod';
import { look, type CommandContext, type DeskCommand } from './command';
import { CommandFault } from './command-fault';
import { Limit, oneOf, shopIdOf, Text } from './fields';

const Filter = z.record(z.string(), z.unknown());
/** The rows of an answer where the caller does not say. */
const USUAL_LIMIT = 1_000;

/** Any list as a table of texts, as its page and its file have it. */
export const listTable = look({
  input: z.strictObject({
    list: oneOf(LISTS.map(({ path }) => path)),
    filter: Filter.default({}),
    after: Text.optional(),
    limit: Limit,
  }),
  async run(context, { list: path, filter, after, limit }) {
    const list: List | undefined = LISTS.find((one) => one.path === path);
    if (!list) throw new CommandFault('unknown', ['list: there is no such list'], 'list');
    const { rows, next, lookedUntil } = await part(context, list, { filter, after, limit });
    const shown = list.columns.map(({ only }) => only !== 'file' && only !== 'page');
    const isShown = (_: unknown, index: number) => shown[index] === true;
    return {
      columns: list.columns.filter(isShown).map(({ name }) => name),
      rows: rows.map(({ cells }) => cells.filter(isShown).map(textOf)),
      next,
      looked_until: time(lookedUntil),
    };
  },
});

/** A list as JSON, by its own name. */
function listCommand<Json, R>(list: List<Json>, answer: (found: ListPart<Json>) => R) {
  const command = look({
    input: z.looseObject({ limit: Limit.default(USUAL_LIMIT), after: Text.optional() }),
    run: async (context, { limit, after, ...filter }) =>
      answer(await part(context, list, { filter, after, limit })),
  });
  return { ...command, input: takenBy(list), about: list.about };
}

/** What a list takes, for the document of the API: it reads its filters itself. */
function takenBy({ filters, sorts }: Pick<List, 'filters' | 'sorts'>): z.ZodType {
  const fields = Object.entries(filters).map(([name, { says, field }]) => {
    const isClosed = field.kind === 'choice' && !field.isOpen;
    const value = isClosed ? z.enum(field.choices.map(([one]) => one)) : z.string();
    return [name, value.optional().describe(says)] as const;
  });
  return z.object({
    ...Object.fromEntries(fields),
    ...(sorts.length > 0 && {
      sort: z
        .enum(sorts.map(([sort]) => sort))
        .optional()
        .describe('how it is sorted'),
    }),
    limit: Limit.default(USUAL_LIMIT).describe('how many rows'),
    after: Text.optional().describe('the place where the last answer ended: its `next`'),
  });
}

const rowsOf = <Json>({ rows }: ListPart<Json>): Json[] => rows.map(({ json }) => json);

/** The answer of a list as it is, or with its rows in a field of it. */
type AnswerOf<L> =
  L extends List<infer Json, string, infer Under>
    ? [Under] extends [never]
      ? Json[]
      : Record<Under, Json[]> & { next: string | null }
    : never;
type NameOf<L> = L extends List<object, infer Name> ? Name : never;
/** Filters by name, which a list reads itself. */
type Given = { limit?: number; after?: string | undefined; [filter: string]: unknown };
type Listed = {
  [L in (typeof LISTS)[number] as NameOf<L>]: DeskCommand<Given, AnswerOf<L>>;
};

/** The command of each list that has one, by its name. */
export const LISTED = Object.fromEntries(
  LISTS.flatMap((one: List) => (one.command === null ? [] : [[one.command.name, listed(one, one.command)]])),
  // Each list stands under its own name.
) as Listed;

function listed(one: List, { under }: ListCommand) {
  return listCommand(one, (found) =>
    under === undefined ? rowsOf(found) : { [under]: rowsOf(found), next: found.next },
  );
}

/** The same as a file to edit. */
export const linksInFile = listCommand(pairList, ({ rows }) => {
  const inFile = pairList.columns.map(({ only }) => only === 'file');
  const isInFile = (_: unknown, index: number) => inFile[index] === true;
  const head = csvHead(pairList.columns.filter(isInFile).map(({ name }) => name));
  const lines = rows.map(({ cells }) => csvRow(cells.filter(isInFile).map(plainOf)));
  return { pairs: rows.length, csv: [head, ...lines].join('') };
});

/** Lists whose answers say more than where they go on. */
export const messagesListed = listCommand(messageList, (found) => ({
  messages: rowsOf(found),
  more: found.next !== null,
  next: found.next,
}));
export const callsListed = listCommand(callList, (found) => ({
  calls: rowsOf(found),
  looked_until: time(found.lookedUntil),
  next: found.next,
}));
export const orderListed = listCommand(orderList, (found) => ({
  orders: rowsOf(found),
  looked_until: time(found.lookedUntil),
  more: found.next !== null,
  next: found.next,
}));

/** Names of filters and values from before lists were defined once: they stay valid. */
function withOldNames(given: Record<string, unknown>): Record<string, unknown> {
  const { oldest, mine, sure, before: _before, ...filter } = given;
  return {
    ...filter,
    ...(sure !== undefined && { confidence: sure }),
    ...(filter['state'] === 'all' && { state: 'any' }),
    ...(oldest === true && { sort: 'oldest' }),
    ...(mine === true && { owner: 'me' }),
  };
}

async function part<Json>(
  { db, actor, role, identity, now }: CommandContext,
  list: List<Json>,
  given: { filter: Record<string, unknown>; after: string | undefined; limit: number },
): Promise<ListPart<Json>> {
  const { filter, after, limit } = given;
  try {
    const said = Object.entries(filter).filter(([, value]) => value !== undefined);
    const asked = list.ask(withOldNames({ ...list.unsaid, ...Object.fromEntries(said) }));
    for (const [name, { field }] of Object.entries(list.filters))
      if (field.kind === 'shop') await shopIdOf(db, asked[name]);
    return await list.find({ db, person: nameOfActor(actor), actor, role, identity, now }, asked, {
      after: after ?? placeOf(filter['before']),
      limit,
    });
  } catch (error) {
    if (error instanceof ListFault) throw new CommandFault(error.kind, [lineOf(error)], error.at.field);
    throw error;
  }
}

/** The audit's cursor under its old name. */
const placeOf = (before: unknown) => (typeof before === 'string' ? before : undefined);

function lineOf({ at: { field, offers = [] }, message }: ListFault): string {
  return offers.length > 0
    ? `${field}: there is none of this name; there are: ${offers.join(', ')}`
    : `${field}: ${message}`;
}
