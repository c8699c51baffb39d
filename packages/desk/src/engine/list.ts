import type { Cell } from './cell';
import { ListFault, type Looking } from './filters';
import type { Asked, ColumnOf, Definition, Filters, List, ListCommand, QueryOf } from './list-definition';

const USUAL_PAGE = 50;
/** By time. */
const BY_TIME = [['oldest', 'oldest first']] as const;

/** `list<Row>()({ … })`: the rows are named, the rest is inferred. */
export const list =
  <Row>() =>
  <
    F extends Filters,
    Place,
    Json extends object,
    const Name extends string = never,
    const Under extends string = never,
  >(
    of: Definition<Row, F, Place, Json> & { command?: ListCommand<Name, Under> },
  ): List<Json, Name, Under> => {
    const { filters, columns, place, total, counts, newer, sorts = BY_TIME } = of;
    const names = [...Object.keys(filters), ...(sorts.length > 0 ? ['sort'] : [])];
    return {
      ...of,
      command: of.command ?? null,
      file: typeof of.file === 'string' ? of.file : of.title.toLowerCase().replaceAll(/\W+/g, '-'),
      inFile: typeof of.file === 'object' ? of.file : null,
      pageSize: of.pageSize ?? USUAL_PAGE,
      usualSort: of.usualSort ?? 'newest first',
      sorts,
      ticks: of.ticks ?? null,
      ask(given) {
        const unknown = Object.keys(given).find((name) => given[name] !== undefined && !names.includes(name));
        if (unknown !== undefined)
          throw new ListFault('invalid', `This list has no such filter. It has: ${names.join(', ')}.`, {
            field: unknown,
          });
        const asked = Object.entries(given).flatMap(([name, value]) => {
          const text = value === undefined ? '' : typeof value === 'string' ? value.trim() : null;
          if (text === null || !isReadable(name, text))
            throw new ListFault(
              'invalid',
              filters[name]?.faultOf?.(text ?? '') ??
                `The filter asks for something that no ${of.noun} has: see ${name}.`,
              { field: name, offers: choicesOf(name) },
            );
          return text === '' || text === usualOf(name) ? [] : [[name, text] as const];
        });
        return Object.fromEntries(asked);
      },
      async find(looking, asked, { after, limit }) {
        const { one: needed = [], says = '' } = of.needs ?? {};
        const [field = ''] = needed;
        if (of.needs && needed.every((name) => asked[name] === undefined))
          throw new ListFault('invalid', says, { field });
        const {
          rows,
          next,
          lookedUntil = null,
        } = await of.read(looking, {
          filter: await filterOf(looking, asked),
          asked,
          sort: asked['sort'],
          after: after === undefined ? undefined : placeIn(after, 'after'),
          limit,
        });
        const [first] = rows;
        const top = newer && (first === undefined ? newer.now(looking.now) : newer.placeOf(first));
        return {
          rows: rows.map((row) => ({
            key: of.ticks?.key(row) ?? null,
            cells: cellsOf(columns, row, looking.now),
            json: of.json(row),
          })),
          next: next === null ? null : place.write(next),
          top: top === undefined ? null : place.write(top),
          lookedUntil,
        };
      },
      notices: async (looking, asked) => (await of.notices?.(looking, await filterOf(looking, asked))) ?? [],
      summaries: async (looking, asked) =>
        (await of.summaries?.(looking, await filterOf(looking, asked))) ?? [],
      beside: async (looking, asked) => of.beside?.(await filterOf(looking, asked)) ?? [],
      total:
        total === undefined ? null : async (looking, asked) => total(looking, await filterOf(looking, asked)),
      counts:
        counts === undefined
          ? null
          : async (looking, asked) => counts(looking, await filterOf(looking, asked)),
      newer:
        newer === undefined
          ? null
          : async (looking, asked, { top, limit }) => {
              const since = placeIn(top, 'top');
              return newer.count(looking, { filter: await filterOf(looking, asked), since, limit });
            },
    };

    function filterOf(looking: Looking, asked: Asked): Promise<QueryOf<F>> {
      return readFilters(filters, asked, looking);
    }

    function placeIn(text: string, field: string): Place {
      const found = place.read(text);
      if (found === null)
        throw new ListFault('invalid', 'This address names no place in the list.', { field });
      return found;
    }

    function usualOf(name: string): string | undefined {
      const field = filters[name]?.field;
      return field?.kind === 'choice' ? field.usual : undefined;
    }

    function choicesOf(name: string): string[] {
      const field = filters[name]?.field;
      const choices = name === 'sort' ? sorts : field?.kind === 'choice' ? field.choices : [];
      return choices.map(([value]) => value);
    }

    function isReadable(name: string, text: string): boolean {
      if (text === '') return true;
      if (name === 'sort') return sorts.some(([value]) => value === text);
      return filters[name]?.accepts(text) ?? false;
    }
  };

/** The values of filters. Throws `ListFault` if one names nothing that there is. @param asked checked by the list */
export async function readFilters<F extends Filters>(
  filters: F,
  asked: Asked,
  looking: Looking,
): Promise<QueryOf<F>> {
  const read = Object.entries(filters).map(
    async ([name, filter]) => [name, await filter.read(asked[name], looking)] as const,
  );
  // Each value is read by the filter of its name.
  return Object.fromEntries(await Promise.all(read)) as QueryOf<F>;
}

/** What columns say of a row. */
export function cellsOf<Row>(columns: readonly ColumnOf<Row>[], row: Row, now: number): readonly Cell[] {
  return columns.map(({ cell }) => cell(row, now));
}

/** A part of a list whose rows are all read: its place is the number of a row. */
export function partOf<Row>(
  all: readonly Row[],
  { after = '0', limit }: { after: string | undefined; limit: number },
): { rows: readonly Row[]; next: string | null } {
  const until = Number(after) + limit;
  return { rows: all.slice(Number(after), until), next: until < all.length ? String(until) : null };
}

/** The first rows of a list of which one more was read than is shown, and where it goes on. */
export function firstOf<Row, Place>(
  found: readonly Row[],
  { limit, placeOf }: { limit: number; placeOf: (last: Row) => Place },
): { rows: readonly Row[]; next: Place | null } {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last !== undefined ? placeOf(last) : null };
}

/** A moment in JSON; null stays null. */
export function time(date: Date): string;
export function time(date: Date | null): string | null;
export function time(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}
