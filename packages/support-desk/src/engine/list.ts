import type { Cell, Tone } from './cell';
import type { PlaceText } from './places';
import type { Section } from './sections';
import { ListFault, type Choices, type Filter, type Looking } from './filters';

export type Filters = Readonly<Record<string, Filter<unknown>>>;
type QueryOf<F extends Filters> = { [Name in keyof F]: F[Name] extends Filter<infer Value> ? Value : never };

/** A column: of the page, of the CSV file and of the table at the terminal. */
export interface ListColumn {
  name: string;
  /** This column names the row. */
  head?: true;
  /** Figures are right-aligned. */
  number?: true;
  /** Where it is alone, if not everywhere: in a file, or in a file and at the terminal. */
  only?: 'file' | 'text';
}

/** The same of rows of a kind. */
export interface ColumnOf<Row> extends ListColumn {
  cell: (row: Row) => Cell;
}

/** A row: what each column says of it, and the same as JSON. */
export interface ListRow<Json = object> {
  /** Its id, if rows of the list can be ticked. */
  key: string | null;
  cells: readonly Cell[];
  json: Json;
}

/** Rows of a list, and where it goes on. */
export interface ListPart<Json = object> {
  rows: readonly ListRow<Json>[];
  /** As the address carries it; null: there are no more. */
  next: string | null;
  /** The place of its first row, if the list tells what came since. */
  top: string | null;
  /** How far back the search went, if it ended before the page was full. */
  lookedUntil: Date | null;
}

/** What a list is read for: its filter with its values, the row before the first, and how many. */
export interface ListQuery<F extends Filters, Place> {
  filter: QueryOf<F>;
  /** Undefined: as the list sorts usually. */
  sort: string | undefined;
  after: Place | undefined;
  limit: number;
}

/** How many rows there are of a kind, and the filter that shows these. */
export interface Count {
  label: string;
  count: number;
  tone: Tone;
  filter: Asked;
}

/** What can be done with the ticked rows of a list: a form sends `ids` and the `action` of its button. */
export interface Ticks {
  /** Where the form goes. */
  path: string;
  role: 'agent' | 'lead';
  label: string;
  buttons: readonly (readonly [action: string, label: string])[];
  says: string;
  /** For who may not. */
  otherwise: string;
}

interface Definition<Row, F extends Filters, Place, Json> {
  /** Its page; the file is beside it, as `<path>.csv`. */
  path: string;
  title: string;
  /** The name of its file; the title by default. */
  file?: string;
  /** The part of the desk that it belongs to. */
  section: Section;
  /** One row, such as `order`. */
  noun: string;
  /** What it holds and since when. */
  about: string;
  /** Where one looks next; `keeps`: the filters that the link takes along. */
  links?: readonly { text: string; href: string; keeps?: readonly string[] }[];
  filters: F;
  /** Sortings besides the usual one; by default the oldest first. */
  sorts?: Choices;
  columns: readonly ColumnOf<Row>[];
  /** A row as JSON. */
  json: (row: Row) => Json;
  place: PlaceText<Place>;
  /** Reads at most `limit` rows. */
  read: (
    looking: Looking,
    query: ListQuery<F, Place>,
  ) => Promise<{ rows: readonly Row[]; next: Place | null; lookedUntil?: Date | null }>;
  /** How many there are of each kind, above the list: they refresh themselves. */
  counts?: (looking: Looking, filter: QueryOf<F>) => Promise<readonly Count[]>;
  /** How many rows have come since a place, at most `limit`: the list offers them and moves nothing. */
  newer?: {
    placeOf: (row: Row) => Place;
    /** Before every row of a later moment. */
    now: (now: number) => Place;
    count: (looking: Looking, query: { filter: QueryOf<F>; since: Place; limit: number }) => Promise<number>;
  };
  ticks?: Ticks & { key: (row: Row) => string };
  /** Rows of a page; 50 by default. */
  pageSize?: number;
  /** Says that nothing waits, if an empty list without a filter is good news. */
  calm?: string;
  /** Its top refreshes itself. */
  isLive?: true;
}

