/** One kind of thing that needs somebody. */
export interface Concern {
  id: string;
  /** Bad: nothing goes on, or customers wait, until somebody acts. */
  tone: 'bad' | 'warn';
  /** How many. */
  count: number;
  title: string;
  /** What it means. */
  words: string;
  oldestAt: Date | null;
  /** Where all of them are; null where `items` are all. */
  all: { href: string; name: string } | null;
  /** The most pressing. */
  items: ConcernItem[];
  /** How many stand in no item and behind no link. */
  unshown?: number;
}

export interface ConcernItem {
  href: string;
  name: string;
  words: string;
  since: Date | null;
}
