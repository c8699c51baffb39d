import type { DeadLetterSummary } from '@hub/support-desk';
import { Live } from '../../layout/live';
import { LettersTable } from '../list/letters-table';
import { figure } from '../../lists/data-table';

export interface SetLettersProps {
  /** The id of the set. */
  id: string;
  /** How many it has. */
  count: number;
  /** Some of them, starting at `from`. */
  letters: readonly DeadLetterSummary[];
  from: number;
  /** Addresses of the previous and the next page; null: there is none. */
  before: string | null;
  after: string | null;
  now: number;
}

/** The messages of a set with their states, self-refreshing. */
export function SetLetters({ id, count, letters, from, before, after, now }: SetLettersProps) {
  if (letters.length === 0) return null;
  return (
    <section aria-labelledby="which">
      <h2 id="which">Messages</h2>
      <Live id="letters" href={`/dead-letters/sets/${id}/letters?from=${from}`}>
        <LettersTable letters={letters} now={now} />
      </Live>
      {(before ?? after) !== null && (
        <p class="actions">
          <span class="soft">
            {figure(from + 1)} to {figure(from + letters.length)} of {figure(count)}
          </span>
          {before && (
            <a class="button quiet" href={before} rel="prev">
              Those before
            </a>
          )}
          {after && (
            <a class="button quiet" href={after} rel="next">
              Those after
            </a>
          )}
        </p>
      )}
    </section>
  );
}
