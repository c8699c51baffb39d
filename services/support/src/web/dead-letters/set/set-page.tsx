import type {
  DeadLetterSummary,
  SelectionForecast,
  SelectionProgress,
  StoredSelection,
} from '@hub/support-desk';
import type { Viewer } from '../../access/viewer';
import { Time } from '../../layout/time';
import { LettersTable } from '../list/letters-table';
import { Forecast } from './forecast';
import { Progress } from './progress';
import { SetActions } from './set-actions';

export interface SetPageProps {
  set: StoredSelection;
  progress: SelectionProgress;
  /** Null: nothing of it could be replayed. */
  forecast: SelectionForecast | null;
  /** Some of them, from `from` on. */
  letters: readonly DeadLetterSummary[];
  from: number;
  /** Addresses of the part before and after; null: there is none. */
  before: string | null;
  after: string | null;
  viewer: Viewer;
  now: number;
}

/** Dead letters chosen together: what is done is done to these and no others, whatever fails meanwhile. */
export function SetPage({ set, progress, forecast, viewer, ...part }: SetPageProps) {
  return (
    <>
      <p>
        <a href="/dead-letters">Dead letters</a>
      </p>
      <h1>{set.count === 1 ? '1 dead letter' : `${set.count} dead letters`} chosen together</h1>
      <p class="soft">
        Chosen at <Time at={set.createdAt} /> UTC by {set.createdBy}; asked for: {set.filter}. Nothing joins
        them, nothing leaves; they can be looked at for a day.
      </p>
      <Progress id={set.id} progress={progress} />
      {forecast && <Forecast forecast={forecast} />}
      <SetActions set={set} progress={progress} viewer={viewer} />
      <Letters {...part} count={set.count} />
    </>
  );
}

type LettersProps = Pick<SetPageProps, 'letters' | 'from' | 'before' | 'after' | 'now'> & { count: number };

function Letters({ letters, from, before, after, now, count }: LettersProps) {
  if (letters.length === 0) return null;
  return (
    <section aria-labelledby="which">
      <h2 id="which">Which they are</h2>
      <LettersTable letters={letters} now={now} />
      {(before ?? after) !== null && (
        <p class="actions">
          <span class="soft">
            {from + 1} to {from + letters.length} of {count}
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
