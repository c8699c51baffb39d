/** A state: as it should be, in progress, not right, or over. Never shown by colour alone. */
export type Tone = 'good' | 'warn' | 'bad' | 'quiet';

/** The label of a state, a word or two. */
export interface StateLabel {
  text: string;
  tone: Tone;
}

type Plain = string | number | Date | null;

/** A value with how a page shows it. Its text is what a file and a terminal get. */
export interface Said {
  text: Plain;
  /** The page that shows it. */
  href?: string | undefined;
  /** The shop that it names: the page says if that is paused (D38). */
  shop?: string | undefined;
  /** A page shows how long before this moment it was, or what stands beside it, in milliseconds since the epoch. */
  since?: number;
  /** A state beside it: for the page alone. */
  mark?: StateLabel;
  /** A store's own text about it, marked as such: for the page alone. */
  theirs?: { store: string; words: string };
  /** How much is done, drawn beside it. */
  progress?: { done: number; of: number };
  /** Counts drawn small in its place, the oldest first; null: none. `says`: their text, unless they are hours of `of`. */
  sparkline?: { counts: readonly (number | null)[]; of: string; says?: string };
  /** A button in its place: for the page alone. */
  form?: RowForm;
  /** It is a state, shown as its label. */
  tone?: Tone;
  /** A reference: shown as such, and cut where it is long. */
  isReference?: true;
  /** What stands beside it in small type: for the page alone. */
  beside?: string | Date | null | undefined;
  /** What stands below it in small type: for the page alone. */
  below?: string | null | undefined;
  /** Another page about it. */
  also?: { href: string; text: string; label: string };
  /** For people, where it differs from the exact value of a file. */
  shown?: string | undefined;
  /** What stands there if there is no text, such as `no title`. */
  otherwise?: string;
}

/** A form with one button, for a row. */
export interface RowForm {
  path: string;
  label: string;
  fields: Readonly<Record<string, string | undefined>>;
  /** The field of the button, its value, and its text. */
  button: { name: string; value: string; text: string };
}

/** What a cell of a list says. Several texts are a list. */
export type Cell = Plain | Said | readonly string[];

/** The value of a cell in a file. */
export function plainOf(cell: Cell): Plain {
  if (isTexts(cell)) return cell.join('; ');
  return isSaid(cell) ? cell.text : cell;
}

/** The text of a cell at a terminal. */
export function textOf(cell: Cell): string {
  const plain = isSaid(cell) ? (cell.shown ?? cell.text) : plainOf(cell);
  return plain instanceof Date ? plain.toISOString() : String(plain ?? '');
}

export const isTexts = (cell: Cell): cell is readonly string[] => Array.isArray(cell);

export function isSaid(cell: Cell): cell is Said {
  return typeof cell === 'object' && cell !== null && !(cell instanceof Date) && !isTexts(cell);
}

/** How long ago something was, on a page; a file has the time. */
export function ago(at: Date | null, now: number): Said {
  return { text: at, since: now };
}

/** A shop, with a link to its page. @param name shown on the page instead of the slug */
export function shopCell(slug: string | null, name: string | null = slug): Said {
  return { text: name, shop: slug ?? undefined, href: slug === null ? undefined : `/shops/${slug}` };
}