/** The filter of a list as texts, checked, as an address carries it. */
export type Asked = Readonly<Record<string, string>>;

/** A list of the desk, defined once: its page, its file, its JSON and its command follow from it. */
export interface List<Json = object> extends Pick<
  Definition<never, Filters, unknown, unknown>,
  'path' | 'title' | 'section' | 'noun' | 'about' | 'links' | 'filters' | 'calm' | 'isLive'
> {
  readonly ticks: Ticks | null;
  readonly columns: readonly ListColumn[];
  /** The name of its file. */
  readonly file: string;
  readonly pageSize: number;
  readonly sorts: Choices;
  /**
   * A filter as it came from an address, a form or a command. Throws `ListFault` for a field that the list does not have:
   * a typo would look like an empty list.
   */
  ask(given: Readonly<Record<string, unknown>>): Asked;
  /** Throws `ListFault` if the filter or the place names nothing that there is. @param from.after where the list goes on */
  find(
    looking: Looking,
    asked: Asked,
    from: { after?: string | undefined; limit: number },
  ): Promise<ListPart<Json>>;
  /** Null: the list counts nothing. */
  counts: ((looking: Looking, asked: Asked) => Promise<readonly Count[]>) | null;
  /** Null: the list does not tell what came since. Throws `ListFault` for what is no place. @param since of a list's first row */
  newer: ((looking: Looking, asked: Asked, since: { top: string; limit: number }) => Promise<number>) | null;
}

const USUAL_PAGE = 50;
/** By time. */
const BY_TIME = [['oldest', 'oldest first']] as const;

/** `list<Row>()({ … })`: the rows are named, the rest is inferred. */
export const list =
  <Row>() =>
  <F extends Filters, Place, Json extends object>(of: Definition<Row, F, Place, Json>): List<Json> => {
    const { filters, columns, place, counts, newer, sorts = BY_TIME } = of;
    const names = [...Object.keys(filters), ...(sorts.length > 0 ? ['sort'] : [])];
    return {
      ...of,
      file: of.file ?? of.title.toLowerCase().replaceAll(/\W+/g, '-'),
      pageSize: of.pageSize ?? USUAL_PAGE,
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
              `The filter asks for something that no ${of.noun} has: see ${name}.`,
              { field: name, offers: choicesOf(name) },
            );
          return text === '' || text === usualOf(name) ? [] : [[name, text] as const];
        });
        return Object.fromEntries(asked);
      },
      async find(looking, asked, { after, limit }) {
        const {
          rows,
          next,
          lookedUntil = null,
        } = await of.read(looking, {
          filter: await filterOf(looking, asked),
          sort: asked['sort'],
          after: after === undefined ? undefined : placeIn(after, 'after'),
          limit,
        });
        const [first] = rows;
        const top = newer && (first === undefined ? newer.now(looking.now) : newer.placeOf(first));
        return {
          rows: rows.map((row) => ({
            key: of.ticks?.key(row) ?? null,
            cells: cellsOf(columns, row),
            json: of.json(row),
          })),
          next: next === null ? null : place.write(next),
          top: top === undefined ? null : place.write(top),
          lookedUntil,
        };
      },
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

    async function filterOf(looking: Looking, asked: Asked): Promise<QueryOf<F>> {
      const read = Object.entries(filters).map(
        async ([name, filter]) => [name, await filter.read(asked[name], looking)] as const,
      );
      // Each value is read by the filter of its name.
      return Object.fromEntries(await Promise.all(read)) as QueryOf<F>;
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

/** What columns say of a row. */
export function cellsOf<Row>(columns: readonly ColumnOf<Row>[], row: Row): readonly Cell[] {
  return columns.map(({ cell }) => cell(row));
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
