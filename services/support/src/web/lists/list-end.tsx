import { Time } from '../layout/time';

export interface ListEndProps {
  /** The list from its top; null: this is it. */
  top: string | null;
  /** Where it goes on; null: it ends here. */
  next: string | null;
  /** So far it was looked, where the page is not full for all that. */
  lookedUntil: Date | null;
  /** How many stand here. */
  count: number;
  /** Such as `order`. */
  one: string;
}

/** What stands below a list: whether it goes on, and where. */
export function ListEnd({ top, next, lookedUntil, count, one }: ListEndProps) {
  return (
    <>
      {count === 0 && (
        <p class="panel" role="status">
          <strong>No {one}</strong> fits{lookedUntil && ' so far'}.
        </p>
      )}
      {lookedUntil && (
        <p class="soft">
          Looked through as far as <Time at={lookedUntil} />.
        </p>
      )}
      <p class="actions">
        {next && (
          <a class="button quiet" href={next} rel="next">
            {lookedUntil ? 'Look further' : 'More'}
          </a>
        )}
        {top && <a href={top}>Back to the top</a>}
      </p>
    </>
  );
}
