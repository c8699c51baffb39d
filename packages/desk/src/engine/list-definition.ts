import type { Role } from './roles';
import type { Cell, Tone } from './cell';
import type { Choices, Filter, Looking } from './filters';
import type { PlaceText } from './places';
import type { Section } from './sections';

export type Filters = Readonly<Record<string, Filter<unknown>>>;
export type QueryOf<F extends Filters> = {
  [Name in keyof F]: F[Name] extends Filter<infer Value> ? Value : never;
};

/** A column: of the page, of the CSV file and of the table at the terminal. */
export interface ListColumn {
  name: string;
  /** This column names the row. */
  head?: true;
  /** Figures are right-aligned. */
  number?: true;
  /**
   * Where it is alone, if not everywhere: in a file, in a file and at the terminal, on the page and at the terminal, or on
   * the page.
   */
  only?: 'file' | 'text' | 'shown' | 'page';
  /** For whom a column of the page is; every role by default. */
  role?: Role;
}

/** The same of rows of a kind. */
export interface ColumnOf<Row> extends ListColumn {
  /** @param now the time of the view, in milliseconds since the epoch */
  cell: (row: Row, now: number) => Cell;
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
  /** The place of its first row, if the list reports what came since. */
  top: string | null;
  /** How far back the search went, if it ended before the page was full. */
  lookedUntil: Date | null;
}

/** What a list is read for: its filter with its values, the row before the first, and how many. */
export interface ListQuery<F extends Filters, Place> {
  filter: QueryOf<F>;
  /** The filter as the address carries it. */
  asked: Asked;
  /** Undefined: as the list sorts usually. */
  sort: string | undefined;
  after: Place | undefined;
  limit: number;
}

/** What a page says above a list. */
export interface ListNotice {
  title: string;
  text: string;
  tone?: 'warn';
}

/** Figures above a list, such as its totals in one currency. */
export interface ListSummary {
  title: string;
  figures: readonly (readonly [label: string, text: string])[];
}

/** A link to the same list elsewhere, such as the month before. */
export interface ListLink {
  text: string;
  href: string;
}

/** How many rows there are of a kind, and the filter that shows these. */
export interface Count {
  label: string;
  count: number;
  tone: Tone;
  filter: Asked;
}

/** What can be done with the ticked rows of a list: a form sends `ids`, the value of its button, and the filter. */
export interface Ticks {
  /** Where the form goes. */
  path: string;
  role: 'agent' | 'lead';
  label: string;
  /** The field of the ticks; `ids` by default. */
  name?: string;
  /** The field that has the value of the button; `action` by default. */
  field?: string;
  buttons: Choices | ((asked: Asked) => Choices);
  /** The form sends the filter of the list too. */
  sendsFilter?: true;
  /** A button for every row that fits, ticked or not: of a list that counts them. */
  all?: { value: string; label: (total: number) => string };
  says: string;
  /** For who may not. */
  otherwise: string;
}

/** The request of the API and of the `hub` command that a list is. */
export interface ListCommand<Name extends string = string, Under extends string = string> {
  /** `shop.mails`: `POST /api/v1/commands/shop.mails`, and `hub shop mails`. */
  name: Name;
  /** What it prints, for the help of `hub`; without it there is no such command of `hub`. */
  says?: string;
  /** The filter that is an argument there, as `<name>`, or `[name]` if it may be left out. */
  argument?: `<${string}>` | `[${string}]`;
  /** The field of the answer that has the rows, beside `next`; without one the answer is the rows. */
  under?: Under;
}

export interface Definition<Row, F extends Filters, Place, Json> {
  /** Its page; the file is beside it, as `<path>.csv`. */
  path: string;
  title: string;
  /** The name of its file, the title by default; or the list of the same filters whose rows the file has. */
  file?: string | List;
  /** The part of the desk that it belongs to; undefined: to none. */
  section: Section | undefined;
  /** One row, such as `order`. */
  noun: string;
  /** What it holds and since when. */
  about: string;
  /** Where one looks next; `keeps`: the filters that the link takes along. */
  links?: readonly { text: string; href: string; keeps?: readonly string[]; role?: Role }[];
  /** More about it, behind a click. */
  explained?: { title: string; text: string };
  /** One of these filters must be given: until then a page shows another list, and any other reader is refused. */
  needs?: { one: readonly string[]; says: string; until: List };
  filters: F;
  /** What counts at the command and the API where the caller leaves a filter out, if that differs from the page. */
  unsaid?: Asked;
  /** How it sorts usually; the newest first by default. */
  usualSort?: string;
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
  /** What its page says above it. */
  notices?: (looking: Looking, filter: QueryOf<F>) => Promise<readonly ListNotice[]> | readonly ListNotice[];
  /** Figures above it. */
  summaries?: (looking: Looking, filter: QueryOf<F>) => Promise<readonly ListSummary[]>;
  /** The same list elsewhere. */
  beside?: (filter: QueryOf<F>) => readonly ListLink[];
  /** How many fit. */
  total?: (looking: Looking, filter: QueryOf<F>) => Promise<number>;
  /** How many there are of each kind, above the list: they refresh themselves. */
  counts?: (looking: Looking, filter: QueryOf<F>) => Promise<readonly Count[]>;
  /** How many rows have come since a place, at most `limit`: the list offers them and moves nothing. */
  newer?: {
    placeOf: (row: Row) => Place;
    /** Before every row of a later moment. */
    now: (now: number) => Place;
    count: (looking: Looking, query: { filter: QueryOf<F>; since: Place; limit: number }) => Promise<number>;
  };
  /** `key`: of a row; null: it cannot be ticked. */
  ticks?: Ticks & { key: (row: Row) => string | null };
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
export interface List<
  Json = object,
  Name extends string = string,
  Under extends string = string,
> extends Pick<
  Definition<never, Filters, unknown, unknown>,
  | 'path'
  | 'title'
  | 'section'
  | 'noun'
  | 'about'
  | 'links'
  | 'explained'
  | 'needs'
  | 'filters'
  | 'unsaid'
  | 'calm'
  | 'isLive'
> {
  /** Null: it is read as a table alone (`list.table`). */
  readonly command: ListCommand<Name, Under> | null;
  readonly ticks: Ticks | null;
  readonly columns: readonly ListColumn[];
  /** The name of its file. */
  readonly file: string;
  /** The list whose rows the file has, if these are others. */
  readonly inFile: List | null;
  readonly pageSize: number;
  readonly usualSort: string;
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
  notices(looking: Looking, asked: Asked): Promise<readonly ListNotice[]>;
  summaries(looking: Looking, asked: Asked): Promise<readonly ListSummary[]>;
  beside(looking: Looking, asked: Asked): Promise<readonly ListLink[]>;
  /** Null: the list does not count its rows. */
  total: ((looking: Looking, asked: Asked) => Promise<number>) | null;
  /** Null: the list counts nothing. */
  counts: ((looking: Looking, asked: Asked) => Promise<readonly Count[]>) | null;
  /** Null: the list does not tell what came since. Throws `ListFault` for what is no place. @param since of a list's first row */
  newer: ((looking: Looking, asked: Asked, since: { top: string; limit: number }) => Promise<number>) | null;
}
