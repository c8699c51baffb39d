import type { Role } from '../access/viewer';

/** A way out: the address of a page that asks before anything is done. */
export interface Step {
  href: string;
  name: string;
  /** Who may. */
  role: Role;
}

/** Something that is wrong with an order now. */
export interface Trouble {
  /** Bad: nothing goes on without somebody. */
  tone: 'bad' | 'warn';
  title: string;
  words: string;
  /** What to do about it; empty where the steps say it all. */
  advice: string;
  steps: Step[];
}

/** Such as `The store answered 404.`, of what a worker noted down. Pure. @param failure null: nothing was noted */
export function failureWords(failure: string | null): string {
  if (!failure) return 'No reason is recorded.';
  const text = `${failure.charAt(0).toUpperCase()}${failure.slice(1)}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
