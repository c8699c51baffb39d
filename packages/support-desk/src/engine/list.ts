import type { Cell } from './cell';
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
  cells: readonly Cell[];
  json: Json;
}

/** Rows of a list, and where it goes on. */
export interface ListPart<Json = object> {
  rows: readonly ListRow<Json>[];
  /** As the address carries it; null: there are no more. */
  next: string | null;
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

/** How a list's cursor stands in an address. */
export interface PlaceText<Place> {
  write: (place: Place) => string;
  /** Null: this is no place. */
  read: (text: string) => Place | null;
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
  'path' | 'title' | 'section' | 'noun' | 'about' | 'filters' | 'calm' | 'isLive'
> {
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
}

const USUAL_PAGE = 50;
/** By time. */
const BY_TIME = [['oldest', 'oldest first']] as const;

/** `list<Row>()({ … })`: the rows are named, the rest is inferred. */
export const list =
  <Row>() =>
  <F extends Filters, Place, Json extends object>(of: Definition<Row, F, Place, Json>): List<Json> => {
    const { filters, columns, place, sorts = BY_TIME } = of;
    const names = [...Object.keys(filters), ...(sorts.length > 0 ? ['sort'] : [])];
    return {
      ...of,
      file: of.file ?? of.title.toLowerCase().replaceAll(/\W+/g, '-'),
      pageSize: of.pageSize ?? USUAL_PAGE,
      sorts,
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
          return text === '' ? [] : [[name, text] as const];
        });
        return Object.fromEntries(asked);
      },
      async find(looking, asked, { after, limit }) {
        const read = await Promise.all(
          Object.entries(filters).map(
            async ([name, filter]) => [name, await filter.read(asked[name], looking)] as const,
          ),
        );
        const from = after === undefined ? undefined : place.read(after);
        if (from === null)
          throw new ListFault('invalid', 'This address names no place in the list.', { field: 'after' });
        const {
          rows,
          next,
          lookedUntil = null,
        } = await of.read(looking, {
          // Each value is read by the filter of its name.
          filter: Object.fromEntries(read) as QueryOf<F>,
          sort: asked['sort'],
          after: from,
          limit,
        });
        return {
          rows: rows.map((row) => ({ cells: cellsOf(columns, row), json: of.json(row) })),
          next: next === null ? null : place.write(next),
          lookedUntil,
        };
      },
    };

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

/** A place by a time and the id of a row. */
export const BY_TIME_AND_ID: PlaceText<{ at: Date; id: string }> = {
  write: ({ at, id }) => `${at.toISOString()}_${id}`,
  read: (text) => {
    const [, at = '', id = ''] = PLACE.exec(text) ?? [];
    const date = new Date(at);
    return Number.isNaN(date.getTime()) ? null : { at: date, id };
  },
};
const PLACE =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/** A place by a row's number. */
export const BY_NUMBER: PlaceText<string> = {
  write: (place) => place,
  read: (text) => (/^\d{1,18}$/.test(text) ? text : null),
};

/** A moment in JSON; null stays null. */
export function time(date: Date): string;
export function time(date: Date | null): string | null;
export function time(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}
