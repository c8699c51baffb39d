import { nounFor } from '@hub/desk/words';
import { Live } from './live';

/** The highest count: beyond it the number does not matter. */
export const NEWER_COUNTED = 100;
const EVERY_SECONDS = 10;

export interface NewerProps {
  /** The address of the count. */
  href: string;
  /** The list from its top. */
  list: string;
  /** At most `NEWER_COUNTED`. */
  count: number;
  /** Such as `order`. */
  one: string;
}

/** Says that there are newer rows and leaves the list unchanged: nothing moves under the pointer. */
export function Newer({ href, list, count, one }: NewerProps) {
  return (
    <Live id="newer" href={href} seconds={EVERY_SECONDS}>
      <div role="status">
        {count > 0 && (
          <p class="newer">
            {count >= NEWER_COUNTED ? `${NEWER_COUNTED - 1}+` : count} newer {nounFor(count, one)}:{' '}
            <a href={list}>show them</a>
          </p>
        )}
      </div>
    </Live>
  );
}
