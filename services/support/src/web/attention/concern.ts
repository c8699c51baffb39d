/** One kind of problem that needs attention. */
export interface Concern {
  id: string;
  /** Bad: nothing continues, or customers wait, until an agent acts. */
  tone: 'bad' | 'warn';
  /** How many. */
  count: number;
  title: string;
  /** What it means. */
  words: string;
  oldestAt: Date | null;
  /** The list of all of them; null if `items` are all. */
  all: { href: string; name: string } | null;
  /** The most urgent ones. */
  items: ConcernItem[];
  /** How many are in no item and behind no link. */
  unshown?: number;
}

export interface ConcernItem {
  href: string;
  name: string;
  /** The shop that it is, if it is one. */
  shop?: string;
  words: string;
  since: Date | null;
}
