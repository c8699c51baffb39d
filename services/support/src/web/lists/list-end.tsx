import { counted } from '@hub/desk/words';
import { Time } from '../layout/time';

export interface ListEndProps {
  /** The list from its top; null: this is it. */
  top: string | null;
  /** The rest of the list; null: it ends here. */
  next: string | null;
  /** How far back the search went, if it ended before the page was full. */
  lookedUntil: Date | null;
  /** The number of rows on the page. */
  count: number;
  /** The number that fit; null: the list does not count them. */
  total?: number | null;
  /** Where the filter is wider, if there is such a list. */
  wider?: { text: string; href: string } | undefined;
  /** Such as `order`. */
  one: string;
}

/** The end of a list: whether there is more, and where. */
export function ListEnd({ top, next, lookedUntil, count, total = null, wider, one }: ListEndProps) {
  return (
    <>
      {count === 0 && (
        <p class="panel" role="status">
          <strong>No {one}</strong> fits{lookedUntil && ' so far'}.{' '}
          {wider && <a href={wider.href}>{wider.text}</a>}
        </p>
      )}
      {lookedUntil && (
        <p class="soft">
          Looked through as far as <Time at={lookedUntil} />.
        </p>
      )}
      <p class="actions">
        {total !== null && (
          <span class="soft">{`${counted(total, one)} ${total === 1 ? 'fits' : 'fit'}.`}</span>
        )}
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
